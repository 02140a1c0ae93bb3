import { playerOf } from '../../../shared/players.ts';

/**
 * Shows URLs on lines of their own as cards, as the server does (server/site/render/plugins/cards.ts). Videos have no player:
 * only pages whose text the server knows may show one.
 */
export function makeCards(text: DocumentFragment): void {
  for (const paragraph of text.querySelectorAll('p')) {
    if (paragraph.parentNode !== text || paragraph.attributes.length > 0) continue;
    const links = linksAlone(paragraph);
    if (links.length > 0) paragraph.replaceWith(...links.flatMap((link) => [card(link), '\n']).slice(0, -1));
  }
}

/** The links of a paragraph, each the only content of its line; none if there is anything else. */
function linksAlone(paragraph: HTMLElement): HTMLAnchorElement[] {
  const links: HTMLAnchorElement[] = [];
  let isOnLine = false;
  for (const node of paragraph.childNodes) {
    if (node instanceof HTMLBRElement) isOnLine = false;
    else if (node instanceof Text && node.data.trim() === '') isOnLine &&= !node.data.includes('\n');
    else if (!isOnLine && node instanceof HTMLAnchorElement && node.className === 'bare') {
      links.push(node);
      isOnLine = true;
    } else return [];
  }
  return links;
}

function card(link: HTMLAnchorElement): HTMLElement {
  link.dataset['host'] = link.host.replace(/^www\./, '');
  const card = document.createElement('p');
  card.className = playerOf(link.href) === undefined ? 'card' : 'card video';
  card.append(link);
  return card;
}
