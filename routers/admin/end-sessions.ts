import type { SqlEntityManager } from '@mikro-orm/sql';

import { Session } from '../../entities/session.ts';
import { recordTag } from '../events/record.ts';

/** Which sessions; all when empty. */
interface Which {
  id?: string;
  tokenHash?: string;
  deviceId?: string;
}

/**
 * Ends sessions, and tells every instance, where streams may be open for them.
 *
 * @param tx a transaction
 * @returns how many there were
 */
export async function endSessions(tx: SqlEntityManager, which: Which): Promise<number> {
  const ended = await tx.nativeDelete(Session, which);
  if (ended > 0) recordTag(tx, 'sessions');
  return ended;
}
