import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { LockMode } from '@mikro-orm/core';
import { Secret } from '../../entities/secret.ts';
import { timestamp, type Clock } from './clock.ts';
import { prepareQuery } from './prepare-query.ts';

/** Random keys that are generated on first use. */
export type KeyName =
  | 'address'
  | 'device'
  | 'downloads'
  | 'ended'
  | 'mail'
  | 'mail-owner'
  | 'mailbox'
  | 'preview'
  | 'second-factor'
  | 'webhooks'
  | 'writer';

/** Outside of the call that needs a key first: the audit log does not get the call with the transaction of the key. */
const apart = AsyncLocalStorage.snapshot();

/**
 * The key with this name; generated if there is none, or if it is older than `oldest`. Of several processes that
 * generate it concurrently, one wins and all use its key.
 *
 * @param oldest ISO 8601; absent: the key never expires
 */
export async function secretKey(em: SqlEntityManager, clock: Clock, name: KeyName, oldest = ''): Promise<string> {
  const current = await em.fork().findOne(Secret, { name, createdAt: { $gt: oldest } });
  if (current) return current.value;
  return apart(() =>
    em.fork().transactional(async (tx) => {
      await retire(tx, name, oldest);
      const value = randomBytes(32).toString('base64url');
      await tx.upsert(Secret, { name, value, createdAt: timestamp(clock) }, { onConflictAction: 'ignore' });
      return (await tx.findOneOrFail(Secret, { name }, { refresh: true })).value;
    }),
  );
}

/**
 * A key that is replaced from time to time, and the one before it; the same twice if there is none.
 *
 * @param life how long a key is used, in milliseconds
 */
export async function keyPair(
  em: SqlEntityManager,
  clock: Clock,
  name: KeyName,
  life: number,
): Promise<{ current: string; former: string }> {
  const oldest = timestamp(clock, -life);
  const names = [name, formerName(name)];
  const keys = await stored(em, { names });
  const known = keys.some((key) => key.name === name && key.created_at > oldest);
  const current = known ? keys.find((key) => key.name === name)!.value : await secretKey(em, clock, name, oldest);
  // A new key has replaced the former one as well.
  const others = known ? keys : await stored(em.fork(), { names });
  return { current, former: others.find((key) => key.name === formerName(name))?.value ?? current };
}

const stored = prepareQuery((db, { names }: { names: string[] }) =>
  db.selectFrom('secrets').select(['name', 'value', 'created_at']).where('name', 'in', names),
);

/** Stores an expired key as the former one, replacing the one before. */
async function retire(tx: SqlEntityManager, name: KeyName, oldest: string): Promise<void> {
  // Another call that replaces it waits here, and then finds none.
  const where = { name, createdAt: { $lte: oldest } };
  const old = await tx.findOne(Secret, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!old) return;
  const { value, createdAt } = old;
  tx.remove(old);
  await tx.flush();
  await tx.upsert(Secret, { name: formerName(name), value, createdAt });
}

function formerName(name: KeyName): string {
  return `${name}-former`;
}

/** Deletes keys, which invalidates everything signed with them. */
export async function deleteKeys(tx: SqlEntityManager, names: readonly KeyName[]): Promise<void> {
  await tx.nativeDelete(Secret, { name: { $in: names } });
}
