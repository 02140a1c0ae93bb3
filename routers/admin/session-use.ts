import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../clock.ts';
import { logFailure } from '../database-errors.ts';
import type { AdministratorSession, Services } from '../context.ts';

/** How exactly it is kept when a session was last used, in milliseconds: 5 minutes. */
const EVERY = 5 * 60 * 1000;

/**
 * Notes that a session was used, at most every five minutes. Nobody waits for it, and nobody is told when it fails: the
 * next use notes it again.
 */
export function noteUse(services: Services, session: AdministratorSession): void {
  const { em, clock } = services;
  const now = clock.now();
  // A time that is yet to come was noted while the clock was wrong.
  if (Math.abs(now - Date.parse(session.lastUsedAt)) < EVERY) return;
  const before = session.lastUsedAt;
  // For the other calls of the same batch.
  session.lastUsedAt = timestamp(clock);
  // One statement that changes nothing when another process was faster: nobody waits for it.
  kyselyOf(em)
    .updateTable('sessions')
    .set({ last_used_at: session.lastUsedAt })
    .where('token_hash', '=', session.tokenHash)
    .where('last_used_at', '=', before)
    .execute()
    .catch((error: unknown) => logFailure(error, services, 'the use of a session could not be noted'));
}
