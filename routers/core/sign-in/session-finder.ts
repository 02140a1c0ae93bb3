import type { SqlEntityManager } from '@mikro-orm/sql';

import type { AdministratorSession } from '../../base/callers.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { isOverwritten } from '../../base/database-errors.ts';
import { sha256 } from '../../base/secrets.ts';
import { findSession } from './find-session.ts';

/** Finds the sessions of tokens. */
export interface SessionFinder {
  /** The session that a token belongs to, or null if it is unknown or expired. */
  find(token: string): Promise<AdministratorSession | null>;
}

/** The number of sessions that are remembered. */
const MOST = 20;

/**
 * Looks each session up in the database. After another program has overwritten it, nothing can be read: the owner, who was
 * signed in, can then still see the health, which says so.
 *
 * @param checkContent throws if the database was overwritten, so that a session which is not found may exist
 * @param mustEnrol whether a second factor is required and missing
 */
export function createSessionFinder(
  em: SqlEntityManager,
  clock: Clock,
  checkContent: () => void,
  mustEnrol: () => Promise<boolean>,
): SessionFinder {
  /** The most recently used last. */
  const recent = new Map<string, AdministratorSession>();

  function remember(session: AdministratorSession): void {
    recent.delete(session.tokenHash);
    recent.set(session.tokenHash, session);
    if (recent.size > MOST) recent.delete(recent.keys().next().value!);
  }

  return {
    async find(token) {
      try {
        const session = await findSession(em, clock, token, mustEnrol);
        if (session) remember(session);
        else {
          checkContent();
          recent.delete(sha256(token));
        }
        return session;
      } catch (error) {
        const session = isOverwritten(error) ? recent.get(sha256(token)) : undefined;
        if (!session || session.expiresAt <= timestamp(clock)) throw error;
        return session;
      }
    },
  };
}
