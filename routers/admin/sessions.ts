import { randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { Session } from '../../entities/session.ts';
import { timestamp, type Clock } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { sessionOf, type AdministratorSession } from '../callers.ts';
import { appError } from '../errors.ts';
import { newId } from '../new-id.ts';
import { prepared } from '../prepared.ts';
import { sha256 } from '../secrets.ts';
import { deviceOf } from './device.ts';
import { endSessions } from './end-sessions.ts';
import { rememberDevice, type CallerDevice } from './known-devices.ts';
import type { SessionShape } from './schemas.ts';

/** The lifetime of a token: 7 days. */
export const SESSION_SECONDS = 604_800;
const TOKEN_BYTES = 32;
const NO_CLIENT: CallerDevice = { name: deviceOf(undefined), id: '' };

/**
 * Opens a session and deletes expired ones.
 *
 * @param em the transaction of the sign-in
 * @param device the result of `callerDevice`
 * @returns the token: 32 random bytes in base64url; only its hash is stored
 */
export async function openSession(em: SqlEntityManager, clock: Clock, device = NO_CLIENT): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  // Expired sessions are deleted without loading them.
  await em.nativeDelete(Session, { expiresAt: { $lte: timestamp(clock) } });
  em.create(Session, {
    tokenHash: sha256(token),
    id: newId('s', clock),
    device: device.name,
    deviceId: device.id,
    createdAt: timestamp(clock),
    lastUsedAt: timestamp(clock),
    expiresAt: timestamp(clock, SESSION_SECONDS * 1000),
  });
  if (device.id !== '') await rememberDevice(em, clock, device);
  await em.flush();
  return token;
}

/** The session that a token belongs to, or null if it is unknown or expired. */
export async function findSession(
  em: SqlEntityManager,
  clock: Clock,
  token: string,
): Promise<AdministratorSession | null> {
  const tokenHash = sha256(token);
  const [row] = await open(em, { tokenHash, now: timestamp(clock) });
  if (!row) return null;
  const { id, expires_at: expiresAt, last_used_at: lastUsedAt, must_change } = row;
  return { kind: 'session', id, tokenHash, expiresAt, lastUsedAt, mustChange: must_change === 1 };
}

const open = prepared((db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('administrators', (join) => join.on('administrators.key', '=', 1))
    .select(['sessions.id', 'sessions.expires_at', 'sessions.last_used_at', 'administrators.must_change'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now),
);

/** The open sessions: the caller's own, then the most recently used first. */
export async function listSessions(ctx: CallContext): Promise<SessionShape[]> {
  const { id } = sessionOf(ctx);
  const rows = await kyselyOf(ctx.em)
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
    .where('expires_at', '>', timestamp(ctx.clock))
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return rows
    .map((row) => ({ ...row, current: row.id === id ? (1 as const) : (0 as const) }))
    .toSorted((a, b) => b.current - a.current);
}

/**
 * Ends a session, including the caller's own.
 *
 * @throws NOT_FOUND
 */
export async function revokeSession({ em }: CallContext, id: string): Promise<void> {
  if ((await em.fork().transactional((tx) => endSessions(tx, { id }))) === 0)
    throw appError('NOT_FOUND', 'There is no session with this id.');
}
