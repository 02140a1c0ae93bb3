import { defineEntity, p } from '@mikro-orm/core';

import { count, flag } from './columns.ts';

/** The time-based one-time passwords of the administrator: the row with key 1, or none. */
export const Totp = defineEntity({
  name: 'Totp',
  tableName: 'totp',
  properties: {
    key: p.integer().primary().autoincrement(false).check('key = 1'),
    /** Encrypted: `v1.<nonce>.<ciphertext and tag>` in base64url. */
    secret: p.text(),
    /** 0 until a code has shown that the app of the owner has the secret. */
    confirmed: flag('confirmed'),
    /** The time step of the last accepted code: none is accepted twice. */
    lastStep: count('last_step'),
    createdAt: p.text(),
  },
});

/** An unused recovery code. Only its SHA-256 is stored. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    hash: p.text().primary(),
    createdAt: p.text(),
  },
});

/** A step of a sign-in or a registration that has begun. It is deleted when it is used. */
export const LoginChallenge = defineEntity({
  name: 'LoginChallenge',
  tableName: 'login_challenges',
  properties: {
    /** The SHA-256 of the challenge. */
    hash: p.text().primary(),
    /** `code`, `passkey` or `registration`. */
    purpose: p.text(),
    /** What it belongs to, hashed: client IP and password of a sign-in, or the session. */
    binding: p.text(),
    tries: count('tries'),
    expiresAt: p.text(),
  },
});

/** A passkey of the administrator. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    /** The public id, `pk-…`. */
    id: p.text().primary(),
    /** The id that the authenticator chose, in base64url. */
    credentialId: p.text(),
    /** The public key (COSE) in base64url. */
    publicKey: p.text(),
    /** The counter of signatures, up to 2³² - 1 and so as text; 0 for authenticators that have none. */
    counter: p.text(),
    /** The host that it can be used at. */
    rpId: p.text(),
    /** Separated by commas. */
    transports: p.text(),
    name: p.text(),
    createdAt: p.text(),
    lastUsedAt: p.text().nullable(),
  },
  uniques: [{ name: 'passkeys_credential', properties: ['credentialId'] }],
});
