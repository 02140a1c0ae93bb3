import { sameSecret, signatureOf } from '../base/secrets.ts';

/** The content of a preview token. */
export interface PreviewClaim {
  /** The internal key of the post, which is never reused. */
  postKey: number;
  /** Milliseconds since 1970. */
  expires: number;
  /** The id of the link's row; null for a token from before 2.16.0, which has none. */
  linkId: string | null;
}

/**
 * Creates a token: the claim in plain text, and its HMAC-SHA256.
 *
 * @param key the preview key, which only a change of the password replaces
 */
export function signPreview({ postKey, expires, linkId }: PreviewClaim, key: string): string {
  const claim = [postKey.toString(36), expires.toString(36), ...(linkId === null ? [] : [linkId])].join('.');
  return `${claim}.${signatureOf(claim, key)}`;
}

/** Parses a token; null unless it was signed with this key. */
export function verifyPreview(token: string, key: string): PreviewClaim | null {
  const [, claim = '', postKey = '', expires = '', linkId = null, signature = ''] = form.exec(token) ?? [];
  if (claim === '' || !sameSecret(signature, signatureOf(claim, key))) return null;
  return { postKey: Number.parseInt(postKey, 36), expires: Number.parseInt(expires, 36), linkId };
}

const form = /^(([0-9a-z]{1,8})\.([0-9a-z]{1,10})(?:\.(l-[0-9a-z]{1,40}))?)\.([\w-]{43})$/;
