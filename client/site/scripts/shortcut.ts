import { all } from './dom.ts';
import { service } from './service.ts';

/** "/" focuses the search field or, without one, the link to the search. */
export function focusSearchOnSlash(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const [place] = [...all('[data-search] input'), ...all(`a[href="${service.url}/search"]`)];
    if (!place) return;
    event.preventDefault();
    place.focus();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
