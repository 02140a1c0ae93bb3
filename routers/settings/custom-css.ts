// oxlint-disable-next-line typescript/triple-slash-reference -- who compiles the types of the client has no other way to it
/// <reference path="./css-tree.d.ts" />
import type { ParseError } from 'css-tree/parser';
import { z } from 'zod';

import { cssProblemMessage, type CssProblem } from '../../shared/css-problem.ts';

/** The maximum number of characters. */
const MAX_LENGTH = 50_000;

/** At-rules that would load other style sheets, or change how the file is read. */
const FORBIDDEN = new Set(['import', 'charset', 'namespace']);

/** The error for CSS that overflows the stack of css-tree, which reports no line then. */
const TOO_DEEP: CssProblem = { line: 1, kind: 'syntax', message: 'rules are nested too deeply' };

/** CSS of the owner; "" for none. */
export const customCss = z
  .string()
  .max(MAX_LENGTH)
  .superRefine(async (css, issues) => {
    const problem = await cssProblem(css);
    if (problem !== null) issues.addIssue(problem);
  })
  .meta({ override: { type: 'string', maxLength: MAX_LENGTH } });

/**
 * The first error of a style sheet, with its line. Errors include what the Content Security Policy would block: other
 * style sheets, fonts of other sites, and anything that is not loaded over https.
 *
 * @returns null if there is none
 */
export async function cssProblem(css: string): Promise<string | null> {
  if (css.trim() === '') return null;
  const [{ default: parse }, { default: walk }] = await Promise.all([
    import('css-tree/parser'),
    import('css-tree/walker'),
  ]);
  const problems: CssProblem[] = [];
  const addError = (error: ParseError | RangeError) =>
    problems.push(
      error instanceof RangeError
        ? TOO_DEEP
        : { line: error.line, kind: 'syntax', message: withSmallLetter(error.message) },
    );
  try {
    const tree = parse(css, { positions: true, parseCustomProperty: true, onParseError: addError });
    walk(tree, function (node) {
      const line = node.loc?.start.line ?? 1;
      const name = node.name?.toLowerCase() ?? '';
      if (node.type === 'Atrule' && FORBIDDEN.has(name)) problems.push({ line, kind: 'rule', rule: `@${name}` });
      if (node.type === 'Url' && !isLoaded(String(node.value), this.atrule?.name?.toLowerCase() === 'font-face')) {
        problems.push({ line, kind: 'url' });
      }
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problems.push(TOO_DEEP);
  }
  const [first] = problems.toSorted((a, b) => a.line - b.line);
  return first ? cssProblemMessage(first) : null;
}

/** Whether the Content Security Policy lets a page load a URL (server/http/headers.ts). */
function isLoaded(url: string, isFont: boolean): boolean {
  if (/^(?:\/(?!\/)|#)/.test(url)) return true;
  return !isFont && /^(?:https:\/\/|data:image\/)/i.test(url);
}

function withSmallLetter(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
