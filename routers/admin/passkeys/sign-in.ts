import type { SqlEntityManager } from '@mikro-orm/sql';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';

import { LockMode } from '@mikro-orm/core';
import { Administrator } from '../../../entities/administrator.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { Passkey } from '../../../entities/second-factor.ts';
import type { SignedIn } from '../account.ts';
import { callerDevice } from '../known-devices.ts';
import { openSession } from '../sessions.ts';
import { timestamp } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { appError, type ErrorName } from '../../base/errors.ts';
import { createChallenge, useChallenge } from '../second-factor/challenges.ts';
import { storeProof } from '../../core/proof.ts';
import { commitDespiteErrors } from '../second-factor/transaction.ts';
import { logSecurityEvent } from '../../base/security-events.ts';
import { readChallenge } from './challenge.ts';
import { parseTransports } from './register.ts';
import type { Assertion } from './schemas.ts';
import { requirePasskeySite } from './site.ts';

/**
 * The options with which a browser asks for a passkey. They name none, so they tell nothing about the owner.
 *
 * @throws BAD_REQUEST when the site address allows no passkeys
 */
export async function assertionOptions(ctx: CallContext) {
  const { host } = await requirePasskeySite(ctx);
  const challenge = await createChallenge(ctx.em.fork(), ctx.clock, 'passkey', []);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: host,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: 120_000,
    userVerification: 'required',
  });
}

/**
 * Opens a session by a passkey. The tiers of failed passwords do not apply, so that nobody can lock the owner out.
 *
 * @throws PASSKEY_REFUSED
 */
export async function signInByPasskey(ctx: CallContext, response: Assertion): Promise<SignedIn> {
  const device = await callerDevice(ctx);
  const { passkey, signedIn } = await withFailure('PASSKEY_REFUSED', ctx, async () => {
    const use = await verifyAssertion(ctx, response);
    return commitDespiteErrors(ctx, async (tx) => {
      // A password change locks it too, and ends every session.
      const account = await tx.findOneOrFail(Administrator, 1, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const used = await use(tx);
      const token = await openSession(tx, ctx.clock, device);
      return { passkey: used, signedIn: { token, mustChange: account.mustChange === 1 } };
    });
  });
  logSecurityEvent(ctx, 'login.succeeded', { device: device.name, passkey });
  return signedIn;
}

/**
 * Proves in an open session by a passkey that it is the owner.
 *
 * @throws PASSKEY_INVALID
 * @returns when the proof ends
 */
export async function proveByPasskey(ctx: CallContext, response: Assertion): Promise<string> {
  await withFailure('PASSKEY_INVALID', ctx, async () => {
    const use = await verifyAssertion(ctx, response);
    await commitDespiteErrors(ctx, use);
  });
  return storeProof(ctx);
}

/** A sign-in that was refused, with the reason for the log. */
class Refused extends Error {}

async function withFailure<T>(name: ErrorName, ctx: CallContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    logSecurityEvent(ctx, 'login.failed', { reason: 'PASSKEY_REFUSED', detail: cause.message });
    throw appError(name, undefined, { cause });
  }
}

/**
 * Uses up the challenge, and checks the signature.
 *
 * @throws Refused
 * @returns stores the counter and returns the id of the passkey; throws Refused if it was used or removed since
 */
async function verifyAssertion(
  ctx: CallContext,
  response: Assertion,
): Promise<(tx: SqlEntityManager) => Promise<string>> {
  const { em, clock } = ctx;
  const { host, origin } = await requirePasskeySite(ctx);
  const challenge = readChallenge(response.response.clientDataJSON);
  if (challenge === null || !(await useChallenge(em.fork(), clock, 'passkey', challenge, [])))
    throw new Refused('the challenge is expired, used or unknown');
  const passkey = await em.findOne(Passkey, { credentialId: response.id, rpId: host }, { refresh: true });
  if (!passkey) throw new Refused('there is no such passkey');
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { clientExtensionResults: {}, ...response } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Buffer.from(passkey.publicKey, 'base64url'),
      counter: Number(passkey.counter),
      transports: parseTransports(passkey.transports),
    },
  }).catch((error: unknown) => {
    throw new Refused(error instanceof Error ? error.message : 'the response cannot be read');
  });
  if (!verified) throw new Refused('the signature is wrong');
  return async (tx) => {
    const used = await kyselyOf(tx)
      .updateTable('passkeys')
      .set({ counter: String(authenticationInfo.newCounter), last_used_at: timestamp(clock) })
      .where('id', '=', passkey.id)
      .where('counter', '=', passkey.counter)
      .executeTakeFirst();
    if (Number(used.numUpdatedRows) !== 1) throw new Refused('the passkey was used or removed at the same time');
    return passkey.id;
  };
}
