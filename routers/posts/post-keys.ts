import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

import type { HashQueue } from '../base/hash-queue.ts';

const derive = promisify(pbkdf2);

/** OWASP Password Storage Cheat Sheet (2023) for PBKDF2 with HMAC-SHA256. */
const ITERATIONS = 600_000;
export const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Thrown by work that lacks a key; the key is derived, and the work runs again. */
class KeyNeeded extends Error {
  readonly password: string;
  readonly salt: Buffer;

  constructor(password: string, salt: Buffer) {
    super('A key must be derived first.');
    this.password = password;
    this.salt = salt;
  }
}

/** The keys of passwords, for work that encrypts or decrypts in a transaction. */
export class PostKeys {
  /** The salt of a new encryption. */
  readonly newSalt = randomBytes(SALT_BYTES);
  readonly #keys = new Map<string, Buffer>();

  /** The key for a password and a salt. */
  get(password: string, salt: Buffer): Buffer {
    const key = this.#keys.get(cacheKey(password, salt));
    if (!key) throw new KeyNeeded(password, salt);
    return key;
  }

  async derive(queue: HashQueue, { password, salt }: KeyNeeded): Promise<void> {
    const key = await queue.run(() => derive(password, salt, ITERATIONS, KEY_BYTES, 'sha256'));
    this.#keys.set(cacheKey(password, salt), key);
  }
}

function cacheKey(password: string, salt: Buffer): string {
  return `${salt.toString('base64')} ${password}`;
}

/**
 * Runs work that needs keys, which take 0.2 s each, and must not be derived while a lock is held. Work that lacks a key
 * ends, without effect, and runs again with the key.
 *
 * @param work must have no effect when it throws, such as a transaction
 * @throws SERVICE_UNAVAILABLE when the queue is full
 */
export async function withPostKeys<T>(queue: HashQueue, work: (keys: PostKeys) => T | Promise<T>): Promise<T> {
  const keys = new PostKeys();
  for (;;) {
    try {
      return await work(keys);
    } catch (error) {
      if (!(error instanceof KeyNeeded)) throw error;
      await keys.derive(queue, error);
    }
  }
}

const lanes = new Map<string, Promise<unknown>>();

/**
 * The same for one post at a time: the key of a post's password depends on its stored salt, which each encryption
 * replaces.
 */
export function withKeysFor(id: string): typeof withPostKeys {
  return async (queue, work) => {
    const before = lanes.get(id);
    const result = (async () => {
      await before?.catch(() => undefined);
      return withPostKeys(queue, work);
    })();
    lanes.set(id, result);
    try {
      return await result;
    } finally {
      if (lanes.get(id) === result) lanes.delete(id);
    }
  };
}
