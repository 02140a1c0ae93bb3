import type { InlineContext } from '@lezer/markdown';
import {
  classifyCharacter,
  isCjk,
  isNonCjkPunctuation,
  isUnicodeWhitespace,
} from 'micromark-extension-cjk-friendly-util';

/** What stands at a side of a mark. */
export interface Side {
  isSpace: boolean;
  /** A punctuation mark that is not of Chinese, Japanese or Korean. */
  isSign: boolean;
  isCjk: boolean;
  text: string;
}

/** What stands before and behind a mark. */
export function readSides(cx: InlineContext, from: number, to: number): { before: Side; after: Side } {
  return { before: sideOf(characterBefore(cx, from)), after: sideOf(characterAfter(cx, to)) };
}

/** Whether a mark may begin and end something, by the rule of CommonMark with that of CJK-friendly emphasis. */
export function flanks({ before, after }: { before: Side; after: Side }): { opens: boolean; closes: boolean } {
  const isEdge = ({ isSpace, isSign }: Side) => isSpace || isSign;
  return {
    opens: !isEdge(after) || (after.isSign && (isEdge(before) || before.isCjk)),
    closes: !isEdge(before) || (before.isSign && (isEdge(after) || after.isCjk)),
  };
}

function sideOf(text: string): Side {
  const kind = classifyCharacter(text === '' ? null : (text.codePointAt(0) ?? null));
  return { isSpace: isUnicodeWhitespace(kind), isSign: isNonCjkPunctuation(kind), isCjk: isCjk(kind), text };
}

function characterBefore(cx: InlineContext, at: number): string {
  if (at <= cx.offset) return '';
  return Array.from(cx.slice(Math.max(cx.offset, at - 2), at)).at(-1) ?? '';
}

function characterAfter(cx: InlineContext, at: number): string {
  return at >= cx.end ? '' : (Array.from(cx.slice(at, Math.min(cx.end, at + 2)))[0] ?? '');
}
