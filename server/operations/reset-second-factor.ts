import { Passkey } from '../../entities/second-factor.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { endSessions } from '../../routers/admin/end-sessions.ts';
import { timestamp } from '../../routers/base/clock.ts';
import { endChallenges } from '../../routers/admin/second-factor/challenges.ts';
import { deleteTotp } from '../../routers/admin/totp.ts';
import { storeEvent } from '../storage/console-events.ts';
import { withServices } from './with-services.ts';

/**
 * Removes the authenticator app, the recovery codes and all passkeys in the database of DATABASE_URL, and ends every
 * session. The password stays.
 *
 * @returns whether there was a second factor
 * @throws Error with one sentence
 */
export function resetSecondFactor(): Promise<boolean> {
  return withServices(({ em, clock }) =>
    em.fork().transactional(async (tx) => {
      const removed = (await tx.nativeDelete(Passkey, {})) + (await deleteTotp(tx));
      if (removed === 0) return false;
      await endChallenges(tx);
      await endSessions(tx, {});
      await storeEvent(kyselyOf(tx), 'second-factor.reset', timestamp(clock));
      return true;
    }),
  );
}
