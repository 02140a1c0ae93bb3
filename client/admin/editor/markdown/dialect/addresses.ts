import type { InlineContext, MarkdownConfig } from '@lezer/markdown';

import { addressReader, isAddress, withoutClosingMarks, withoutTrail } from '../../../../../shared/address-end.ts';

/** How far is read for an address. */
const LONGEST = 2000;

/** Bare addresses (`https://…`, `www.…`) by the rule of `shared/address-end.ts`. */
export const addresses: MarkdownConfig = {
  parseInline: [
    {
      name: 'Address',
      parse(cx, next, start) {
        const begin = beginOf(cx, next, start);
        if (begin === '' || cx.hasOpenLink) return -1;
        const takes = addressReader();
        let text = begin;
        for (const character of cx.slice(start + begin.length, Math.min(cx.end, start + LONGEST))) {
          if (!takes(character)) break;
          text += character;
        }
        const before = cx.slice(Math.max(cx.offset, start - 3), start);
        const link = withoutTrail(withoutClosingMarks(text, before));
        return isAddress(link) ? cx.addElement(cx.elt('URL', start, start + link.length)) : -1;
      },
    },
  ],
};

function beginOf(cx: InlineContext, next: number, start: number): string {
  // h and w, in both cases.
  const letter = next | 32;
  if (letter !== 104 && letter !== 119) return '';
  const before = start > cx.offset ? cx.slice(start - 1, start) : '';
  const text = cx.slice(start, Math.min(cx.end, start + 8));
  if (letter === 104) return /[a-z]/i.test(before) ? '' : (/^https?:\/\//i.exec(text)?.[0] ?? '');
  return /[\w.@/:&=?#%+-]/.test(before) ? '' : (/^www\./i.exec(text)?.[0] ?? '');
}
