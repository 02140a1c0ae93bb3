import type { Translate } from '../../../shared/translate.ts';

/** A heading that the table of contents lists. */
export interface Entry {
  id: string;
  text: string;
  level: number;
}

/** The table of contents in the markup of the template `post`; null for texts with too few headings. */
export function makeContents(entries: Entry[], t: Translate): HTMLElement | null {
  if (entries.length < 3) return null;
  const contents = document.createElement('details');
  contents.className = 'toc';
  const list = document.createElement('ol');
  for (const { id, text, level } of entries) {
    const link = Object.assign(document.createElement('a'), { href: `#${id}`, textContent: text });
    const item = Object.assign(document.createElement('li'), { className: `level-${level}` });
    item.append(link);
    list.append(item);
  }
  contents.append(Object.assign(document.createElement('summary'), { textContent: t('post.contents') }), list);
  return contents;
}
