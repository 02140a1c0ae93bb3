import { pbkdf2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import type { Services } from '../core/context.ts';

const derive = promisify(pbkdf2);

/** OWASP Password Storage Cheat Sheet (2023): 600,000 rounds for PBKDF2 with HMAC-SHA256. */
export const PASSWORD_ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The hash queue, and the PBKDF2 rounds of new hashes. */
export type Hashing = Pick<Services, 'hashing' | 'passwordRounds'>;

/**
 * Hashes a password in NFC, because keyboards differ in the normalization form they send.
 *
 * @returns `pbkdf2-sha256$iterations$salt$hash`, salt and hash in base64
 * @throws SERVICE_UNAVAILABLE when the queue is full
 */
export async function hashPassword({ hashing, passwordRounds }: Hashing, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashing.run(() => derive(password.normalize('NFC'), salt, passwordRounds, HASH_BYTES, 'sha256'));
  return ['pbkdf2-sha256', passwordRounds, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** `outdated`: the right password, but its hash has fewer rounds than new hashes or is not of the NFC form. */
export type Verdict = 'wrong' | 'right' | 'outdated';

/**
 * Compares a password with a stored hash in constant time: in NFC, then in the form received, in which hashes were made
 * before 2.16.0.
 *
 * @throws SERVICE_UNAVAILABLE when the queue is full
 */
export async function verifyPassword(
  { hashing, passwordRounds }: Hashing,
  stored: string,
  password: string,
): Promise<Verdict> {
  const { iterations, salt, hash } = parse(stored);
  const matches = async (form: string) =>
    timingSafeEqual(await hashing.run(() => derive(form, salt, iterations, hash.length, 'sha256')), hash);
  const composed = password.normalize('NFC');
  if (await matches(composed)) return iterations < passwordRounds ? 'outdated' : 'right';
  return composed !== password && (await matches(password)) ? 'outdated' : 'wrong';
}

function parse(stored: string): { iterations: number; salt: Buffer; hash: Buffer } {
  const [, iterations, salt = '', hash = ''] = stored.split('$');
  return {
    iterations: Number(iterations),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** Letters and digits without those that look alike: i, l, o, 0 and 1. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random first password of the form xxxx-xxxx. */
export function generatePassword(): string {
  const four = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${four()}-${four()}`;
}
