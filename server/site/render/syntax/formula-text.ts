import type { Code, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';

const DOLLAR = 36;
const BACKSLASH = 92;

/**
 * Formulas in a line by the rule of Pandoc (`tex_math_dollars`): no space behind the first dollar and before the second
 * one, and no digit behind that. So "$5 and $10" stays text.
 */
export const formulaText: Extension = {
  text: { [DOLLAR]: { name: 'formula', tokenize: tokenizeFormula, previous } },
};

function tokenizeFormula(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  let before: Code = null;
  return open;

  function open(code: Code): State | undefined {
    effects.enter('formula' as never);
    effects.enter('formulaSequence' as never);
    effects.consume(code);
    effects.exit('formulaSequence' as never);
    return first;
  }

  function first(code: Code): State | undefined {
    return code === DOLLAR || isSpace(code) ? nok(code) : between(code);
  }

  function between(code: Code): State | undefined {
    if (code === null) return nok(code);
    if (code === DOLLAR) return close(code);
    if (isLineEnding(code)) {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      before = code;
      return between;
    }
    effects.enter('formulaData' as never);
    return data(code);
  }

  function data(code: Code): State | undefined {
    if (code === null || isLineEnding(code) || code === DOLLAR) {
      effects.exit('formulaData' as never);
      return between(code);
    }
    effects.consume(code);
    before = code;
    return code === BACKSLASH ? escaped : data;
  }

  /** An escaped dollar does not end a formula. */
  function escaped(code: Code): State | undefined {
    if (code === null || isLineEnding(code)) return data(code);
    effects.consume(code);
    before = code;
    return data;
  }

  function close(code: Code): State | undefined {
    if (isSpace(before)) return nok(code);
    effects.enter('formulaSequence' as never);
    effects.consume(code);
    effects.exit('formulaSequence' as never);
    return end;
  }

  function end(code: Code): State | undefined {
    if (code !== null && code >= 48 && code <= 57) return nok(code);
    effects.exit('formula' as never);
    return ok(code);
  }
}

/** The second of two dollars begins no formula, unless the first one is escaped or ends a formula. */
function previous(this: TokenizeContext, code: Code): boolean {
  const last: string | undefined = this.events.at(-1)?.[1].type;
  return code !== DOLLAR || last === 'characterEscape' || last === 'formula';
}

function isLineEnding(code: Code): boolean {
  return code !== null && code < -2;
}

function isSpace(code: Code): boolean {
  return code !== null && (code < 0 || code === 32);
}
