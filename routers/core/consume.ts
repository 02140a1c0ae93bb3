import ipaddr from 'ipaddr.js';

import type { Clock } from '../base/clock.ts';
import type { LimitEvents, Reply } from './context.ts';
import { appError } from '../base/errors.ts';
import type { Count, CounterStore } from './limits/counters.ts';
import { limits, NETWORK_FACTOR, READS_A_MINUTE, type Limit } from '../base/limits.ts';

/** The parts of a request context that counting needs. */
export interface Counted {
  clock: Clock;
  counters: CounterStore;
  limitEvents: LimitEvents;
  request: { clientIp: string };
  reply: Reply;
}

/**
 * Counts a read for the exact client IP: first for its endpoint, then for all reads together. Client IPs do not affect
 * each other's reads (docs/interface.md, L3). With counters in memory it is synchronous.
 *
 * @param endpoint the procedure's name, or null for pages and feeds, which count towards all reads only
 * @throws RATE_LIMITED
 */
export function consumeRead(ctx: Counted, endpoint: string | null): void | Promise<void> {
  const { clientIp } = ctx.request;
  const all = () => consumeOne(ctx, limits.everyRead, clientIp, limits.everyRead.max);
  if (endpoint === null) return all();
  const limit = readLimit(endpoint);
  const own = consumeOne(ctx, limit, clientIp, limit.max);
  return own ? own.then(all) : all();
}

/**
 * Counts a write for the client IP and, for IPv6, its network.
 *
 * @throws RATE_LIMITED, with the seconds until the window ends
 */
export function consume(ctx: Counted, limit: Limit): void | Promise<void> {
  const { clientIp } = ctx.request;
  const own = consumeOne(ctx, limit, clientIp, limit.max);
  if (!clientIp.includes(':')) return own;
  const network = () => consumeOne(ctx, limit, clientNetwork(clientIp), limit.max * NETWORK_FACTOR);
  return own ? own.then(network) : network();
}

/** Reverts `consume`, for client IP and network, when the counted action did not happen. */
export async function refund(ctx: Counted, { name }: Limit): Promise<void> {
  const { clientIp } = ctx.request;
  for (const key of clientIp.includes(':') ? [clientIp, clientNetwork(clientIp)] : [clientIp]) {
    await Promise.resolve(ctx.counters.decrement(name, key)).catch(() => undefined);
  }
}

/** The limit of a single read endpoint. */
export function readLimit(endpoint: string): Limit {
  const known = readLimits.get(endpoint);
  if (known) return known;
  const limit = { name: `read:${endpoint}`, max: READS_A_MINUTE, label: 'reads of this kind' };
  readLimits.set(endpoint, limit);
  return limit;
}

/** One object per endpoint; the searches share theirs. */
const readLimits = new Map<string, Limit>([
  ['search.query', limits.search],
  ['search.site', limits.search],
]);

/** Allows the call if the counters are unavailable. */
function consumeOne(ctx: Counted, limit: Limit, key: string, max: number): void | Promise<void> {
  const counted = ctx.counters.increment(limit.name, key);
  if (!(counted instanceof Promise)) return check(ctx, limit, max, counted);
  return counted.then(
    (count) => check(ctx, limit, max, count),
    () => ctx.limitEvents.storeFailed(),
  );
}

function check({ clock, limitEvents, reply }: Counted, limit: Limit, max: number, { count, endsAt }: Count): void {
  const reset = Math.max(1, Math.ceil((endsAt - clock.monotonic()) / 1000));
  const remaining = Math.max(0, max - count);
  // Of several limits, the headers show the one with the least remaining.
  if (!reply.rateLimit || remaining < reply.rateLimit.remaining) reply.rateLimit = { limit: max, remaining, reset };
  const passed = count <= max;
  limitEvents.decided(limit.name, passed);
  if (passed) return;
  const wait = reset === 1 ? 'a second' : `${reset} seconds`;
  throw appError('RATE_LIMITED', `Only ${max} ${limit.label} a minute are allowed; try again in ${wait}.`, {
    retryAfter: reset,
  });
}

/** The /64 of an IPv6 address. */
function clientNetwork(clientIp: string): string {
  const { parts } = ipaddr.IPv6.parse(clientIp);
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
