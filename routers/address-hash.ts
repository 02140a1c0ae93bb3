import { createHmac, randomBytes } from 'node:crypto';

import { Secret } from '../entities/secret.ts';
import { timestamp, type CallContext } from './context.ts';

/** How long one key serves, in milliseconds: 30 days. What was hashed before cannot be matched any more. */
const KEY_LIFE = 30 * 24 * 60 * 60 * 1000;
const NAME = 'address';

/** The caller's address as a keyed hash, the only form in which it is stored. */
export async function addressHash(ctx: CallContext): Promise<string> {
  return createHmac('sha256', await currentKey(ctx))
    .update(ctx.request.address)
    .digest('hex');
}

async function currentKey(ctx: CallContext): Promise<string> {
  const oldest = new Date(ctx.clock.now() - KEY_LIFE).toISOString();
  const current = await ctx.em.fork().findOne(Secret, { name: NAME, createdAt: { $gt: oldest } });
  if (current) return current.value;
  return ctx.em.fork().transactional(async (tx) => {
    await tx.nativeDelete(Secret, { name: NAME, createdAt: { $lte: oldest } });
    const value = randomBytes(32).toString('base64url');
    await tx.upsert(Secret, { name: NAME, value, createdAt: timestamp(ctx.clock) }, { onConflictAction: 'ignore' });
    return (await tx.findOneOrFail(Secret, { name: NAME }, { refresh: true })).value;
  });
}
