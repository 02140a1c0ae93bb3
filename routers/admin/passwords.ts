import { pbkdf2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import type { HashQueue } from './hash-queue.ts';

const derive = promisify(pbkdf2);

/** OWASP Password Storage Cheat Sheet (2023): 600,000 rounds for PBKDF2 with HMAC-SHA256. */
const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** New passwords, in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 200 };

/**
 * Hashes a password for keeping, in the composed form of Unicode (NFC): keyboards differ in the form that they send.
 *
 * @returns `pbkdf2-sha256$iterations$salt$hash`, salt and hash in base64
 * @throws SERVICE_UNAVAILABLE when the queue is full
 */
export async function hashPassword(queue: HashQueue, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await queue.run(() => derive(password.normalize('NFC'), salt, ITERATIONS, HASH_BYTES, 'sha256'));
  return ['pbkdf2-sha256', ITERATIONS, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** `outdated`: the right password, whose hash has fewer rounds than today's or is of a form other than NFC. */
export type Verdict = 'wrong' | 'right' | 'outdated';

/**
 * Compares a password with a kept hash, in constant time: in NFC, and then in the form in which it came, if that is
 * another. Hashes from before 2.16.0 are of that form.
 *
 * @throws SERVICE_UNAVAILABLE when the queue is full
 */
export async function verifyPassword(queue: HashQueue, kept: string, password: string): Promise<Verdict> {
  const { iterations, salt, hash } = parse(kept);
  const fits = async (form: string) =>
    timingSafeEqual(await queue.run(() => derive(form, salt, iterations, hash.length, 'sha256')), hash);
  const composed = password.normalize('NFC');
  if (await fits(composed)) return iterations < ITERATIONS ? 'outdated' : 'right';
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
