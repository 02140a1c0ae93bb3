import { createHmac } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from './clock.ts';
import { formerKey, secretKey } from './secret-keys.ts';

/** How long one key serves, in milliseconds: 30 days. For as long again the key before it still tells who is back. */
const KEY_LIFE = 30 * 24 * 60 * 60 * 1000;

/** The caller's address as keyed hashes, the only form in which it is stored. */
export interface AddressHashes {
  /** Under which a mark of this address is left now. */
  current: string;
  /** Under which one may have been left before the key was renewed; `current` again when it was not. */
  former: string;
}

/** What is asked of a call to tell who makes it. */
interface Caller {
  em: SqlEntityManager;
  clock: Clock;
  request: { clientIp: string };
}

export async function addressHashes(ctx: Caller): Promise<AddressHashes> {
  const oldest = new Date(ctx.clock.now() - KEY_LIFE).toISOString();
  const key = await secretKey(ctx.em, ctx.clock, 'address', oldest);
  const former = await formerKey(ctx.em, 'address');
  const hash = (one: string) => createHmac('sha256', one).update(ctx.request.clientIp).digest('hex');
  return { current: hash(key), former: hash(former ?? key) };
}
