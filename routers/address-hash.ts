import { createHmac } from 'node:crypto';

import type { CallContext } from './context.ts';
import { secretKey } from './secret-keys.ts';

/** How long one key serves, in milliseconds: 30 days. What was hashed before cannot be matched any more. */
const KEY_LIFE = 30 * 24 * 60 * 60 * 1000;

/** The caller's address as a keyed hash, the only form in which it is stored. */
export async function addressHash(ctx: CallContext): Promise<string> {
  const oldest = new Date(ctx.clock.now() - KEY_LIFE).toISOString();
  const key = await secretKey(ctx.em, ctx.clock, 'address', oldest);
  return createHmac('sha256', key).update(ctx.request.address).digest('hex');
}
