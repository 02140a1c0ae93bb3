import { randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { Session } from '../../entities/session.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { requireSession } from '../base/callers.ts';
import { appError } from '../base/errors.ts';
import { newId } from '../base/new-id.ts';
import { noteProof } from '../data/audit.ts';
import { sha256 } from '../base/secrets.ts';
import { describeDevice } from './device.ts';
import { endSessions } from './end-sessions.ts';
import { rememberDevice, type CallerDevice } from './known-devices.ts';
import type { SessionShape } from './schemas.ts';

/** The lifetime of a token: 7 days. */
export const SESSION_SECONDS = 604_800;
const TOKEN_BYTES = 32;
const NO_CLIENT: CallerDevice = { name: describeDevice(undefined), id: '' };

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
  const id = newId('s', clock);
  em.create(Session, {
    tokenHash: sha256(token),
    id,
    device: device.name,
    deviceId: device.id,
    createdAt: timestamp(clock),
    lastUsedAt: timestamp(clock),
    expiresAt: timestamp(clock, SESSION_SECONDS * 1000),
    provedAt: timestamp(clock),
  });
  if (device.id !== '') await rememberDevice(em, clock, device);
  await em.flush();
  noteProof(id);
  return token;
}

/** The open sessions: the caller's own, then the most recently used first. */
export async function listSessions(ctx: CallContext): Promise<SessionShape[]> {
  const { id } = requireSession(ctx);
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
  await em.fork().transactional(async (tx) => {
    if ((await endSessions(tx, { id })) === 0) throw appError('NOT_FOUND', 'There is no session with this id.');
  });
}
