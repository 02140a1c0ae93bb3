// oxlint-disable-next-line typescript/triple-slash-reference -- who compiles the types of the client has no other way to it
/// <reference path="./css-tree.d.ts" />
import { tokenize, tokenTypes } from 'css-tree/tokenizer';

/** A token of a style sheet. */
export interface Token {
  type: number;
  /** Where it begins. */
  start: number;
  text: string;
}

/** The tokens of a style sheet without comments and white space. */
export function tokenizeCss(css: string): Token[] {
  const tokens: Token[] = [];
  tokenize(css, (type, start, end) => {
    if (type === tokenTypes.WhiteSpace || type === tokenTypes.Comment) return;
    tokens.push({ type, start, text: css.slice(start, end) });
  });
  return tokens;
}

/** Whether a token begins a part that ends with `)`: a function or a parenthesis. */
export function opensParenthesis({ type, text }: Token): boolean {
  return text === '(' || type === tokenTypes.Function;
}
