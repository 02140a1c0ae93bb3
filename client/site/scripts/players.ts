import { isUpload, playedAs } from '../../../shared/media-files.ts';
import { nameInUrl } from '../../../shared/name-in-url.ts';

type Kind = 'audio' | 'video';

/** Shows audio and video in players, as the server does (server/site/render/plugins/players.ts). */
export function showPlayers(text: DocumentFragment): void {
  // Those of <picture>, which shows its <img>.
  for (const stray of text.querySelectorAll(':is(source, track):not(:is(audio, video) *)')) stray.remove();
  for (const found of text.querySelectorAll<HTMLMediaElement>('audio, video')) replaceMedia(found);
  for (const image of text.querySelectorAll('img')) {
    const url = image.getAttribute('src') ?? '';
    const kind = playedAs(url);
    if (kind && !image.closest('a')) image.replaceWith(player(kind, image, [], url, image.alt));
  }
  for (const link of text.querySelectorAll<HTMLAnchorElement>('p > a:only-child')) {
    const url = link.getAttribute('href') ?? '';
    const kind = isUpload(url) ? playedAs(url) : null;
    const label = link.textContent.trim();
    if (!kind || link.parentElement!.textContent.trim() !== label) continue;
    link.parentElement!.replaceChildren(player(kind, null, [], url, label));
  }
}

function replaceMedia(found: HTMLMediaElement): void {
  const parts = [...found.querySelectorAll<HTMLElement>('source[src], track[src]')];
  const own = found.getAttribute('src');
  const url = own ?? parts.find(({ localName }) => localName === 'source')?.getAttribute('src');
  if (url === null || url === undefined || found.closest('a')) {
    const rest = [...found.childNodes].filter((node) => !(node instanceof Element && node.matches('source, track')));
    const span = document.createElement('span');
    span.append(...rest);
    return found.replaceWith(span);
  }
  const inner = own === null ? parts : parts.filter(({ localName }) => localName === 'track');
  const label = found.ariaLabel ?? found.title;
  found.replaceWith(player(found.localName as Kind, found, inner, url, label));
}

function player(kind: Kind, given: HTMLElement | null, parts: HTMLElement[], url: string, name: string): HTMLElement {
  const label = name === '' ? nameInUrl(url) : name;
  const kept = (attribute: string) => given?.getAttribute(attribute) ?? null;
  const ofVideo = { playsinline: '', width: kept('width'), height: kept('height'), poster: ownPoster(kept('poster')) };
  const attributes = {
    id: kept('id'),
    controls: '',
    preload: isUpload(url) ? 'metadata' : 'none',
    loop: kept('loop') === null ? null : '',
    ...(kind === 'video' && ofVideo),
    src: parts.some(({ localName }) => localName === 'source') ? null : url,
    'aria-label': label,
  };
  const element = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  const link = Object.assign(document.createElement('a'), { textContent: label });
  link.setAttribute('href', url);
  element.append(...parts, link);
  return element;
}

/** Browsers load a poster before a click, so those of other sites are not shown. */
function ownPoster(url: string | null): string | null {
  return url !== null && URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin
    ? url
    : null;
}
