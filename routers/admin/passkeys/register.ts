import { createHmac } from 'node:crypto';
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';

import { LockMode } from '@mikro-orm/core';
import { Administrator } from '../../../entities/administrator.ts';
import { noteObject, noteProof } from '../../data/audit.ts';
import { Passkey } from '../../../entities/second-factor.ts';
import { requireSession } from '../../base/callers.ts';
import { timestamp } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { appError } from '../../base/errors.ts';
import { newId } from '../../base/new-id.ts';
import { createChallenge, useChallenge } from '../second-factor/challenges.ts';
import { commitDespiteErrors } from '../second-factor/transaction.ts';
import { secretKey } from '../../base/secret-keys.ts';
import { readChallenge } from './challenge.ts';
import { getPasskey } from './passkeys.ts';
import type { PasskeyShape, Registration } from './schemas.ts';
import { requirePasskeySite } from './site.ts';

const MAX_PASSKEYS = 20;
/** EdDSA, ES256 and RS256. Without this list, the library would try algorithms that Node calls experimental. */
const ALGORITHMS = [-8, -7, -257];

/**
 * The options with which a browser makes a passkey. Its challenge is bound to the session.
 *
 * @throws BAD_REQUEST when the site address allows no passkeys; TOO_MANY_PASSKEYS
 */
export async function registrationOptions(ctx: CallContext) {
  const { em, clock, settings } = ctx;
  const { host } = await requirePasskeySite(ctx);
  const known = await em.find(Passkey, {});
  if (known.length >= MAX_PASSKEYS) throw appError('TOO_MANY_PASSKEYS');
  const challenge = await createChallenge(em.fork(), clock, 'registration', [requireSession(ctx).tokenHash]);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: (await settings.current()).title,
    rpID: host,
    userName: host,
    userDisplayName: (await settings.current()).title,
    userID: await userId(ctx),
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: 120_000,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known
      .filter(({ rpId }) => rpId === host)
      .map(({ credentialId, transports }) => ({ id: credentialId, transports: parseTransports(transports) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Stores a new passkey.
 *
 * @throws PASSKEY_INVALID, PASSKEY_EXISTS, TOO_MANY_PASSKEYS
 */
export async function registerPasskey(ctx: CallContext, name: string, response: Registration): Promise<PasskeyShape> {
  const { em, clock } = ctx;
  const { host, origin } = await requirePasskeySite(ctx);
  const challenge = readChallenge(response.response.clientDataJSON);
  const bound = [requireSession(ctx).tokenHash];
  if (challenge === null || !(await useChallenge(em.fork(), clock, 'registration', challenge, bound)))
    throw appError('PASSKEY_INVALID', 'This registration took too long or was used before; start it again.');
  const { credential } = await verified(response, challenge, { host, origin });
  const id = noteObject(newId('pk', clock));
  await commitDespiteErrors(ctx, async (tx) => {
    // So that of several registrations at once no more succeed than there may be.
    await tx.findOneOrFail(Administrator, 1, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if ((await tx.count(Passkey)) >= MAX_PASSKEYS) throw appError('TOO_MANY_PASSKEYS');
    if ((await tx.count(Passkey, { credentialId: credential.id })) > 0) throw appError('PASSKEY_EXISTS');
    noteProof();
    await tx.insert(Passkey, {
      id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: String(credential.counter),
      rpId: host,
      transports: (credential.transports ?? []).join(','),
      name,
      createdAt: timestamp(clock),
      lastUsedAt: null,
    });
  });
  return getPasskey(ctx, id);
}

async function verified(response: Registration, challenge: string, site: { host: string; origin: string }) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const result = await verifyRegistrationResponse({
    response: { clientExtensionResults: {}, ...response } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause: unknown) => {
    throw appError('PASSKEY_INVALID', undefined, { cause });
  });
  if (!result.verified) throw appError('PASSKEY_INVALID');
  return result.registrationInfo;
}

/** The transports as they are stored. */
export function parseTransports(stored: string): AuthenticatorTransport[] {
  return stored.split(',').filter((one) => one !== '') as AuthenticatorTransport[];
}

/** The same for all passkeys of this blog, and different for another blog at this host, whose keys it would replace. */
async function userId({ em, clock }: CallContext): Promise<Buffer<ArrayBuffer>> {
  const key = await secretKey(em, clock, 'second-factor');
  return Buffer.from(createHmac('sha256', key).update('passkeys').digest());
}
