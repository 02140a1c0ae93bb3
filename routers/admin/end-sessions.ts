import type { SqlEntityManager } from '@mikro-orm/sql';

import { Session } from '../../entities/session.ts';
import { recordTag } from '../data/record.ts';

/** The sessions to end; all of them when empty. */
interface SessionFilter {
  id?: string;
  tokenHash?: string;
  deviceId?: string;
}

/**
 * Ends sessions, and notifies every instance, because streams may be open for them.
 *
 * @param tx a transaction
 * @returns their number
 */
export async function endSessions(tx: SqlEntityManager, filter: SessionFilter): Promise<number> {
  const ended = await tx.nativeDelete(Session, filter);
  if (ended > 0) recordTag(tx, 'sessions');
  return ended;
}
