let isTold = false;

/**
 * Why a request has no response: browsers do not say whether the service is away or does not allow the origin of the
 * page. Every origin may load this script, so when that works, it is the origin.
 *
 * @returns a code
 */
export async function whyUnreachable(): Promise<string> {
  const isThere = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere) return 'UNREACHABLE';
  const { origin } = globalThis;
  const service = new URL(import.meta.url).host;
  const hasOrigin = origin !== 'null';
  if (!isTold) {
    console.error(
      hasOrigin
        ? `Octavo: ${service} does not allow comments on pages of ${origin}. Add it there: CORS_ORIGINS=${origin}, or to the comment sites in Settings.`
        : 'Octavo: comments need a page with an origin; files and sandboxed frames have none.',
    );
  }
  isTold = true;
  return hasOrigin ? 'ORIGIN_NOT_ALLOWED' : 'ORIGIN_NULL';
}
