import type { EditorView } from '@codemirror/view';

import { showDirection } from './block-direction.ts';
import { knownBlock, renderBlock } from './block-html.ts';

/** What a place shows, or will show once it is rendered. */
const sources = new WeakMap<HTMLElement, string>();

/**
 * Shows a block in a place; the last call wins.
 *
 * @param shown is called when it is shown
 */
export function showBlock(place: HTMLElement, source: string, view: EditorView, shown: () => void): void {
  sources.set(place, source);
  const known = knownBlock(source);
  if (known) show(known);
  else
    renderBlock(source).then(show, () => {
      // Its Markdown can be read; the next change tries again.
      if (sources.get(place) === source) place.textContent = source;
    });

  function show(text: DocumentFragment): void {
    if (sources.get(place) !== source) return;
    const prose = proseIn(place);
    prose.replaceChildren(text);
    showDirection(place, prose);
    for (const link of prose.querySelectorAll('a')) link.tabIndex = -1;
    // A click on a picture shows its Markdown, and enlarges nothing.
    for (const link of prose.querySelectorAll('a.enlarge')) {
      link.removeAttribute('href');
      link.removeAttribute('aria-label');
    }
    for (const wide of prose.querySelectorAll<HTMLElement>('[tabindex="0"]')) wide.tabIndex = -1;
    for (const image of prose.querySelectorAll('img')) settleImage(image, view);
    if (place.isConnected) view.requestMeasure();
    requestAnimationFrame(shown);
  }
}

/** The element with the styles of the site. */
function proseIn(place: HTMLElement): HTMLElement {
  const known = place.querySelector<HTMLElement>(':scope > .live-site > .prose');
  if (known) return known;
  const prose = document.createElement('div');
  prose.className = 'prose';
  // Links lead away from the editor.
  prose.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
  });
  const site = document.createElement('div');
  site.className = 'live-site';
  site.append(prose);
  place.append(site);
  return prose;
}

function settleImage(image: HTMLImageElement, view: EditorView): void {
  image.draggable = false;
  const settle = (state: 'loaded' | 'missing') => {
    image.classList.remove('unsized');
    if (state === 'missing') image.classList.add('missing');
    view.requestMeasure();
  };
  image.addEventListener('load', () => settle('loaded'));
  image.addEventListener('error', () => settle('missing'));
}
