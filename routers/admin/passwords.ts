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
 * Hashes a password for keeping.
 *
 * @returns `pbkdf2-sha256$iterations$salt$hash`, salt and hash in base64
 * @throws SERVICE_UNAVAILABLE when the queue is full
 */
export async function hashPassword(queue: HashQueue, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await queue.run(() => derive(password, salt, ITERATIONS, HASH_BYTES, 'sha256'));
  return ['pbkdf2-sha256', ITERATIONS, salt.toString('base64'), hash.toString('base64')].join('$');
}

/**
 * Compares a password with a kept hash, in constant time.
 *
 * @throws SERVICE_UNAVAILABLE when the queue is full
 */
export async function verifyPassword(queue: HashQueue, kept: string, password: string): Promise<boolean> {
  const { iterations, salt, hash } = parse(kept);
  const given = await queue.run(() => derive(password, salt, iterations, hash.length, 'sha256'));
  return timingSafeEqual(given, hash);
}

/** Whether a kept hash was made with fewer rounds than today's. */
export function isOutdated(kept: string): boolean {
  return parse(kept).iterations < ITERATIONS;
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
