import { randomBytes } from 'node:crypto';

import { ok, problem, warning, type Finding } from './finding.ts';

/** Requests that are sent: two instances behind one balancer may each count every other one. */
const REQUESTS = 6;
/** Milliseconds for each of them. */
const TIMEOUT_MS = 5000;

/** Checks whether visitors can choose their client IP, where that can be found out from here. */
export function examineClientIp(siteUrl: string, header: string): Finding | Promise<Finding> {
  if (!isLocal(siteUrl)) return sendMadeUpIps(siteUrl, header);
  return ok(ABOUT, `${siteUrl} is on this machine, where no proxy is in front.`);
}

/**
 * Checks whether visitors can choose their client IP: sends requests to the site's own public address, each with another
 * made-up client IP. When each of them is counted as the first of its client, the proxy in front passes the header on.
 *
 * @param siteUrl such as `https://blog.example`
 * @param header the name of the client IP header
 */
export async function sendMadeUpIps(siteUrl: string, header: string): Promise<Finding> {
  const left: string[] = [];
  try {
    for (let sent = 0; sent < REQUESTS; sent++) left.push(await remainingFor(siteUrl, header));
  } catch (error) {
    return warning(ABOUT, `Not checked: ${siteUrl} ${reasonOf(error)}.`);
  }
  if (new Set(left).size > 1) return ok(ABOUT, `${siteUrl} does not believe a made-up ${header}.`);
  return problem(
    ABOUT,
    `${siteUrl} believes a made-up ${header}: visitors can choose their client IP, and no limit holds for them. Let the proxy overwrite the header: nginx "proxy_set_header ${header} $remote_addr;", Caddy "header_up ${header} {remote_host}", Apache "RequestHeader set ${header} expr=%{REMOTE_ADDR}" (docs/operating.md, "Behind a proxy").`,
  );
}

const ABOUT = 'client ip';

/** How many requests a made-up client has left after this one. */
async function remainingFor(siteUrl: string, header: string): Promise<string> {
  const answer = await fetch(`${siteUrl}/api/site`, {
    headers: { [header]: madeUpIp(), 'Cache-Control': 'no-cache' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  const remaining = answer.headers.get('ratelimit-remaining');
  if (answer.status !== 200) throw new Unclear(`answered ${answer.status}`);
  if (remaining === null) throw new Unclear('answers without RateLimit headers');
  return remaining;
}

/** The site answered, but not in a way that says anything. */
class Unclear extends Error {}

function reasonOf(error: unknown): string {
  return error instanceof Unclear ? error.message : 'cannot be reached from here';
}

/** Of the range for documentation (RFC 3849), so that it is nobody's and was never counted before. */
function madeUpIp(): string {
  const groups = randomBytes(8).toString('hex').match(/.{4}/g) ?? [];
  return `2001:db8:${groups.join(':')}:0:1`;
}

function isLocal(siteUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(siteUrl).hostname);
}
