import { pbkdf2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import type { Services } from '../context.ts';

const derive = promisify(pbkdf2);

/** OWASP Password Storage Cheat Sheet (2023): 600,000 rounds for PBKDF2 with HMAC-SHA256. */
export const PASSWORD_ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The queue in which passwords wait to be hashed, and the PBKDF2 rounds of new hashes. */
export type Hashing = Pick<Services, 'hashing' | 'passwordRounds'>;

/**
 * Hashes a password for keeping, in the composed form of Unicode (NFC): keyboards differ in the form that they send.
 *
 * @returns `pbkdf2-sha256$iterations$salt$hash`, salt and hash in base64
 * @throws SERVICE_UNAVAILABLE when the queue is full
 */
export async function hashPassword({ hashing, passwordRounds }: Hashing, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashing.run(() => derive(password.normalize('NFC'), salt, passwordRounds, HASH_BYTES, 'sha256'));
  return ['pbkdf2-sha256', passwordRounds, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** `outdated`: the right password, whose hash has fewer rounds than new hashes or is of a form other than NFC. */
export type Verdict = 'wrong' | 'right' | 'outdated';

/**
 * Compares a password with a kept hash, in constant time: in NFC, and then in the form in which it came, if that is
 * another. Hashes from before 2.16.0 are of that form.
 *
 * @throws SERVICE_UNAVAILABLE when the queue is full
 */
export async function verifyPassword(
  { hashing, passwordRounds }: Hashing,
  kept: string,
  password: string,
): Promise<Verdict> {
  const { iterations, salt, hash } = parse(kept);
  const fits = async (form: string) =>
    timingSafeEqual(await hashing.run(() => derive(form, salt, iterations, hash.length, 'sha256')), hash);
  const composed = password.normalize('NFC');
  if (await fits(composed)) return iterations < passwordRounds ? 'outdated' : 'right';
  return composed !== password && (await fits(password)) ? 'outdated' : 'wrong';
}

function parse(kept: string): { iterations: number; salt: Buffer; hash: Buffer } {
  const [, iterations, salt = '', hash = ''] = kept.split('$');
  return {
    iterations: Number(iterations),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** Letters and digits that nobody mistakes for one another: without i, l, o, 0 and 1. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random first password of the form xxxx-xxxx. */
export function generatePassword(): string {
  const four = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${four()}-${four()}`;
}
