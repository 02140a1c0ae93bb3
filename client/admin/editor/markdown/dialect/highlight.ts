import type { DelimiterType, MarkdownConfig } from '@lezer/markdown';

import { readSides, type Side } from './sides.ts';

const EQUALS = 61;
const pair: DelimiterType = { resolve: 'Highlight', mark: 'HighlightMark' };

/** `==highlighted==`, by the rule of `server/site/render/syntax/highlight-text.ts`. */
export const highlight: MarkdownConfig = {
  defineNodes: ['Highlight', 'HighlightMark'],
  parseInline: [
    {
      name: 'Highlight',
      before: 'Emphasis',
      parse(cx, next, start) {
        if (next !== EQUALS) return -1;
        let end = start + 1;
        while (cx.char(end) === EQUALS) end += 1;
        // Three are text.
        if (end - start !== 2) return end;
        const { before, after } = readSides(cx, start, end);
        // A comparison.
        if (isLatin(before) && isLatin(after)) return end;
        const opens = !after.isSpace && (!after.isSign || isEdge(before));
        const closes = !before.isSpace && (!before.isSign || isEdge(after));
        return cx.addDelimiter(pair, start, end, opens, closes);
      },
    },
  ],
};

function isEdge({ isSpace, isSign, isCjk }: Side): boolean {
  return isSpace || isSign || isCjk;
}

function isLatin({ isCjk, text }: Side): boolean {
  return !isCjk && /^[\p{Script=Latin}\p{N}]/u.test(text);
}
