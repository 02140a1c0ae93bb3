import { randomBytes } from 'node:crypto';

import { ok, problem, warning, type Finding } from './finding.ts';

/** The number of requests: behind a load balancer, each of two instances may count every other one. */
const REQUESTS = 6;
/** The timeout of each request. */
const TIMEOUT_MS = 5000;

/** Checks whether visitors can choose their client IP, unless the site is local. */
export function examineClientIp(siteUrl: string, header: string): Finding | Promise<Finding> {
  if (!isLocal(siteUrl)) return sendMadeUpIps(siteUrl, header);
  return ok(ABOUT, `${siteUrl} is on this machine, without a proxy.`);
}

/**
 * Checks whether visitors can choose their client IP: sends requests to the public URL of the site, each with a
 * different made-up client IP. If each is counted as the first of its client, the proxy forwards the header.
 *
 * @param siteUrl such as `https://blog.example`
 * @param header the name of the client IP header
 */
export async function sendMadeUpIps(siteUrl: string, header: string): Promise<Finding> {
  const left: string[] = [];
  try {
    for (let sent = 0; sent < REQUESTS; sent++) left.push(await remainingFor(siteUrl, header));
  } catch (error) {
    return warning(ABOUT, `Not checked: ${siteUrl} ${failureReason(error)}.`);
  }
  if (new Set(left).size > 1) return ok(ABOUT, `${siteUrl} ignores a made-up ${header}.`);
  return problem(
    ABOUT,
    `${siteUrl} accepts a made-up ${header}: visitors can choose their client IP, and evade every limit. Let the proxy overwrite the header: nginx "proxy_set_header ${header} $remote_addr;", Caddy "header_up ${header} {remote_host}", Apache "RequestHeader set ${header} expr=%{REMOTE_ADDR}" (docs/operating.md, "Behind a proxy").`,
  );
}

const ABOUT = 'client ip';

/** The value of RateLimit-Remaining for a made-up client. */
async function remainingFor(siteUrl: string, header: string): Promise<string> {
  const answer = await fetch(`${siteUrl}/api/site`, {
    headers: { [header]: madeUpIp(), 'Cache-Control': 'no-cache' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  const remaining = answer.headers.get('ratelimit-remaining');
  if (answer.status !== 200) throw new Inconclusive(`responded with ${answer.status}`);
  if (remaining === null) throw new Inconclusive('sends no RateLimit headers');
  return remaining;
}

/** The site responded, but not conclusively. */
class Inconclusive extends Error {}

function failureReason(error: unknown): string {
  return error instanceof Inconclusive ? error.message : 'cannot be reached from here';
}

/** An unused address of the documentation range (RFC 3849). */
function madeUpIp(): string {
  const groups = randomBytes(8).toString('hex').match(/.{4}/g) ?? [];
  return `2001:db8:${groups.join(':')}:0:1`;
}

/** Whether a site is on this machine. */
export function isLocal(siteUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(siteUrl).hostname);
}
