import { failure, parse, type Transport } from './transport.ts';

/** The maximum number of stored responses, and their maximum length in characters. */
const MAX_KEPT = 100;
const MAX_LENGTH = 200_000;
/** Ids that are safe in a path: not "", "." or "..". */
const PATH_ID = /^[\p{L}\p{N}-]+$/u;

/** Reads a post, or returns undefined for an id that is not safe in a path. */
export type ReadPost = (input: unknown, signal: AbortSignal) => Promise<unknown> | undefined;

/**
 * Reads posts over REST, one per request: for an unchanged post, the service sends 304 instead. The client stores the
 * responses itself, because only browsers have a cache.
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

/** Whether our header would cause a preflight: for pages of another origin the browser's own cache revalidates. */
function leavesToBrowser(url: string): boolean {
  const { location } = globalThis as { location?: { href: string; origin: string } };
  return location !== undefined && new URL(url, location.href).origin !== location.origin;
}
