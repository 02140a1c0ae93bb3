import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { appError } from '../base/errors.ts';
import type { PostKeys } from './post-keys.ts';

/** NIST SP 800-38D: a 96-bit initialisation vector, a 128-bit tag. */
export const IV_BYTES = 12;
export const TAG_BYTES = 16;

/** An encrypted text. All three in base64; `data` is the ciphertext followed by the 16-byte tag. */
export interface Encrypted {
  salt: string;
  iv: string;
  data: string;
}

/**
 * Encrypts a text with AES-256-GCM. The key is derived by PBKDF2-SHA256 (600,000 rounds) from the password in NFC. Salt
 * and initialisation vector are new every time, unless a salt is given whose key is known.
 */
export function encryptText(keys: PostKeys, text: string, password: string, salt = keys.newSalt): Encrypted {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys.get(password.normalize('NFC'), salt), iv);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { salt: salt.toString('base64'), iv: iv.toString('base64'), data: data.toString('base64') };
}

/**
 * Decrypts the result of `encryptText`, with the password in NFC, then in the form received if that differs: texts from
 * before 2.16.0 are encrypted with that form.
 *
 * @throws WRONG_POST_PASSWORD
 */
export function decryptText(keys: PostKeys, encrypted: Encrypted, password: string): string {
  for (const form of new Set([password.normalize('NFC'), password])) {
    const text = decrypt(encrypted, keys.get(form, Buffer.from(encrypted.salt, 'base64')));
    if (text !== null) return text;
  }
  throw appError('WRONG_POST_PASSWORD');
}

function decrypt(encrypted: Encrypted, key: Buffer): string | null {
  const data = Buffer.from(encrypted.data, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(encrypted.iv, 'base64'));
  decipher.setAuthTag(data.subarray(-TAG_BYTES));
  try {
    return decipher.update(data.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
