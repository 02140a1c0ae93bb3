import { LockMode } from '@mikro-orm/core';

import { Administrator } from '../../entities/administrator.ts';
import type { CallContext } from '../core/context.ts';
import { appError, fieldError } from '../base/errors.ts';
import { tryChallenge, useChallenge } from './second-factor/challenges.ts';
import { consumeCode } from './second-factor/codes.ts';
import { storeProof } from '../core/proof.ts';
import { hasTotp } from '../core/sign-in/second-factor.ts';
import { commitDespiteErrors } from './second-factor/transaction.ts';
import { logSecurityEvent } from '../base/security-events.ts';
import { ADMINISTRATOR_KEY, findAdministrator, type SignedIn } from './account.ts';
import type { Attempting } from '../core/attempts.ts';
import { callerDevice } from './known-devices.ts';
import { verifyPassword } from './passwords.ts';
import { openSession } from './sessions.ts';

/**
 * Goes on with a sign-in whose password was right, and opens a session.
 *
 * @throws CHALLENGE_EXPIRED, also for another client IP and after five tries; WRONG_CODE, RATE_LIMITED
 */
export async function finishSignIn(ctx: CallContext & Attempting, challenge: string, code: string): Promise<SignedIn> {
  await ctx.reserveAttempt();
  const { clock } = ctx;
  const bound = [ctx.request.clientIp];
  if (!(await tryChallenge(ctx.em.fork(), clock, 'code', challenge, bound))) throw appError('CHALLENGE_EXPIRED');
  const device = await callerDevice(ctx);
  const signedIn = await commitDespiteErrors(ctx, async (tx) => {
    // A password change locks the administrator, and deletes all challenges.
    const account = await tx.findOneOrFail(Administrator, ADMINISTRATOR_KEY, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!(await useChallenge(tx, clock, 'code', challenge, bound))) throw appError('CHALLENGE_EXPIRED');
    if (!(await consumeCode(tx, clock, code))) throw appError('WRONG_CODE');
    return { token: await openSession(tx, clock, device), mustChange: account.mustChange === 1 };
  });
  logSecurityEvent(ctx, 'login.succeeded', { device: device.name });
  return signedIn;
}

/**
 * Checks the password of the administrator in a session.
 *
 * @throws CURRENT_PASSWORD_WRONG, RATE_LIMITED
 */
export async function requirePassword(ctx: CallContext & Attempting, password: string): Promise<void> {
  await ctx.reserveAttempt();
  const account = await findAdministrator(ctx.em);
  if (!account || (await verifyPassword(ctx, account.password, password)) === 'wrong') {
    throw appError('CURRENT_PASSWORD_WRONG');
  }
}

/**
 * Proves in an open session that it is the owner.
 *
 * @throws CURRENT_PASSWORD_WRONG, CURRENT_CODE_WRONG, RATE_LIMITED; BAD_REQUEST without the code of the authenticator app
 * @returns when the proof ends
 */
export async function reauthenticate(
  ctx: CallContext & Attempting,
  password: string,
  code: string | undefined,
): Promise<string> {
  const needsCode = await hasTotp(ctx.em);
  if (needsCode && code === undefined) throw fieldError('code', 'Enter the code of your authenticator app, too.');
  await requirePassword(ctx, password);
  if (needsCode && !(await commitDespiteErrors(ctx, (tx) => consumeCode(tx, ctx.clock, code ?? ''))))
    throw appError('CURRENT_CODE_WRONG');
  return storeProof(ctx);
}
