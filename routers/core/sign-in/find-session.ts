import type { SqlEntityManager } from '@mikro-orm/sql';

import type { AdministratorSession } from '../../base/callers.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import { sha256 } from '../../base/secrets.ts';

/**
 * The session that a token belongs to, or null if it is unknown or expired.
 *
 * @param mustEnrol whether a second factor is required and missing
 */
export async function findSession(
  em: SqlEntityManager,
  clock: Clock,
  token: string,
  mustEnrol: () => Promise<boolean>,
): Promise<AdministratorSession | null> {
  const tokenHash = sha256(token);
  const [row] = await open(em, { tokenHash, now: timestamp(clock) });
  if (!row) return null;
  const { id, expires_at: expiresAt, last_used_at: lastUsedAt, must_change, proved_at: provedAt } = row;
  const restrictions = { mustChange: must_change === 1, mustEnrol: await mustEnrol() };
  return { kind: 'session', id, tokenHash, expiresAt, lastUsedAt, provedAt, ...restrictions };
}

const open = prepareQuery((db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('administrators', (join) => join.on('administrators.key', '=', 1))
    .select([
      'sessions.id',
      'sessions.expires_at',
      'sessions.last_used_at',
      'sessions.proved_at',
      'administrators.must_change',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now),
);
