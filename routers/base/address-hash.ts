import { createHmac } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from './clock.ts';
import { keyPair, type KeyName } from './secret-keys.ts';

const DAY = 24 * 60 * 60 * 1000;
/** How long a key is used. The former key identifies callers for as long again. */
const KEY_LIFE = 30 * DAY;

/** A value as keyed hashes, the only form in which IP addresses are stored. */
export interface KeyedHashes {
  /** With the current key, for new marks. */
  current: string;
  /** With the former key, for existing marks; the same as `current` without a former key. */
  former: string;
}

/** The parts of a request that identify its caller. */
interface Caller {
  em: SqlEntityManager;
  clock: Clock;
  request: { clientIp: string };
}

/** The caller's IP address. */
export function addressHashes(ctx: Caller): Promise<KeyedHashes> {
  return hashesOfAddress(ctx, ctx.request.clientIp);
}

/** An IP address. */
export async function hashesOfAddress(ctx: Pick<Caller, 'em' | 'clock'>, ip: string): Promise<KeyedHashes> {
  const hash = await keyedHash(ctx, 'address', KEY_LIFE);
  return hash(ip);
}

/**
 * A function that hashes values with a key that is replaced from time to time, and with the key before.
 *
 * @param life how long a key is used, in milliseconds
 */
export async function keyedHash(
  { em, clock }: Pick<Caller, 'em' | 'clock'>,
  name: KeyName,
  life: number,
): Promise<(value: string) => KeyedHashes> {
  const { current, former } = await keyPair(em, clock, name, life);
  return (value) => ({ current: hashWith(current, value), former: hashWith(former, value) });
}

/** A value as a keyed hash: HMAC-SHA256 in hexadecimal. */
export function hashWith(key: string, value: string): string {
  return createHmac('sha256', key).update(value).digest('hex');
}
