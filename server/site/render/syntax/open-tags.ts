import type { Code, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';

/**
 * Tags in a line whose attributes may have values with a slash and without quotation marks, as CommonMark 0.31 allows:
 * `<a href=https://a.example/b>`. That of micromark ends such a value at the slash, and then finds no tag. It reads those
 * that go on in the next line.
 */
export const openTags: Extension = { text: { [60]: { name: 'openTag', tokenize: tokenizeTag } } };

function tokenizeTag(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  let quote = '';
  return (code) => {
    effects.enter('htmlText');
    effects.enter('htmlTextData');
    effects.consume(code);
    return begin;
  };

  function begin(code: Code): State | undefined {
    return is(code, /[a-z]/i) ? take(code, inName) : nok(code);
  }

  function inName(code: Code): State | undefined {
    return is(code, /[a-z\d-]/i) ? take(code, inName) : behind(code);
  }

  /** Behind a name or a value. */
  function behind(code: Code): State | undefined {
    if (is(code, /\s/)) return take(code, between);
    if (is(code, /\//)) return take(code, close);
    return close(code);
  }

  function between(code: Code): State | undefined {
    return is(code, /[a-z_:]/i) ? take(code, inAttribute) : behind(code);
  }

  function inAttribute(code: Code): State | undefined {
    return is(code, /[\w:.-]/) ? take(code, inAttribute) : behindAttribute(code);
  }

  function behindAttribute(code: Code): State | undefined {
    if (is(code, /=/)) return take(code, beforeValue);
    return is(code, /\s/) ? take(code, afterSpace) : behind(code);
  }

  function afterSpace(code: Code): State | undefined {
    return is(code, /[\s=]/) ? behindAttribute(code) : between(code);
  }

  function beforeValue(code: Code): State | undefined {
    if (is(code, /\s/)) return take(code, beforeValue);
    if (is(code, /["']/)) {
      quote = String.fromCharCode(code!);
      return take(code, inQuotes);
    }
    return is(code, /[^<=>`]/) ? inValue(code) : nok(code);
  }

  function inQuotes(code: Code): State | undefined {
    if (code === null || code < -2) return nok(code);
    return take(code, is(code, /["']/) && String.fromCharCode(code) === quote ? behind : inQuotes);
  }

  function inValue(code: Code): State | undefined {
    return is(code, /[^\s"'<=>`]/) ? take(code, inValue) : behind(code);
  }

  function close(code: Code): State | undefined {
    if (!is(code, />/)) return nok(code);
    effects.consume(code);
    effects.exit('htmlTextData');
    effects.exit('htmlText');
    return ok;
  }

  function take(code: Code, state: State): State {
    effects.consume(code);
    return state;
  }
}

/** A tab is a space; at the end of a line nothing is anything. */
function is(code: Code, pattern: RegExp): boolean {
  if (code === null || code < -2) return false;
  return pattern.test(code < 0 ? ' ' : String.fromCharCode(code));
}
