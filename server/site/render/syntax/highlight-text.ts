import {
  classifyCharacter,
  isCjk,
  isNonCjkPunctuation,
  isUnicodeWhitespace,
} from 'micromark-extension-cjk-friendly-util';
import type { Code, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';

import { resolvePairs } from './pairs.ts';

const EQUALS = 61;

/** A pair of equals signs, which may begin or end highlighted text. */
interface Sign {
  opens?: boolean;
  closes?: boolean;
}

const names = { sign: 'highlightSign', whole: 'highlight', text: 'highlightText', sequence: 'highlightSequence' };

const construct = {
  name: 'highlight',
  tokenize: tokenizeSign,
  resolveAll: resolvePairs(
    names,
    (token) => ({ opens: (token as Sign).opens === true, closes: (token as Sign).closes === true, size: 2 }),
    false,
  ),
};

/**
 * `==highlighted==`, which may contain other marks. Two equals signs between Latin letters or digits are a comparison,
 * and three are text.
 */
export const highlightText: Extension = {
  text: { [EQUALS]: construct },
  insideSpan: { null: [construct] },
  attentionMarkers: { null: [EQUALS] },
};

function tokenizeSign(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  const { previous, events } = this;
  let size = 0;
  return start;

  function start(code: Code): State | undefined {
    if (previous === EQUALS && events.at(-1)?.[1].type !== 'characterEscape') return nok(code);
    effects.enter('highlightSign' as never);
    return more(code);
  }

  function more(code: Code): State | undefined {
    if (code === EQUALS) {
      if (++size > 2) return nok(code);
      effects.consume(code);
      return more;
    }
    if (size < 2) return nok(code);
    const sign = effects.exit('highlightSign' as never) as Sign;
    const [before, after] = [codeKind(previous), codeKind(code)];
    const isComparison = before === 'latin' && after === 'latin';
    sign.opens = !isComparison && after !== 'space' && (after !== 'sign' || isEdge(before));
    sign.closes = !isComparison && before !== 'space' && (before !== 'sign' || isEdge(after));
    return ok(code);
  }
}

type Kind = 'space' | 'sign' | 'latin' | 'cjk' | 'other';

/** Whether a pair of signs next to a punctuation mark may begin or end on this side of it. */
function isEdge(kind: Kind): boolean {
  return kind === 'space' || kind === 'sign' || kind === 'cjk';
}

/** The marks of Chinese, Japanese and Korean count as letters, as they do for emphasis. */
function codeKind(code: Code): Kind {
  const kind = classifyCharacter(code);
  if (isUnicodeWhitespace(kind)) return 'space';
  if (isNonCjkPunctuation(kind)) return 'sign';
  if (isCjk(kind)) return 'cjk';
  return /[\p{Script=Latin}\p{N}]/u.test(String.fromCharCode(code!)) ? 'latin' : 'other';
}
