import { failure, parse, type Transport } from './transport.ts';

/** How many responses are kept, and the characters that one of them may have. */
const MAX_KEPT = 100;
const MAX_LENGTH = 200_000;
/** Ids that no path changes: not "", "." or "..". */
const PATH_ID = /^[\p{L}\p{N}-]+$/u;

/** Reads a post, or returns undefined for an id that cannot stand in a path. */
export type ReadPost = (input: unknown, signal: AbortSignal) => Promise<unknown> | undefined;

/**
 * Reads posts over REST, one in a request: of a post that has not changed since it was last read, the service sends 304
 * instead of the post. The client keeps the responses itself, because only browsers have a cache.
 */
export function createPostReads(transport: Transport): ReadPost {
  const kept = new Map<string, { tag: string; text: string }>();

  async function read(path: string, signal: AbortSignal): Promise<unknown> {
    const before = leavesToBrowser(transport.url) ? undefined : kept.get(path);
    const received = await transport.send(path, signal, before && { headers: { 'if-none-match': before.tag } });
    const { response } = received;
    const text = response.status === 304 && before ? before.text : received.text;
    const body = parse({ response, text });
    if (!response.ok && response.status !== 304) throw failure(received, body);
    keep(path, response.headers.get('etag') ?? before?.tag, text);
    return body;
  }

  function keep(path: string, tag: string | undefined, text: string): void {
    kept.delete(path);
    if (!tag || text.length > MAX_LENGTH) return;
    kept.set(path, { tag, text });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  return (input, signal) => {
    const { id, ...more } = (input ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || !PATH_ID.test(id)) return undefined;
    const fields = Object.entries(more).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const query = fields.length > 0 ? `?${new URLSearchParams(fields)}` : '';
    return read(`/api/posts/${encodeURIComponent(id)}${query}`, signal);
  };
}

/** Whether a header of ours would cost a preflight: on pages of another origin the browser's own cache asks for the 304. */
function leavesToBrowser(url: string): boolean {
  const { location } = globalThis as { location?: { href: string; origin: string } };
  return location !== undefined && new URL(url, location.href).origin !== location.origin;
}
