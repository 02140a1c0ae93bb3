import { isBareUrl } from '../../../shared/bare-url.ts';
import { prepareImages } from './images.ts';

/**
 * Finishes a rendered text as the server does: aligned cells, marked links, images.
 *
 * @param label the name of links on images without alternative text
 */
export function tidyRendered(text: DocumentFragment, label: string): void {
  for (const cell of text.querySelectorAll('td[align], th[align]')) alignByClass(cell);
  for (const link of text.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (/^https?:$/.test(link.protocol) && link.host !== location.host) link.rel = 'noopener external';
    if (link.childElementCount === 0 && isBareUrl(link.text, link.href)) link.className = 'bare';
  }
  prepareImages(text, label);
  // Task lists: disabled checkboxes become characters.
  for (const box of text.querySelectorAll('input')) box.replaceWith(box.checked ? '☑' : '☐');
}

/** Makes elements that may be wider than the page scrollable, also by keyboard. */
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
