// oxlint-disable-next-line typescript/triple-slash-reference -- who compiles the types of the client has no other way to it
/// <reference path="./css-tree.d.ts" />
import parse from 'css-tree/parser';
import { tokenTypes } from 'css-tree/tokenizer';

import type { CssProblem } from '../../shared/css-problem.ts';
import { opensParenthesis, tokenizeCss, type Token } from './css-tokens.ts';

/** The error for CSS that overflows the stack of css-tree, which reports no line then. */
const TOO_DEEP: CssProblem = { line: 1, kind: 'syntax', message: 'rules are nested too deeply' };
/** The error for CSS that css-tree fails at. */
const UNREADABLE: CssProblem = { line: 1, kind: 'syntax', message: 'it cannot be read' };

/** How much that css-tree does not know is passed over; each costs it up to half a millisecond. */
const MAX_UNKNOWN = 200;

/**
 * Finds the first syntax error of a style sheet. What css-tree does not know yet is none: rules in rules without `&`,
 * and whatever stands in parentheses.
 */
export function findSyntaxError(css: string): CssProblem | null {
  const read = withAmpersands(css);
  const isUnknown = insideParentheses(read);
  let unknown = 0;
  try {
    parse(read, {
      onParseError(error) {
        const { offset } = error as SyntaxErrorOfCss;
        // Ends css-tree, which may take seconds to go on.
        if (isUnknown[offset] !== 1 || ++unknown > MAX_UNKNOWN) throw error;
      },
    });
    return null;
  } catch (error) {
    if (unknown > MAX_UNKNOWN) return null;
    if (error instanceof RangeError) return TOO_DEEP;
    const { line, message } = error as SyntaxErrorOfCss;
    if (line === undefined) return UNREADABLE;
    return { line, kind: 'syntax', message: message.charAt(0).toLowerCase() + message.slice(1) };
  }
}

interface SyntaxErrorOfCss extends Error {
  line: number | undefined;
  offset: number;
}

/** Parts of a style sheet that are open at a token. */
interface Open {
  token: Token;
  /** For a block: whether it, or one around it, belongs to a selector. */
  isStyle: boolean;
}

/** Begins the rules in rules with `&`, as css-tree needs it. Lines stay the same. */
function withAmpersands(css: string): string {
  const tokens = tokenizeCss(css);
  const open: Open[] = [];
  const parts: string[] = [];
  let written = 0;
  /** The first token of the declaration or rule. */
  let first = 0;
  for (const [index, token] of tokens.entries()) {
    const around = open.at(-1);
    const isInParentheses = around !== undefined && around.token.text !== '{';
    if (token.text === '{' && !isInParentheses) {
      const [begin, second] = [tokens[first]!, tokens[first + 1]];
      const isRule = begin.type !== tokenTypes.AtKeyword && !(begin.text.startsWith('--') && second?.text === ':');
      if (isRule && around?.isStyle && begin.text !== '&') {
        parts.push(css.slice(written, begin.start), '& ');
        written = begin.start;
      }
      open.push({ token, isStyle: isRule || (around?.isStyle ?? false) });
    } else if (opensParenthesis(token) || token.text === '{' || token.text === '[') {
      open.push({ token, isStyle: false });
    } else if (around && closes(token, around.token)) open.pop();
    if (!isInParentheses && /^[{};]$/.test(token.text)) first = index + 1;
  }
  return parts.join('') + css.slice(written);
}

/** @returns 1 for every place in parentheses that are closed */
function insideParentheses(css: string): Uint8Array {
  const inside = new Uint8Array(css.length + 1);
  const open: Token[] = [];
  for (const token of tokenizeCss(css)) {
    const around = open.at(-1);
    if (opensParenthesis(token) || token.text === '{' || token.text === '[') open.push(token);
    else if (around && closes(token, around)) {
      open.pop();
      const isOutermost = opensParenthesis(around) && !open.some(opensParenthesis);
      if (isOutermost) inside.fill(1, around.start + around.text.length, token.start + 1);
    }
  }
  return inside;
}

function closes({ text }: Token, opening: Token): boolean {
  if (opensParenthesis(opening)) return text === ')';
  return text === (opening.text === '{' ? '}' : ']');
}
