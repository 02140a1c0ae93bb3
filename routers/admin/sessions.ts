import { randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { Session } from '../../entities/session.ts';
import { timestamp, type Clock } from '../clock.ts';
import type { AdministratorSession } from '../context.ts';
import { prepared } from '../prepared.ts';
import { sha256 } from '../secrets.ts';

/** How long a token is good for, in seconds: 7 days. */
export const SESSION_SECONDS = 604_800;
const TOKEN_BYTES = 32;

/**
 * Opens a session and forgets those that are over.
 *
 * @param em inside the transaction that decided to let the administrator in
 * @returns the token: 32 random bytes in base64url, kept nowhere but with the caller
 */
export async function openSession(em: SqlEntityManager, clock: Clock): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await em.nativeDelete(Session, { expiresAt: { $lte: timestamp(clock) } });
  em.create(Session, {
    tokenHash: sha256(token),
    createdAt: timestamp(clock),
    expiresAt: new Date(clock.now() + SESSION_SECONDS * 1000).toISOString(),
  });
  await em.flush();
  return token;
}

/** The session that a token belongs to, or null when it is unknown or over. */
export async function findSession(
  em: SqlEntityManager,
  clock: Clock,
  token: string,
): Promise<AdministratorSession | null> {
  const tokenHash = sha256(token);
  const [row] = await open(em, { tokenHash, now: timestamp(clock) });
  return row ? { tokenHash, expiresAt: row.expires_at, mustChange: row.must_change === 1 } : null;
}

const open = prepared((db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('administrators', (join) => join.on('administrators.key', '=', 1))
    .select(['sessions.expires_at', 'administrators.must_change'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now),
);

/** Whether the call comes from the administrator: on public procedures a must-change token counts as none. */
export function isAdministrator(ctx: { session: AdministratorSession | null }): boolean {
  return ctx.session !== null && !ctx.session.mustChange;
}
