import { isUpload, playedAs } from '../../../../shared/media-files.ts';
import { nameInUrl } from '../../../../shared/name-in-url.ts';
import {
  childrenOf,
  element,
  isBlank,
  isElement,
  replace,
  nodeText,
  type Child,
  type Element,
  type Parent,
  type Root,
} from '../../../html/hast.ts';

/**
 * Shows audio and video in players: elements in HTML, images whose URL is such a file (`![Name](talk.mp3)`), and links
 * to uploads in paragraphs of their own. Each contains a link to its file, which other programs show instead.
 */
export function showPlayers(tree: Root): void {
  replace(tree, (found, { inLink }) => {
    const { tagName, properties, children } = found;
    if (tagName === 'audio' || tagName === 'video') {
      const player = inLink ? undefined : playerIn(found);
      return (
        player ??
        element(
          'span',
          {},
          children.filter((child) => !isPart(child)),
        )
      );
    }
    if (isPart(found)) return undefined;
    if (tagName === 'img' && !inLink) {
      const url = String(properties['src'] ?? '');
      const kind = playedAs(url);
      if (kind) return player(kind, properties, [], url, String(properties['alt'] ?? ''));
    }
    if (tagName !== 'p') return undefined;
    const [link, ...others] = children.filter((child) => !isBlank(child));
    const url = isElement(link, 'a') ? String(link.properties['href'] ?? '') : '';
    const kind = others.length === 0 && isUpload(url) ? playedAs(url) : null;
    return kind ? element('p', properties, [player(kind, {}, [], url, nodeText(link!).trim())]) : undefined;
  });
}

/** Removes the sources of `<picture>`, which shows its `<img>`, and others outside of players. */
export function dropStrayParts(parent: Parent): void {
  parent.children = childrenOf(parent).filter((child) => !isPart(child));
  for (const child of childrenOf(parent)) {
    if (isElement(child) && child.tagName !== 'audio' && child.tagName !== 'video') dropStrayParts(child);
  }
}

function isPart(node: Child): boolean {
  return isElement(node, 'source') || isElement(node, 'track');
}

function playerIn({ tagName, properties, children }: Element): Element | undefined {
  const parts = children.filter(isPart) as Element[];
  const sources = parts.filter((part) => part.tagName === 'source' && part.properties['src'] !== undefined);
  const url = properties['src'] ?? sources[0]?.properties['src'];
  if (typeof url !== 'string') return undefined;
  const tracks = parts.filter((part) => part.tagName === 'track' && part.properties['src'] !== undefined);
  const { ariaLabel, title } = properties;
  const inner = [...(properties['src'] === undefined ? sources : []), ...tracks];
  return player(tagName as 'audio' | 'video', properties, inner, url, String(ariaLabel ?? title ?? ''));
}

const ofVideo = ['width', 'height', 'poster'];

function player(
  kind: 'audio' | 'video',
  given: Element['properties'],
  parts: Element[],
  url: string,
  name: string,
): Element {
  const label = name === '' ? nameInUrl(url) : name;
  const { id, loop } = given;
  const own = kind === 'video' ? Object.fromEntries(ofVideo.map((key) => [key, given[key]])) : {};
  return element(
    kind,
    {
      ...(id !== undefined && { id }),
      controls: true,
      // Nothing is loaded from other sites before a click.
      preload: isUpload(url) ? 'metadata' : 'none',
      ...(loop !== undefined && { loop: true }),
      ...(kind === 'video' && { playsInline: true }),
      ...own,
      ...(parts.every(({ tagName }) => tagName !== 'source') && { src: url }),
      ariaLabel: label,
    },
    [...parts, element('a', { href: url }, [{ type: 'text', value: label }])],
  );
}
