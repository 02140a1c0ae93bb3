import { playerOf, playerOrigins } from '../../../../shared/players.ts';
import type { Translate } from '../../../../shared/translate.ts';
import { childrenOf, element, isElement, type Child, type Element, type Root } from '../../../html/hast.ts';

/**
 * Shows URLs on lines of their own as cards (class `card`). A video of YouTube or Vimeo names its player, which the site
 * loads after a click.
 */
export function makeCards(tree: Root, t: Translate): void {
  tree.children = childrenOf(tree).flatMap((child) => {
    const links = isElement(child, 'p') && Object.keys(child.properties).length === 0 ? linksAlone(child) : [];
    return links.length === 0
      ? [child]
      : links.flatMap((link, at) => (at > 0 ? [LINE_END, card(link, t)] : card(link, t)));
  });
}

const LINE_END: Child = { type: 'text', value: '\n' };

/**
 * The origins of the players that the cards of a text name.
 *
 * @param html the output of the renderer
 */
export function playersIn(html: string): string[] {
  return playerOrigins.filter((origin) => html.includes(`<p class="card video" data-player="${origin}/`));
}

/** The links of a paragraph, each the only content of its line; none if there is anything else. */
function linksAlone({ children }: Element): Element[] {
  const links: Element[] = [];
  let isOnLine = false;
  for (const child of children) {
    if (isElement(child, 'br')) isOnLine = false;
    else if (child.type === 'text' && child.value.trim() === '') isOnLine &&= !child.value.includes('\n');
    else if (!isOnLine && isElement(child, 'a') && isBare(child)) {
      links.push(child);
      isOnLine = true;
    } else return [];
  }
  return links;
}

function isBare({ properties }: Element): boolean {
  return [properties['className']].flat().includes('bare');
}

function card(link: Element, t: Translate): Element {
  const { href, host } = new URL(String(link.properties['href']));
  const player = playerOf(href);
  Object.assign(link.properties, { dataHost: host.replace(/^www\./, '') });
  if (player === undefined) return element('p', { className: ['card'] }, [link]);
  link.properties['dataPlay'] = t('card.play', { host: new URL(player).host });
  return element('p', { className: ['card', 'video'], dataPlayer: player }, [link]);
}
