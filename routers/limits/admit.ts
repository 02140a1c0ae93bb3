import ipaddr from 'ipaddr.js';

import type { RequestContext } from '../context.ts';
import { refuse } from '../errors.ts';
import type { Count } from './counters.ts';
import { limits, NETWORK_FACTOR, readLimit, type Limit, type Standing } from './table.ts';

/**
 * Counts a read: first for its endpoint, then for all reads together.
 *
 * @param endpoint the procedure's name, or null for pages and feeds, which count for all reads only
 * @throws RATE_LIMITED
 */
export async function admitRead(ctx: RequestContext, endpoint: string | null): Promise<void> {
  if (endpoint !== null) await admit(ctx, endpoint === 'search.query' ? limits.search : readLimit(endpoint));
  await admit(ctx, limits.everyRead);
}

/**
 * Counts one for the caller's address, and for its network when it is IPv6.
 *
 * @throws RATE_LIMITED, with the seconds until the window ends
 */
export async function admit(ctx: RequestContext, limit: Limit): Promise<void> {
  for (const { key, max } of keysOf(ctx.request.address, limit)) {
    const count = await raise(ctx, key);
    if (count === null) continue;
    const reset = Math.max(1, Math.ceil((count.endsAt - ctx.clock.now()) / 1000));
    tell(ctx, { limit: max, remaining: Math.max(0, max - count.count), reset });
    const passed = count.count <= max;
    ctx.limitEvents.decided(limit.name, passed);
    if (!passed) {
      throw refuse(
        'RATE_LIMITED',
        `Only ${max} ${limit.says} a minute are taken; try again in ${reset === 1 ? 'a second' : `${reset} seconds`}.`,
        {
          retryAfter: reset,
        },
      );
    }
  }
}

/** Takes back what `admit` counted, for what did not happen after all. */
export async function takeBack(ctx: RequestContext, limit: Limit): Promise<void> {
  for (const { key } of keysOf(ctx.request.address, limit)) {
    await Promise.resolve(ctx.counters.lower(key)).catch(() => undefined);
  }
}

/** Raises a counter; null when the store is away, since a limit that cannot count lets everybody pass. */
async function raise(ctx: RequestContext, key: string): Promise<Count | null> {
  try {
    return await ctx.counters.raise(key);
  } catch (error) {
    ctx.limitEvents.storeFailed(error);
    return null;
  }
}

/** Of several limits, the headers show the one with the least remaining. */
function tell(ctx: RequestContext, standing: Standing): void {
  const { reply } = ctx;
  if (!reply.rateLimit || standing.remaining < reply.rateLimit.remaining) reply.rateLimit = standing;
}

function keysOf(address: string, { name, max }: Limit): { key: string; max: number }[] {
  const own = { key: `${name} ${address}`, max };
  if (!address.includes(':')) return [own];
  return [own, { key: `${name} ${networkOf(address)}`, max: max * NETWORK_FACTOR }];
}

/** The /64 of an IPv6 address. */
function networkOf(address: string): string {
  const { parts } = ipaddr.IPv6.parse(address);
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
