import { randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { Secret } from '../entities/secret.ts';
import { timestamp, type Clock } from './clock.ts';

/** Random keys that the service makes for itself when it first needs them. */
export type KeyName = 'address' | 'device' | 'preview';

/**
 * The key of this name; made when there is none, or none younger than `oldest`. Of several processes that make it at
 * once, one wins and all use its key.
 *
 * @param oldest ISO 8601; absent: a key never grows too old
 */
export async function secretKey(em: SqlEntityManager, clock: Clock, name: KeyName, oldest = ''): Promise<string> {
  const current = await em.fork().findOne(Secret, { name, createdAt: { $gt: oldest } });
  if (current) return current.value;
  return em.fork().transactional(async (tx) => {
    await retire(tx, name, oldest);
    const value = randomBytes(32).toString('base64url');
    await tx.upsert(Secret, { name, value, createdAt: timestamp(clock) }, { onConflictAction: 'ignore' });
    return (await tx.findOneOrFail(Secret, { name }, { refresh: true })).value;
  });
}

/** The key that this one replaced, or null. */
export async function formerKey(em: SqlEntityManager, name: KeyName): Promise<string | null> {
  return (await em.fork().findOne(Secret, { name: formerName(name) }))?.value ?? null;
}

/** Keeps a key that grew too old as the former one, in place of the one before it. */
async function retire(tx: SqlEntityManager, name: KeyName, oldest: string): Promise<void> {
  const old = await tx.findOne(Secret, { name, createdAt: { $lte: oldest } });
  if (!old) return;
  const { value, createdAt } = old;
  tx.remove(old);
  await tx.flush();
  await tx.upsert(Secret, { name: formerName(name), value, createdAt });
}

function formerName(name: KeyName): string {
  return `${name}-former`;
}

/** Forgets a key, and with it everything that was signed by it. */
export async function forgetKey(tx: SqlEntityManager, name: KeyName): Promise<void> {
  await tx.nativeDelete(Secret, { name });
}
