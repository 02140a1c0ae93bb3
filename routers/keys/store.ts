import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../clock.ts';
import type { CallerKey } from '../callers.ts';
import { logFailure, type FailureLog } from '../database-errors.ts';
import { lazy } from '../lazy.ts';
import { sameHash, sha256 } from '../secrets.ts';
import { parseScopes } from './scopes.ts';

/** The precision of the last use of a key, in milliseconds. */
const USE_EVERY = 60_000;

/** The API keys, cached in memory, so that a request with a key needs no query. */
export interface KeyStore {
  /** The key with this secret; null if it is unknown, expired or revoked. Records its use. */
  find(secret: string): Promise<CallerKey | null>;
  /** Invalidates the cache, after the tables were changed elsewhere. */
  drop(): void;
}

interface KnownKey extends CallerKey {
  hash: string;
  /** In milliseconds; Infinity if it does not expire. */
  expiresAt: number;
  /** In milliseconds; -Infinity if it was never used. */
  lastUsedAt: number;
}

interface KeyStoreOptions extends FailureLog {
  em: SqlEntityManager;
  clock: Clock;
  /** Whether this process receives the commits of others; otherwise the keys are read for each request. */
  isListening(): boolean;
}

export function createKeyStore({ em, clock, isListening, ...failureLog }: KeyStoreOptions): KeyStore {
  const known = lazy(() => load(em));

  /** Runs in the background and ignores failures, because the next use stores it again. */
  function noteUse(key: KnownKey): void {
    const now = clock.now();
    // A time in the future was stored while the clock was wrong.
    if (Math.abs(now - key.lastUsedAt) < USE_EVERY) return;
    key.lastUsedAt = now;
    const lastUsedAt = timestamp(clock);
    const before = timestamp(clock, -USE_EVERY);
    kyselyOf(em.fork())
      .updateTable('api_keys')
      .set({ last_used_at: lastUsedAt })
      .where('id', '=', key.id)
      // Other instances store uses as well.
      .where(({ or, eb }) =>
        or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before), eb('last_used_at', '>', lastUsedAt)]),
      )
      .execute()
      .catch((error: unknown) => logFailure(error, failureLog, 'the use of an API key could not be noted'));
  }

  return {
    async find(secret) {
      const hash = sha256(secret);
      const keys = isListening() ? await known.get() : await load(em);
      const key = keys.find((one) => sameHash(one.hash, hash));
      if (!key || key.expiresAt <= clock.now()) return null;
      noteUse(key);
      return key;
    },
    drop: known.drop,
  };
}

async function load(em: SqlEntityManager): Promise<KnownKey[]> {
  const rows = await kyselyOf(em.fork())
    .selectFrom('api_keys')
    .innerJoin('administrators', (join) => join.on('administrators.key', '=', 1))
    .select(['api_keys.id', 'scopes', 'hash', 'expires_at', 'last_used_at', 'must_change'])
    .execute();
  return rows.map(({ id, scopes, hash, expires_at: expiresAt, last_used_at: lastUsedAt, must_change: mustChange }) => ({
    kind: 'key',
    id,
    scopes: parseScopes(scopes),
    hash,
    expiresAt: expiresAt === null ? Infinity : Date.parse(expiresAt),
    lastUsedAt: lastUsedAt === null ? -Infinity : Date.parse(lastUsedAt),
    mustChange: mustChange === 1,
  }));
}
