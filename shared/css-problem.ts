/** An error in a style sheet of the owner. */
export type CssProblem = { line: number } & (
  | { kind: 'syntax'; message: string }
  /** A rule or function that can name an address, such as `@import` and `image-set()`. */
  | { kind: 'address'; name: string }
  /** `@charset`. */
  | { kind: 'encoding' }
  | { kind: 'url' }
);

const START = 'must be valid CSS that loads nothing from elsewhere; line ';
const URL_RULE = 'url() must be an address of this site, such as /media/a.png, or a data URL of an image';
const ENCODING = '@charset is not allowed, because the file is always UTF-8';
const ADDRESS = ' is not allowed, because it can name an address of another site';

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
  if (message === ENCODING) return { line, kind: 'encoding' };
  if (message.endsWith(ADDRESS)) return { line, kind: 'address', name: message.slice(0, -ADDRESS.length) };
  return { line, kind: 'syntax', message };
}

function messageOf(problem: CssProblem): string {
  if (problem.kind === 'url') return URL_RULE;
  if (problem.kind === 'encoding') return ENCODING;
  return problem.kind === 'address' ? problem.name + ADDRESS : problem.message;
}
