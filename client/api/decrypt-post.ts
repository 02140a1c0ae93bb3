import { BlogError, type ErrorCode } from './errors.ts';
import type { EncryptedText } from './types.ts';

/** OWASP Password Storage Cheat Sheet (2023) for PBKDF2 with HMAC-SHA256; the service encrypts with the same number. */
export const ITERATIONS = 600_000;
export const SALT_BYTES = 16;
export const IV_BYTES = 12;
const TAG_BYTES = 16;
/** With fewer bytes, the result of a wrong key could look like text. */
const MIN_TELLING_BYTES = 24;

/** The parts of an encrypted text as bytes. */
type Encrypted = Record<keyof EncryptedText, Uint8Array<ArrayBuffer>>;

/**
 * Decrypts the content of a protected post, in browsers (over HTTPS or on localhost) and in Node. The password is tried
 * in NFC first, then unchanged.
 *
 * @param enc the post's `enc`: salt, iv, and ciphertext with its 16-byte tag, in base64
 * @param password as the visitor typed it
 * @returns the Markdown
 * @throws BlogError WRONG_PASSWORD; DATA_DAMAGED if `enc` is incomplete or was changed; CRYPTO_UNAVAILABLE without Web
 *   Crypto, as on HTTP pages. A changed short text, and a changed salt or iv, count as a wrong password.
 */
export async function decryptPost(enc: EncryptedText, password: string): Promise<string> {
  // Browsers have no Web Crypto on HTTP pages.
  const subtle = (globalThis as { crypto?: { subtle?: SubtleCrypto } }).crypto?.subtle;
  if (!subtle) throw problem('CRYPTO_UNAVAILABLE', 'This page cannot decrypt: browsers allow it on https only.');
  const parts = partsOf(enc);
  let isDamaged = false;
  for (const text of new Set([password.normalize('NFC'), password])) {
    const secret = await secretOf(subtle, text, parts.salt);
    const content = await open(subtle, secret, parts);
    if (content !== null) return content;
    isDamaged ||= await looksLikeText(subtle, secret, parts);
  }
  throw isDamaged ? damaged() : problem('WRONG_PASSWORD', 'The password for this post is wrong.');
}

function partsOf({ salt, iv, data }: EncryptedText): Encrypted {
  try {
    const parts = { salt: decodeBase64(salt), iv: decodeBase64(iv), data: decodeBase64(data) };
    if (parts.salt.length === SALT_BYTES && parts.iv.length === IV_BYTES && parts.data.length >= TAG_BYTES)
      return parts;
  } catch {
    // Not base64.
  }
  throw damaged();
}

async function secretOf(subtle: SubtleCrypto, password: string, salt: BufferSource): Promise<ArrayBuffer> {
  const key = await subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, ['deriveBits']);
  return subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS }, key, 256);
}

async function open(subtle: SubtleCrypto, secret: ArrayBuffer, { iv, data }: Encrypted): Promise<string | null> {
  const key = await subtle.importKey('raw', secret, 'AES-GCM', false, ['decrypt']);
  const text = await subtle.decrypt({ name: 'AES-GCM', iv }, key, data).catch(() => null);
  return text && new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
}

/**
 * AES-GCM rejects damaged data like a wrong password. Without checking its tag, it is AES in counter mode, which
 * produces noise with a wrong key, and a text with some wrong characters with the right one.
 */
async function looksLikeText(subtle: SubtleCrypto, secret: ArrayBuffer, { iv, data }: Encrypted): Promise<boolean> {
  if (data.length < MIN_TELLING_BYTES) return false;
  const key = await subtle.importKey('raw', secret, 'AES-CTR', false, ['decrypt']);
  // The counter of the first block is 2 (NIST SP 800-38D, section 7.1).
  const counter = new Uint8Array([...iv, 0, 0, 0, 2]);
  const bytes = await subtle.decrypt({ name: 'AES-CTR', counter, length: 32 }, key, data);
  // The tag, which is noise too, may be cut off.
  const text = new TextDecoder().decode(bytes.slice(0, Math.max(MIN_TELLING_BYTES, data.length - TAG_BYTES)));
  // eslint-disable-next-line no-control-regex -- what texts do not have
  const odd = text.match(/[\u0000-\u0008\u000e-\u001f\u007f\ufffd]/g)?.length ?? 0;
  return odd < text.length / 8;
}

function damaged(): BlogError {
  return problem('DATA_DAMAGED', 'The encrypted text of this post is damaged.');
}

function problem(code: ErrorCode, message: string): BlogError {
  return new BlogError(code, message, { status: 0 });
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
