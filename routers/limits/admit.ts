import ipaddr from 'ipaddr.js';

import type { Clock } from '../clock.ts';
import type { LimitEvents, Reply } from '../context.ts';
import { refuse } from '../errors.ts';
import type { Count, CounterStore } from './counters.ts';
import { limits, NETWORK_FACTOR, readLimit, type Limit, type Standing } from './table.ts';

/** What counting needs of a request. */
export interface Counted {
  clock: Clock;
  counters: CounterStore;
  limitEvents: LimitEvents;
  request: { address: string };
  reply: Reply;
}

/**
 * Counts a read for the caller's exact address: first for its endpoint, then for all reads together. One address does
 * not affect another one's reads (interface.md, Limits, 5). With counters in memory it is done when it
 * returns; others are waited for.
 *
 * @param endpoint the procedure's name, or null for pages and feeds, which count for all reads only
 * @throws RATE_LIMITED
 */
export function admitRead(ctx: Counted, endpoint: string | null): void | Promise<void> {
  const { address } = ctx.request;
  const all = () => count(ctx, limits.everyRead, address, limits.everyRead.max);
  if (endpoint === null) return all();
  const limit = readLimit(endpoint);
  const own = count(ctx, limit, address, limit.max);
  return own ? own.then(all) : all();
}

/**
 * Counts a write for the caller's address, and for its network when it is IPv6.
 *
 * @throws RATE_LIMITED, with the seconds until the window ends
 */
export function admit(ctx: Counted, limit: Limit): void | Promise<void> {
  const { address } = ctx.request;
  const own = count(ctx, limit, address, limit.max);
  if (!address.includes(':')) return own;
  const network = () => count(ctx, limit, networkOf(address), limit.max * NETWORK_FACTOR);
  return own ? own.then(network) : network();
}

/** Takes back what `admit` counted, for address and network, for what did not happen after all. */
export async function takeBack(ctx: Counted, { name }: Limit): Promise<void> {
  const { address } = ctx.request;
  for (const who of address.includes(':') ? [address, networkOf(address)] : [address]) {
    await Promise.resolve(ctx.counters.lower(name, who)).catch(() => undefined);
  }
}

/** A limit that cannot count, because the store is away, lets everybody pass. */
function count(ctx: Counted, limit: Limit, who: string, max: number): void | Promise<void> {
  const counted = ctx.counters.raise(limit.name, who);
  if (!(counted instanceof Promise)) return judge(ctx, limit, max, counted);
  return counted.then(
    (count) => judge(ctx, limit, max, count),
    () => ctx.limitEvents.storeFailed(),
  );
}

function judge(ctx: Counted, limit: Limit, max: number, { count, endsAt }: Count): void {
  const reset = Math.max(1, Math.ceil((endsAt - ctx.clock.monotonic()) / 1000));
  tell(ctx.reply, { limit: max, remaining: Math.max(0, max - count), reset });
  const passed = count <= max;
  ctx.limitEvents.decided(limit.name, passed);
  if (passed) return;
  const wait = reset === 1 ? 'a second' : `${reset} seconds`;
  throw refuse('RATE_LIMITED', `Only ${max} ${limit.says} a minute are taken; try again in ${wait}.`, {
    retryAfter: reset,
  });
}

/** Of several limits, the headers show the one with the least remaining. */
function tell(reply: Reply, standing: Standing): void {
  if (!reply.rateLimit || standing.remaining < reply.rateLimit.remaining) reply.rateLimit = standing;
}

/** The /64 of an IPv6 address. */
function networkOf(address: string): string {
  const { parts } = ipaddr.IPv6.parse(address);
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
