import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../../base/clock.ts';
import { secretKey } from '../../base/secret-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Encrypts a text with the key of this instance (AES-256-GCM). */
export async function encrypt(em: SqlEntityManager, clock: Clock, text: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', await encryptionKey(em, clock), nonce);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, nonce.toString('base64url'), content.toString('base64url')].join('.');
}

/**
 * Decrypts what `encrypt` returned.
 *
 * @returns null if it was made with another key
 */
export async function decrypt(em: SqlEntityManager, clock: Clock, encrypted: string): Promise<string | null> {
  const [version, nonce = '', content = ''] = encrypted.split('.');
  if (version !== VERSION) return null;
  const bytes = Buffer.from(content, 'base64url');
  const key = await encryptionKey(em, clock);
  try {
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), options);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

async function encryptionKey(em: SqlEntityManager, clock: Clock): Promise<Buffer> {
  return createHash('sha256')
    .update(await secretKey(em, clock, 'second-factor'))
    .digest();
}
