import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { LoginChallenge } from '../../../entities/second-factor.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { sha256 } from '../../base/secrets.ts';

/** What a challenge is for. */
export type Purpose = 'code' | 'passkey' | 'registration';

/** How long each is valid. */
const LIFETIMES: Record<Purpose, number> = { code: 300_000, passkey: 120_000, registration: 120_000 };
/** How often a code may be tried with one challenge. */
const TRIES = 5;
const CHALLENGE_BYTES = 32;

/**
 * Creates a challenge, and deletes expired ones.
 *
 * @param bound what must be the same when it is used, such as the client IP; only hashes of it are stored
 * @returns 32 random bytes in base64url; only the hash is stored
 */
export async function createChallenge(
  em: SqlEntityManager,
  clock: Clock,
  purpose: Purpose,
  bound: readonly string[],
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await em.nativeDelete(LoginChallenge, { expiresAt: { $lte: timestamp(clock) } });
  await em.insert(LoginChallenge, {
    hash: sha256(challenge),
    purpose,
    binding: bindingOf(challenge, bound),
    tries: 0,
    expiresAt: timestamp(clock, LIFETIMES[purpose]),
  });
  return challenge;
}

/** Counts a try, in one statement over all instances. Returns false if there may be none. */
export async function tryChallenge(
  em: SqlEntityManager,
  clock: Clock,
  purpose: Purpose,
  challenge: string,
  bound: readonly string[],
): Promise<boolean> {
  const counted = await kyselyOf(em)
    .updateTable('login_challenges')
    .set({ tries: sql`tries + 1` })
    .where('hash', '=', sha256(challenge))
    .where('purpose', '=', purpose)
    .where('binding', '=', bindingOf(challenge, bound))
    .where('expires_at', '>', timestamp(clock))
    .where('tries', '<', TRIES)
    .executeTakeFirst();
  return Number(counted.numUpdatedRows) === 1;
}

/** Uses up a challenge. Returns false if it is used up, expired or of something else. */
export async function useChallenge(
  em: SqlEntityManager,
  clock: Clock,
  purpose: Purpose,
  challenge: string,
  bound: readonly string[],
): Promise<boolean> {
  const deleted = await kyselyOf(em)
    .deleteFrom('login_challenges')
    .where('hash', '=', sha256(challenge))
    .where('purpose', '=', purpose)
    .where('binding', '=', bindingOf(challenge, bound))
    .where('expires_at', '>', timestamp(clock))
    .executeTakeFirst();
  return Number(deleted.numDeletedRows) === 1;
}

/** Ends every sign-in that has begun. */
export async function endChallenges(tx: SqlEntityManager): Promise<void> {
  await tx.nativeDelete(LoginChallenge, {});
}

/** The challenge is part of it, so that an IP address cannot be found by trying all. */
function bindingOf(challenge: string, bound: readonly string[]): string {
  return sha256([challenge, ...bound].join('\n'));
}
