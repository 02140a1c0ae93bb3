import type { MediaType, Operation, Response } from '../openapi/document.ts';
import { html, type Html } from '../html.ts';

/** The address that examples are sent to. */
const SITE = 'https://blog.example';

/** The command by which an operation is called from a shell. */
export function curlOf(method: string, path: string, operation: Operation): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.example;
  const verb = method === 'GET' ? 'curl' : `curl -X ${method}`;
  return [
    `${verb} ${quote(SITE + fill(path, operation))}`,
    ...(operation.security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

/** What an operation answers when all goes well. */
export function answerOf({ responses }: Operation): { status: string; media: MediaType; type: string } | undefined {
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const [type, media] = Object.entries((response as Response | undefined)?.content ?? {})[0] ?? [];
  return status !== undefined && type !== undefined && media ? { status, media, type } : undefined;
}

/** JSON in colours. */
export function json(value: unknown): Html {
  // Every second piece is a string, a key (with its colon), a number or a word.
  const tokens = JSON.stringify(value, null, 2).split(/("(?:[^"\\]|\\.)*":?|[\w.+-]+)/);
  return html`${tokens.map((token, at) => {
    if (at % 2 === 0 || token.endsWith('":')) return token;
    return token.startsWith('"') ? html`<i>${token}</i>` : html`<b>${token}</b>`;
  })}`;
}

function fill(path: string, { parameters = [] }: Operation): string {
  const shown = parameters.filter(({ in: place, example }) => place === 'query' && example !== undefined);
  const query = new URLSearchParams(shown.map(({ name, example }) => [name, String(example)])).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example;
    return encodeURIComponent(String(example ?? name));
  });
  return query === '' ? filled : `${filled}?${query}`;
}

/** Quotes for a shell. */
function quote(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
