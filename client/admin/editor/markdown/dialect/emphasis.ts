import { InlineContext, type MarkdownConfig } from '@lezer/markdown';

import { flanks, readSides, type Side } from './sides.ts';

const ASTERISK = 42;
const UNDERSCORE = 95;

/** `*emphasis*` and `**strong emphasis**`, also beside Chinese, Japanese and Korean. */
export const emphasis: MarkdownConfig = {
  parseInline: [
    {
      name: 'Emphasis',
      parse(cx, next, start) {
        if (next !== ASTERISK && next !== UNDERSCORE) return -1;
        let end = start + 1;
        while (cx.char(end) === next) end += 1;
        const sides = readSides(cx, start, end);
        const { opens, closes } = flanks(sides);
        if (next === ASTERISK) return cx.addDelimiter(InlineContext.emphasisAsterisk, start, end, opens, closes);
        const opensHere = opens && (!closes || isEdge(sides.before));
        const closesHere = closes && (!opens || isEdge(sides.after));
        return cx.addDelimiter(InlineContext.emphasisUnderscore, start, end, opensHere, closesHere);
      },
    },
  ],
};

/** An underscore within a word is a letter of it. */
function isEdge({ isSpace, text }: Side): boolean {
  return isSpace || /^[\p{P}\p{S}]/u.test(text);
}
