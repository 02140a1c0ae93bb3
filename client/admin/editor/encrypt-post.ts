import { ITERATIONS, IV_BYTES, SALT_BYTES } from '../../api/decrypt-post.ts';
import type { EncryptedText } from '../../api/types.ts';

/** A key that was derived from a password. */
export interface PostKey {
  salt: Uint8Array<ArrayBuffer>;
  key: CryptoKey;
}

/** Derives a key with a new salt, which takes some tenths of a second. Needs Web Crypto. */
export async function derivePostKey(password: string): Promise<PostKey> {
  const { subtle } = crypto;
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const secret = await subtle.importKey('raw', bytes(password.normalize('NFC')), 'PBKDF2', false, ['deriveKey']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
  const key = await subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt']);
  return { salt, key };
}

/** Encrypts a text as the service encrypts posts: `decryptPost` opens it. */
export async function encryptPost(text: string, { salt, key }: PostKey): Promise<EncryptedText> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes(text));
  return { salt: base64(salt), iv: base64(iv), data: base64(new Uint8Array(data)) };
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function base64(data: Uint8Array): string {
  let binary = '';
  for (const byte of data) binary += String.fromCharCode(byte);
  return btoa(binary);
}
