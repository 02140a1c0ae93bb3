import { idPrefix } from '../../../shared/allowed-html.ts';
import type { Translate } from '../../../shared/translate.ts';

const LABEL = `${idPrefix}footnote-label`;

/**
 * Converts footnotes to the markup and links of those that the server renders.
 *
 * @param mark prefix of the ids that `footnoteSyntax` made
 */
export function tidyFootnotes(text: DocumentFragment, mark: string, t: Translate): void {
  const own = idPrefix + mark;
  const heading = text.querySelector<HTMLElement>(`h2[id="${own}label"]`);
  const section = heading?.parentElement;
  if (!section) return;
  section.className = 'footnotes';
  section.dataset['footnotes'] = '';
  Object.assign(heading, { id: LABEL, className: 'sr-only', textContent: t('post.footnotes') });
  for (const link of text.querySelectorAll<HTMLElement>(`a[id^="${own}ref-"]`)) tidyReference(link, own);
  for (const [at, note] of section.querySelectorAll<HTMLElement>(`li[id^="${own}"]`).entries()) {
    note.id = note.id.replace(own, `${idPrefix}fn-`);
    for (const [again, link] of note.querySelectorAll<HTMLElement>(`a[href^="#${own}ref-"]`).entries()) {
      const number = again > 0 ? `${at + 1}-${again + 1}` : at + 1;
      tidyBackReference(link, own, t('post.footnoteBack', { number }));
    }
  }
}

function tidyReference(link: HTMLElement, own: string): void {
  link.id = link.id.replace(`${own}ref-`, `${idPrefix}fnref-`);
  link.dataset['footnoteRef'] = '';
  link.setAttribute('aria-describedby', LABEL);
  replaceInHref(link, own, `${idPrefix}fn-`);
}

function tidyBackReference(link: HTMLElement, own: string, label: string): void {
  link.className = 'data-footnote-backref';
  link.dataset['footnoteBackref'] = '';
  link.setAttribute('aria-label', label);
  replaceInHref(link, `${own}ref-`, `${idPrefix}fnref-`);
}

function replaceInHref(link: HTMLElement, from: string, to: string): void {
  link.setAttribute('href', link.getAttribute('href')!.replace(from, to));
}
