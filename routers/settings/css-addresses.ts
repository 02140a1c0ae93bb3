// oxlint-disable-next-line typescript/triple-slash-reference -- who compiles the types of the client has no other way to it
/// <reference path="./css-tree.d.ts" />
import { tokenTypes } from 'css-tree/tokenizer';
import { ident, string, url } from 'css-tree/utils';

import type { CssProblem } from '../../shared/css-problem.ts';
import { tokenizeCss, type Token } from './css-tokens.ts';

/** At-rules that load other style sheets, or name an address. */
const RULES = new Set(['import', 'namespace']);
/** Functions, without the prefix of a browser, of which a text is an address; url() is looked into. */
const FUNCTIONS = new Set(['src', 'image', 'image-set', 'image-rect', 'cross-fade', 'alphaimageloader']);

/** The origin of paths of the site, whatever its address is. */
const HERE = 'https://site.invalid';

/**
 * Finds the first place that names, or could name, an address of another site. It looks at tokens, which are the same
 * wherever they stand: also in custom properties, and in what a parser skips.
 *
 * @param bases URLs below which everything belongs to the site
 */
export function findAddress(css: string, bases: readonly string[]): CssProblem | null {
  const tokens = tokenizeCss(css);
  for (const [index, token] of tokens.entries()) {
    const problem = tokenProblem(token, tokens[index + 1], bases);
    if (problem) return { line: lineNumber(css, token.start), ...problem };
  }
  return null;
}

type Problem = CssProblem extends infer One ? (One extends unknown ? Omit<One, 'line'> : never) : never;

function tokenProblem({ type, text }: Token, next: Token | undefined, bases: readonly string[]): Problem | null {
  switch (type) {
    case tokenTypes.AtKeyword: {
      const name = ident.decode(text.slice(1)).toLowerCase();
      if (name === 'charset') return { kind: 'encoding' };
      return RULES.has(name) ? { kind: 'address', name: `@${name}` } : null;
    }
    case tokenTypes.Function:
      return problemOfFunction(text, next, bases);
    case tokenTypes.Url:
      return isOwn(url.decode(text), bases) ? null : { kind: 'url' };
    case tokenTypes.BadUrl:
      return { kind: 'url' };
    default:
      return null;
  }
}

function problemOfFunction(text: string, next: Token | undefined, bases: readonly string[]): Problem | null {
  const whole = ident.decode(text.slice(0, -1)).toLowerCase();
  // Newer browsers end a name at some of these letters.
  const name = whole.split(/[^\0-\x7f]/).at(-1)!;
  if (name === 'url') {
    // After an escaped name, browsers read an address where css-tree reads comments and texts.
    if (text.toLowerCase() !== 'url(') return { kind: 'syntax', message: 'url() must be written without escapes' };
    return next?.type === tokenTypes.String && isOwn(string.decode(next.text), bases) ? null : { kind: 'url' };
  }
  return FUNCTIONS.has(name.replace(/^-[a-z]+-/, '')) ? { kind: 'address', name: `${name}()` } : null;
}

function isOwn(address: string, bases: readonly string[]): boolean {
  // A part of the page.
  if (address.startsWith('#')) return true;
  const target = URL.parse(address, HERE);
  if (!target) return false;
  if (target.protocol === 'data:') return /^image\//i.test(target.pathname);
  if (target.origin === HERE) return address.startsWith('/');
  return bases.some((base) => target.href.startsWith(`${base}/`));
}

function lineNumber(css: string, start: number): number {
  return css.slice(0, start).split(/\r\n|[\n\r\f]/).length;
}
