/** An error in a style sheet of the owner. */
export type CssProblem = { line: number } & (
  | { kind: 'syntax'; message: string }
  /** A rule such as `@import`. */
  | { kind: 'rule'; rule: string }
  | { kind: 'url' }
);

const START = 'must be valid CSS that the site may load; line ';
const URL_RULE = 'url() must be a path of this site, or for images an https or data URL';
const FORBIDDEN = ' is not allowed';

/** The message of an issue about it. */
export function cssProblemMessage(problem: CssProblem): string {
  return `${START}${problem.line}: ${messageOf(problem)}`;
}

/** Parses a message of `cssProblemMessage`, so that the app can translate it; null for other messages. */
export function cssProblemIn(text: string): CssProblem | null {
  const at = text.toLowerCase().indexOf(START.toLowerCase());
  const [, number, message = ''] = /^(\d+): (.*?)\.?$/s.exec(at < 0 ? '' : text.slice(at + START.length)) ?? [];
  if (number === undefined) return null;
  const line = Number(number);
  if (message === URL_RULE) return { line, kind: 'url' };
  if (message.startsWith('@') && message.endsWith(FORBIDDEN)) {
    return { line, kind: 'rule', rule: message.slice(0, -FORBIDDEN.length) };
  }
  return { line, kind: 'syntax', message };
}

function messageOf(problem: CssProblem): string {
  if (problem.kind === 'url') return URL_RULE;
  return problem.kind === 'rule' ? problem.rule + FORBIDDEN : problem.message;
}
