/** An old address that does not lead to a page. */
export interface DeadAddress {
  path: string;
  /** The status of the response at which it ends; 0 if there is none. */
  status: number;
}

/** The result of asking a service for old addresses. */
export interface Verified {
  total: number;
  /** Those that answer 200 themselves. */
  pages: number;
  /** Those that answer 301 to a page. */
  redirects: number;
  dead: DeadAddress[];
}

/** The end of a request: its status, and whether it was redirected. */
export interface Reached {
  status: number;
  isRedirected: boolean;
}

/** How many requests there are at a time. */
const PARALLEL = 4;

/**
 * Asks a service for every old address.
 *
 * @param paths decoded
 * @param reach requests an encoded path
 * @param at called with the number of those that are done
 * @param signal ends it; the result then covers what was done until then
 */
export async function verifyAddresses(
  paths: readonly string[],
  reach: (path: string) => Promise<Reached>,
  at: (done: number) => void,
  signal?: AbortSignal,
): Promise<Verified> {
  const wanted = [...new Set(paths)];
  const result: Verified = { total: wanted.length, pages: 0, redirects: 0, dead: [] };
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let path = wanted[next++]; path !== undefined; path = wanted[next++]) {
      if (signal?.aborted) return;
      const { status, isRedirected } = await reach(encodedPath(path));
      if (status !== 200) result.dead.push({ path, status });
      else if (isRedirected) result.redirects++;
      else result.pages++;
      at(++done);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const order = new Map(wanted.map((path, index) => [path, index]));
  result.dead.sort((one, other) => order.get(one.path)! - order.get(other.path)!);
  return result;
}

function encodedPath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/');
}
