import { randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { RecoveryCode, Totp } from '../../../entities/second-factor.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import { sha256 } from '../../base/secrets.ts';
import { decrypt } from './encryption.ts';

/** Seconds of a time step. */
const PERIOD = 30;
/** Time steps before and after the present one whose codes are accepted, for clocks that differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A new secret of 160 bits, as RFC 4226 recommends. */
export async function generateSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. @param issuer the name of the blog there */
export async function totpUri(secret: string, issuer: string): Promise<string> {
  return (await totpOf(secret, issuer)).toString();
}

/**
 * Accepts a code of the authenticator app or an unused recovery code, each once over all instances: the statements that
 * find it also use it up.
 *
 * @param tx a transaction, which a caller rolls back that fails later
 */
export async function consumeCode(tx: SqlEntityManager, clock: Clock, code: string): Promise<boolean> {
  const typed = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(typed) ? consumeTotp(tx, clock, typed, 1) : consumeRecoveryCode(tx, typed);
}

/** Accepts a code of the secret that is confirmed (1) or not yet (0), which it confirms. */
export async function consumeTotp(
  tx: SqlEntityManager,
  clock: Clock,
  code: string,
  confirmed: 0 | 1,
): Promise<boolean> {
  const row = await tx.findOne(Totp, { key: 1, confirmed }, { refresh: true });
  const secret = row && (await decrypt(tx, clock, row.secret));
  if (!secret) return false;
  const now = clock.now();
  const totp = await totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return false;
  const step = totp.counter({ timestamp: now }) + delta;
  const used = await kyselyOf(tx)
    .updateTable('totp')
    .set({ last_step: step, confirmed: 1 })
    .where('key', '=', 1)
    .where('secret', '=', row.secret)
    .where('confirmed', '=', confirmed)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return Number(used.numUpdatedRows) === 1;
}

async function consumeRecoveryCode(tx: SqlEntityManager, code: string): Promise<boolean> {
  return (await tx.nativeDelete(RecoveryCode, { hash: sha256(code) })) === 1;
}

/** Replaces the recovery codes. Returns the new ones, of which only hashes are stored. */
export async function replaceRecoveryCodes(tx: SqlEntityManager, clock: Clock): Promise<string[]> {
  await tx.nativeDelete(RecoveryCode, {});
  const codes = Array.from({ length: RECOVERY_CODES }, generateRecoveryCode);
  const createdAt = timestamp(clock);
  await tx.insertMany(
    RecoveryCode,
    codes.map((code) => ({ hash: sha256(code.replaceAll('-', '')), createdAt })),
  );
  return codes;
}

/** 80 bits as `xxxx-xxxx-xxxx-xxxx`, five bits in a character. */
function generateRecoveryCode(): string {
  const bits = BigInt(`0x${randomBytes(RECOVERY_BYTES).toString('hex')}`);
  const characters = Array.from({ length: 16 }, (_, at) => ALPHABET[Number((bits >> BigInt(5 * at)) & 31n)]);
  return characters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

async function totpOf(secret: string, issuer = '') {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer, label: 'owner', secret: Secret.fromBase32(secret), period: PERIOD });
}
