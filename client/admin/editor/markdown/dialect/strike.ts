import type { DelimiterType, MarkdownConfig } from '@lezer/markdown';

import { flanks, readSides } from './sides.ts';

const TILDE = 126;
/** Only marks of the same length are a pair. */
const pairs: DelimiterType[] = [1, 2].map(() => ({ resolve: 'Strikethrough', mark: 'StrikethroughMark' }));

/** `~~struck~~` and `~struck~`. */
export const strike: MarkdownConfig = {
  defineNodes: ['Strikethrough', 'StrikethroughMark'],
  parseInline: [
    {
      name: 'SiteStrikethrough',
      before: 'Emphasis',
      parse(cx, next, start) {
        if (next !== TILDE) return -1;
        let end = start + 1;
        while (cx.char(end) === TILDE) end += 1;
        const pair = pairs[end - start - 1];
        if (!pair) return end;
        const { opens, closes } = flanks(readSides(cx, start, end));
        return cx.addDelimiter(pair, start, end, opens, closes);
      },
    },
  ],
};
