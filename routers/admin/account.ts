import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { Administrator } from '../../entities/administrator.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext, Services } from '../core/context.ts';
import { appError, fieldError, type AppError } from '../base/errors.ts';
import { createChallenge, endChallenges } from './second-factor/challenges.ts';
import { hasTotp, hasUsablePasskey } from '../core/sign-in/second-factor.ts';
import { logSecurityEvent } from '../base/security-events.ts';
import type { Attempting } from '../core/attempts.ts';
import { endSessions } from './end-sessions.ts';
import { callerDevice } from './known-devices.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';
import { openSession } from './sessions.ts';
import { endOwnerLinks } from './signing-keys.ts';

/** The key of its only row. */
export const ADMINISTRATOR_KEY = 1;

/** The administrator, or null before set-up. */
export function findAdministrator(em: SqlEntityManager): Promise<Administrator | null> {
  return em.findOne(Administrator, { key: ADMINISTRATOR_KEY });
}

/** Locks the administrator if the password hash is still this one; otherwise null. */
function lockAdministrator(tx: SqlEntityManager, password: string): Promise<Administrator | null> {
  return tx.findOne(Administrator, { key: ADMINISTRATOR_KEY, password }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Creates the administrator with a chosen password.
 *
 * @returns false when there is one already (also when another process created it first)
 */
export async function createAdministrator(
  ctx: Services & { request?: { clientIp: string } },
  password: string,
  { generated = false } = {},
): Promise<boolean> {
  const em = ctx.em.fork();
  if (await findAdministrator(em)) return false;
  const hash = await hashPassword(ctx, password);
  // Several processes may start at once; the database decides which of them creates it.
  const inserted = await kyselyOf(em)
    .insertInto('administrators')
    .values({
      key: ADMINISTRATOR_KEY,
      password: hash,
      generated_password: generated ? hash : null,
      must_change: generated ? 1 : 0,
      updated_at: timestamp(ctx.clock),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const created = Number(inserted.numInsertedOrUpdatedRows ?? 0) === 1;
  if (created) logSecurityEvent(ctx, 'setup');
  return created;
}

/**
 * Creates the administrator with a random password that must be changed at the first sign-in.
 *
 * @returns the password, or null when there is an administrator already
 */
export async function createDefaultAdministrator(ctx: Services): Promise<string | null> {
  const password = generatePassword();
  return (await createAdministrator(ctx, password, { generated: true })) ? password : null;
}

/** What a sign-in returns. */
export interface SignedIn {
  token: string;
  mustChange: boolean;
}

/**
 * Checks the password and opens a session, unless there is a second factor.
 *
 * @throws WRONG_PASSWORD, RATE_LIMITED; SECOND_FACTOR_NEEDED with the challenge for `finishSignIn`, or without one if only
 *   a passkey signs in
 */
export async function signIn(ctx: CallContext & Attempting, password: string): Promise<SignedIn> {
  await ctx.reserveAttempt();
  const account = await findAdministrator(ctx.em);
  if (!account) throw appError('WRONG_PASSWORD', 'There is no administrator yet; set one up first.');
  const checked = account.password;
  const verdict = await verifyPassword(ctx, checked, password);
  if (verdict === 'wrong') throw appError('WRONG_PASSWORD');
  const hash = verdict === 'outdated' ? await hashPassword(ctx, password) : checked;
  const device = await callerDevice(ctx);
  const begun: { token?: string; challenge?: string } = await ctx.em.fork().transactional(async (tx) => {
    // Only if the hash is still the one that was checked: a password change ends every session, including this one.
    const stored = await lockAdministrator(tx, checked);
    if (!stored) throw appError('WRONG_PASSWORD');
    stored.password = hash;
    if (await hasTotp(tx)) return { challenge: await createChallenge(tx, ctx.clock, 'code', [ctx.request.clientIp]) };
    if (ctx.policy.requiresSecondFactor && (await hasUsablePasskey({ ...ctx, em: tx }))) return {};
    return { token: await openSession(tx, ctx.clock, device) };
  });
  if (begun.token === undefined) throw secondFactorNeeded(begun.challenge);
  logSecurityEvent(ctx, 'login.succeeded', { device: device.name });
  return { token: begun.token, mustChange: account.mustChange === 1 };
}

function secondFactorNeeded(challenge: string | undefined): AppError {
  if (!challenge) return appError('SECOND_FACTOR_NEEDED', 'Sign in with your passkey.');
  return appError('SECOND_FACTOR_NEEDED', undefined, { challenge });
}

/**
 * Sets a new password, ends every session and opens a new one.
 *
 * @throws WRONG_PASSWORD when `current` is not the password; BAD_REQUEST for the current or the generated password;
 *   RATE_LIMITED
 * @returns the new token
 */
export async function changePassword(
  ctx: CallContext & Attempting,
  current: string,
  password: string,
): Promise<string> {
  await ctx.reserveAttempt();
  const account = await findAdministrator(ctx.em);
  if (!account || (await verifyPassword(ctx, account.password, current)) === 'wrong') {
    throw appError('CURRENT_PASSWORD_WRONG');
  }
  await requireDifferent(ctx, account, current, password);
  const token = await replacePassword(ctx, account.password, await hashPassword(ctx, password));
  logSecurityEvent(ctx, 'password.changed');
  return token;
}

/**
 * Sets a password without the current one, for the owner at the server's console. Ends every session.
 *
 * @param note additional writes for the same transaction
 * @returns false when there is no administrator yet
 */
export async function resetPassword(
  ctx: Services,
  password: string,
  note?: (tx: SqlEntityManager) => Promise<void>,
): Promise<boolean> {
  const em = ctx.em.fork();
  const hash = await hashPassword(ctx, password);
  return em.transactional(async (tx) => {
    // A sign-in with the former password has ended by now, and so does its session.
    const account = await tx.findOne(
      Administrator,
      { key: ADMINISTRATOR_KEY },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!account) return false;
    tx.assign(account, { password: hash, mustChange: 0, updatedAt: timestamp(ctx.clock) });
    await endAllAccess(tx);
    await note?.(tx);
    return true;
  });
}

async function requireDifferent(ctx: CallContext, account: Administrator, current: string, password: string) {
  if (password.normalize('NFC') === current.normalize('NFC'))
    throw fieldError('password', 'The new password must differ from the current one.');
  const { generatedPassword } = account;
  if (generatedPassword && (await verifyPassword(ctx, generatedPassword, password)) !== 'wrong') {
    throw fieldError('password', 'The new password must not be the generated one.');
  }
}

/**
 * A new password ends every session, every sign-in that has begun, every preview link, every link to a download, and the links in the owner's mails.
 */
async function endAllAccess(tx: SqlEntityManager): Promise<void> {
  await endSessions(tx, {});
  await endChallenges(tx);
  await endOwnerLinks(tx);
}

/**
 * Fails if the hash is no longer the one that was checked: of two concurrent changes, the second has a wrong `current`.
 */
async function replacePassword(ctx: CallContext, checked: string, hash: string): Promise<string> {
  const device = await callerDevice(ctx);
  return ctx.em.fork().transactional(async (tx) => {
    const stored = await lockAdministrator(tx, checked);
    if (!stored) throw appError('CURRENT_PASSWORD_WRONG');
    tx.assign(stored, { password: hash, mustChange: 0, updatedAt: timestamp(ctx.clock) });
    await endAllAccess(tx);
    return openSession(tx, ctx.clock, device);
  });
}
