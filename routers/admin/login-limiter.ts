import ipaddr from 'ipaddr.js';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';

import { LoginFailure } from '../../entities/login-failure.ts';
import type { Clock } from '../clock.ts';
import { refuse, type Refusal } from '../errors.ts';

/** After an hour a failure is forgotten. Milliseconds. */
const MEMORY = 60 * 60 * 1000;
/** So long a failure is kept, since the cooldown that it brought may go on after some of its kind are forgotten. */
const KEPT = MEMORY + 15 * 60 * 1000;

/** The tiers of interface.md (Authentication, 5): so many failures, then a cooldown in milliseconds. */
const tiers = [
  { name: 'address', max: 5, cooldown: 15 * 60 * 1000 },
  { name: 'subnet', max: 15, cooldown: 60 * 1000 },
  { name: 'site', max: 30, cooldown: 10 * 1000 },
] as const;

type Tier = (typeof tiers)[number];

/** A failed attempt, as each tier counts it. `address` is null once a success cleared it. */
interface Failure {
  address: string | null;
  subnet: string;
  at: number;
}

/** A place that was kept for an attempt before its password is hashed. Exactly one of the two is called. */
export interface Attempt {
  failed(): Promise<void>;
  succeeded(): Promise<void>;
  /** The attempt came to nothing: the server was busy. */
  dropped(): void;
}

export interface LoginLimiter {
  /**
   * Keeps a place for an attempt. Answers from memory, before the database is asked anything.
   *
   * @throws RATE_LIMITED during a cooldown, or while as many attempts as may still fail are being checked
   */
  reserve(address: string): Attempt;
}

/**
 * Makes the limiter of failed sign-ins. What it answers by is in memory; what it knows is in the database, so that a
 * restart forgets nothing.
 */
export async function createLoginLimiter(em: SqlEntityManager, clock: Clock, log: Logger): Promise<LoginLimiter> {
  let failures = await loadFailures(em, clock);
  const pending: Failure[] = [];

  function refusal(attempt: Failure): Refusal | null {
    const now = clock.now();
    failures = failures.filter(({ at }) => at > now - KEPT);
    for (const tier of tiers) {
      const own = failures.filter((one) => isSame(tier, one, attempt));
      const until = cooldownEnd(tier, own);
      if (until > now) return tooMany(until - now);
      // Once the cooldown is over one more may be tried, and only one at a time.
      const room = Math.max(1, tier.max - countSince(own, now - MEMORY));
      if (pending.filter((one) => isSame(tier, one, attempt)).length >= room) return tooMany(1000);
    }
    return null;
  }

  return {
    reserve(address) {
      const attempt: Failure = { address, subnet: subnetOf(address), at: clock.now() };
      const refused = refusal(attempt);
      if (refused) throw refused;
      pending.push(attempt);
      const release = () => void pending.splice(pending.indexOf(attempt), 1);
      return {
        async failed() {
          release();
          const failure = { ...attempt, at: clock.now() };
          failures.push(failure);
          warnSite(log, countSince(failures, failure.at - MEMORY));
          await keep(em, clock, failure);
        },
        async succeeded() {
          release();
          if (!failures.some((one) => one.address === address)) return;
          failures = failures.map((one) => (one.address === address ? { ...one, address: null } : one));
          await em.fork().nativeUpdate(LoginFailure, { address }, { address: null });
        },
        dropped: release,
      };
    },
  };
}

/** The edge mode: this process lets ten sign-ins a minute through and counts nothing else. */
export function createEdgeLimiter(clock: Clock): LoginLimiter {
  const most = 10;
  const window = 60_000;
  let endsAt = 0;
  let count = 0;
  const nothing = { failed: async () => undefined, succeeded: async () => undefined, dropped: () => undefined };
  return {
    reserve() {
      const now = clock.now();
      if (now >= endsAt) [endsAt, count] = [now + window, 0];
      if (count >= most) throw tooMany(endsAt - now);
      count += 1;
      return nothing;
    },
  };
}

/** When the cooldown that these failures brought ends; 0 for none. The last failure decides, with those before it. */
function cooldownEnd(tier: Tier, own: Failure[]): number {
  const last = own.at(-1);
  return last && countSince(own, last.at - MEMORY) >= tier.max ? last.at + tier.cooldown : 0;
}

function countSince(failures: Failure[], since: number): number {
  return failures.filter(({ at }) => at > since).length;
}

function isSame(tier: Tier, a: Failure, b: Failure): boolean {
  return tier.name === 'site' || a[tier.name] === b[tier.name];
}

function tooMany(milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return refuse(
    'RATE_LIMITED',
    `Too many failed sign-ins; try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    { retryAfter: seconds },
  );
}

/** IPv4 /24; IPv6 the first four groups. */
function subnetOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4'
    ? address.split('.').slice(0, 3).join('.')
    : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}

function warnSite(log: Logger, failures: number): void {
  const { max, cooldown } = tiers[2];
  if (failures < max) return;
  log.error({ alert: 'login', failures, cooldown: cooldown / 1000 }, 'sign-in is cooling down site-wide');
}

async function loadFailures(em: SqlEntityManager, clock: Clock): Promise<Failure[]> {
  const since = new Date(clock.now() - KEPT).toISOString();
  const rows = await em.fork().find(LoginFailure, { at: { $gt: since } }, { orderBy: { key: 'asc' } });
  return rows.map(({ address, subnet, at }) => ({ address: address ?? null, subnet, at: Date.parse(at) }));
}

async function keep(em: SqlEntityManager, clock: Clock, { address, subnet, at }: Failure): Promise<void> {
  const fork = em.fork();
  await fork.nativeDelete(LoginFailure, { at: { $lte: new Date(clock.now() - KEPT).toISOString() } });
  await fork.insert(LoginFailure, { address, subnet, at: new Date(at).toISOString() });
}
