import { isBareUrl } from '../../../shared/bare-url.ts';
import { sizePictures } from './pictures.ts';

/** Makes a rendered text what the server makes of others: aligned cells, marked links, late pictures. */
export function tidy(text: DocumentFragment): void {
  sizePictures(text);
  for (const cell of text.querySelectorAll('td[align], th[align]')) alignByClass(cell);
  for (const link of text.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (/^https?:$/.test(link.protocol) && link.host !== location.host) link.rel = 'noopener external';
    if (link.childElementCount === 0 && isBareUrl(link.text, link.href)) link.className = 'bare';
  }
  for (const image of text.querySelectorAll('img')) {
    image.loading = 'lazy';
    image.decoding = 'async';
    // Without a word for it, it is decoration.
    if (!image.hasAttribute('alt')) image.alt = '';
  }
  // Boxes that nobody can tick are signs.
  for (const box of text.querySelectorAll('input')) box.replaceWith(box.checked ? '☑' : '☐');
}

/** What may be wider than the page scrolls by itself; by keyboard too. */
export function makeScrollable(text: DocumentFragment): void {
  for (const wide of text.querySelectorAll('table, math[display="block"]')) {
    const scroll = document.createElement('div');
    scroll.className = 'scroll';
    wide.replaceWith(scroll);
    scroll.append(wide);
  }
  for (const wide of text.querySelectorAll<HTMLElement>('pre, .scroll')) wide.tabIndex = 0;
}

function alignByClass(cell: Element): void {
  const [side] = /^(?:left|center|right)$/.exec(cell.getAttribute('align')!.toLowerCase()) ?? [];
  cell.removeAttribute('align');
  if (side !== undefined) cell.className = `align-${side}`;
}
