import ipaddr from 'ipaddr.js';

/** How long a failure counts. */
export const FAILURE_WINDOW_MS = 60 * 60 * 1000;
/** How long a failure is stored: its cooldown may outlast the window. */
export const RETENTION_MS = FAILURE_WINDOW_MS + 15 * 60 * 1000;
/**
 * How long an attempt may be pending. A password is checked within seconds, so an older one is of a process that died.
 */
export const PENDING_TIMEOUT_MS = 60 * 1000;
/** How long to wait for pending attempts. */
const PENDING_WAIT_MS = 1000;

/** The tiers of docs/interface.md, A14: a number of failures, then a cooldown in milliseconds. */
const tiers = [
  { name: 'address', max: 5, cooldown: 15 * 60 * 1000 },
  { name: 'subnet', max: 15, cooldown: 60 * 1000 },
  { name: 'site', max: 30, cooldown: 10 * 1000 },
] as const;

type Tier = (typeof tiers)[number];

/** A cooldown that starts. */
export interface Cooldown {
  tier: Tier['name'];
  /** The number of failures in the last hour. */
  failures: number;
  milliseconds: number;
}

/** An attempt, pending or failed, as each tier counts it. */
export interface LoginAttemptRecord {
  /** Null once a success cleared the counter of the address. */
  address: string | null;
  subnet: string;
  /** The time on the monotonic clock of this process. */
  at: number;
}

/** An attempt from this IP address. */
export function newLoginRecord(address: string, now: number): LoginAttemptRecord & { address: string } {
  return { address, subnet: subnetAddress(address), at: now };
}

/**
 * How long an attempt has to wait, because of a cooldown or because as many attempts are pending as may still fail.
 *
 * @param failures in chronological order
 * @param pending without the attempt itself
 * @returns milliseconds; 0 for none
 */
export function waitFor(
  attempt: LoginAttemptRecord,
  failures: readonly LoginAttemptRecord[],
  pending: readonly LoginAttemptRecord[],
): number {
  const now = attempt.at;
  const kept = since(failures, now - RETENTION_MS);
  const checked = since(pending, now - PENDING_TIMEOUT_MS);
  for (const tier of tiers) {
    const own = kept.filter((one) => isSame(tier, one, attempt));
    const until = cooldownEnd(tier, own);
    if (until > now) return until - now;
    // After a cooldown, attempts are allowed one at a time.
    const room = Math.max(1, tier.max - since(own, now - FAILURE_WINDOW_MS).length);
    if (checked.filter((one) => isSame(tier, one, attempt)).length >= room) return PENDING_WAIT_MS;
  }
  return 0;
}

/**
 * The cooldowns that the last of these failures starts or restarts.
 *
 * @param failures in chronological order
 */
export function findStartedCooldowns(failures: readonly LoginAttemptRecord[]): Cooldown[] {
  const last = failures.at(-1);
  if (!last) return [];
  const recent = since(failures, last.at - FAILURE_WINDOW_MS);
  return tiers
    .map(({ name, max, cooldown }) => {
      const counted = recent.filter((one) => isSame({ name }, one, last)).length;
      return { tier: name, failures: counted, milliseconds: counted >= max ? cooldown : 0 };
    })
    .filter(({ milliseconds }) => milliseconds > 0);
}

/** When the cooldown of these failures ends; -Infinity for none. */
function cooldownEnd(tier: Tier, own: readonly LoginAttemptRecord[]): number {
  const last = own.at(-1);
  return last && since(own, last.at - FAILURE_WINDOW_MS).length >= tier.max ? last.at + tier.cooldown : -Infinity;
}

function since(records: readonly LoginAttemptRecord[], time: number): LoginAttemptRecord[] {
  return records.filter(({ at }) => at > time);
}

function isSame(tier: Pick<Tier, 'name'>, a: LoginAttemptRecord, b: LoginAttemptRecord): boolean {
  return tier.name === 'site' || a[tier.name] === b[tier.name];
}

/** The IPv4 /24 or IPv6 /64 network of an IP address. */
export function subnetAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4'
    ? address.split('.').slice(0, 3).join('.')
    : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
