import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** SHA-256 in hex, the form in which tokens, receipts and digests are stored. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The HMAC-SHA256 of a text in base64url, by which the service knows a token as its own. */
export function signatureOf(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Compares two secrets in constant time, whatever their lengths. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** Compares two hashes by `sha256` in constant time. */
export function sameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
}
