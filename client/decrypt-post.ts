import { BlogError } from './errors.ts';
import type { EncryptedText } from './types.ts';

/** OWASP Password Storage Cheat Sheet (2023) for PBKDF2 with HMAC-SHA256; the service encrypts with the same number. */
const ITERATIONS = 600_000;

/**
 * Decrypts the content of a protected post, in browsers (on https or localhost) and in Node. The password is tried in its
 * composed form (NFC) first, then as it is.
 *
 * @param enc the post's `enc`: salt, iv, and ciphertext with its 16-byte tag, in base64
 * @param password as the visitor typed it
 * @returns the Markdown
 * @throws BlogError WRONG_POST_PASSWORD when decryption fails
 */
export async function decryptPost(enc: EncryptedText, password: string): Promise<string> {
  const composed = password.normalize('NFC');
  try {
    return await decrypted(enc, composed).catch((error: unknown) => {
      if (composed === password) throw error;
      return decrypted(enc, password);
    });
  } catch (cause) {
    // AES-GCM does not tell a wrong password from damaged data.
    throw new BlogError('WRONG_POST_PASSWORD', 'The password for this post is wrong.', { status: 0, cause });
  }
}

async function decrypted(enc: EncryptedText, password: string): Promise<string> {
  const key = await keyOf(password, bytesOf(enc.salt));
  const algorithm = { name: 'AES-GCM', iv: bytesOf(enc.iv), tagLength: 128 };
  const text = await crypto.subtle.decrypt(algorithm, key, bytesOf(enc.data));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
}

async function keyOf(password: string, salt: BufferSource): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveKey',
  ]);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
