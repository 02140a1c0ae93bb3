import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import { logFailure } from '../base/database-errors.ts';
import type { AdministratorSession } from '../base/callers.ts';
import type { Services } from './context.ts';

/** How often the last use of a session is stored. */
const INTERVAL_MS = 5 * 60 * 1000;

/**
 * Stores the time at which a session was last used, at most every five minutes. Runs in the background; a failure is
 * only logged, because the next use stores it again.
 */
export function noteUse(services: Services, session: AdministratorSession): void {
  const { em, clock } = services;
  const now = clock.now();
  // A time in the future was stored while the clock was wrong.
  if (Math.abs(now - Date.parse(session.lastUsedAt)) < INTERVAL_MS) return;
  const before = session.lastUsedAt;
  // For the other calls of the same batch.
  session.lastUsedAt = timestamp(clock);
  // Changes nothing if another process was faster.
  kyselyOf(em)
    .updateTable('sessions')
    .set({ last_used_at: session.lastUsedAt })
    .where('token_hash', '=', session.tokenHash)
    .where('last_used_at', '=', before)
    .execute()
    .catch((error: unknown) => logFailure(error, services, 'the last use of a session could not be stored'));
}
