import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import type { CallerKey } from '../../base/callers.ts';
import { logFailure, type FailureLog } from '../../base/database-errors.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import { sha256 } from '../../base/secrets.ts';
import { parseScopes } from '../../base/scopes.ts';

/** The precision of the last use of a key, in milliseconds. */
const USE_EVERY = 60_000;

/** The API keys. They are looked up for each request, so that a revoked key is refused at once by every instance. */
export interface KeyStore {
  /** The key with this secret; null if it is unknown, expired or revoked. Records its use. */
  find(secret: string): Promise<CallerKey | null>;
}

interface KeyStoreOptions extends FailureLog {
  em: SqlEntityManager;
  clock: Clock;
}

export function createKeyStore({ em, clock, ...failureLog }: KeyStoreOptions): KeyStore {
  /** When a use of each key was stored last, by this process. */
  const noted = new Map<string, number>();

  /** Runs in the background and ignores failures, because the next use stores it again. */
  function noteUse(id: string, storedAt: string | null): void {
    const now = clock.now();
    const last = Math.max(noted.get(id) ?? -Infinity, storedAt === null ? -Infinity : Date.parse(storedAt));
    // A time in the future was stored while the clock was wrong.
    if (Math.abs(now - last) < USE_EVERY) return;
    noted.set(id, now);
    const lastUsedAt = timestamp(clock);
    const before = timestamp(clock, -USE_EVERY);
    kyselyOf(em.fork())
      .updateTable('api_keys')
      .set({ last_used_at: lastUsedAt })
      .where('id', '=', id)
      // Other instances store uses as well.
      .where(({ or, eb }) =>
        or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before), eb('last_used_at', '>', lastUsedAt)]),
      )
      .execute()
      .catch((error: unknown) => logFailure(error, failureLog, 'the use of an API key could not be noted'));
  }

  return {
    async find(secret) {
      const [row] = await usable(em, { hash: sha256(secret), now: timestamp(clock) });
      if (!row) return null;
      noteUse(row.id, row.last_used_at);
      const { id, name, scopes } = row;
      return { kind: 'key', id, name, scopes: parseScopes(scopes), mustChange: row.must_change === 1 };
    },
  };
}

const usable = prepareQuery((db, { hash, now }: { hash: string; now: string }) =>
  db
    .selectFrom('api_keys')
    .innerJoin('administrators', (join) => join.on('administrators.key', '=', 1))
    .select(['api_keys.id', 'api_keys.name', 'scopes', 'last_used_at', 'must_change'])
    .where('hash', '=', hash)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
);
