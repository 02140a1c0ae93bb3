import ipaddr from 'ipaddr.js';

/** After an hour a failure is forgotten. Milliseconds. */
export const MEMORY = 60 * 60 * 1000;
/** So long a failure is kept, since the cooldown that it brought may go on after some of its kind are forgotten. */
export const KEPT = MEMORY + 15 * 60 * 1000;
/** A password is checked within seconds: what takes longer was left behind by a process that died. Milliseconds. */
export const CHECKING = 60 * 1000;
/** How long an attempt waits for those that are being checked, in milliseconds. */
const A_MOMENT = 1000;

/** The tiers of docs/interface.md, A14: a number of failures, then a cooldown in milliseconds. */
const tiers = [
  { name: 'address', max: 5, cooldown: 15 * 60 * 1000 },
  { name: 'subnet', max: 15, cooldown: 60 * 1000 },
  { name: 'site', max: 30, cooldown: 10 * 1000 },
] as const;

type Tier = (typeof tiers)[number];

/** A cooldown that begins. */
export interface Cooldown {
  tier: Tier['name'];
  /** How many failures of the last hour brought it. */
  failures: number;
  milliseconds: number;
}

/** An attempt, pending or failed, as each tier counts it. */
export interface Try {
  /** Null once a success cleared the counter of the address. */
  address: string | null;
  subnet: string;
  /** When, on the monotonic clock of this process. */
  at: number;
}

/** A try from this address. */
export function tryOf(address: string, now: number): Try & { address: string } {
  return { address, subnet: subnetOf(address), at: now };
}

/**
 * How long an attempt has to wait: a cooldown goes on, or as many are being checked as may still fail.
 *
 * @param failures in the order in which they happened
 * @param pending what is being checked, without the attempt itself
 * @returns milliseconds; 0 when it may be made now
 */
export function waitOf(attempt: Try, failures: readonly Try[], pending: readonly Try[]): number {
  const now = attempt.at;
  const kept = since(failures, now - KEPT);
  const checked = since(pending, now - CHECKING);
  for (const tier of tiers) {
    const own = kept.filter((one) => isSame(tier, one, attempt));
    const until = cooldownEnd(tier, own);
    if (until > now) return until - now;
    // Once the cooldown is over one more may be tried, and only one at a time.
    const room = Math.max(1, tier.max - since(own, now - MEMORY).length);
    if (checked.filter((one) => isSame(tier, one, attempt)).length >= room) return A_MOMENT;
  }
  return 0;
}

/**
 * The cooldowns that begin, or begin again, with the last of these failures.
 *
 * @param failures in the order in which they happened
 */
export function cooldownsBegun(failures: readonly Try[]): Cooldown[] {
  const last = failures.at(-1);
  if (!last) return [];
  const recent = since(failures, last.at - MEMORY);
  return tiers
    .map(({ name, max, cooldown }) => {
      const counted = recent.filter((one) => isSame({ name }, one, last)).length;
      return { tier: name, failures: counted, milliseconds: counted >= max ? cooldown : 0 };
    })
    .filter(({ milliseconds }) => milliseconds > 0);
}

/** When the cooldown that these failures brought ends; -Infinity for none. The last one decides, with those before it. */
function cooldownEnd(tier: Tier, own: readonly Try[]): number {
  const last = own.at(-1);
  return last && since(own, last.at - MEMORY).length >= tier.max ? last.at + tier.cooldown : -Infinity;
}

function since(tries: readonly Try[], moment: number): Try[] {
  return tries.filter(({ at }) => at > moment);
}

function isSame(tier: Pick<Tier, 'name'>, a: Try, b: Try): boolean {
  return tier.name === 'site' || a[tier.name] === b[tier.name];
}

/** IPv4 /24; IPv6 the first four groups. */
export function subnetOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4'
    ? address.split('.').slice(0, 3).join('.')
    : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
