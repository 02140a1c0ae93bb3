import { decryptPost } from '../../api/decrypt-post.ts';
import type { SealedText, StoredText } from '../device/unsaved/texts.ts';
import type { EditorDocument } from './document.ts';
import { encryptPost, derivePostKey, type PostKey } from './encrypt-post.ts';

/** The key of each document, which takes long to derive. */
const keys = new WeakMap<EditorDocument, { password: string; key: Promise<PostKey> }>();

/** A stored text of a protected post, opened. */
export interface OpenedText extends StoredText {
  /** The password with which the post was to be encrypted by the next save. */
  newPassword?: string;
}

/** Whether texts of the document can be encrypted: its password is known, and the browser can encrypt. */
export function canSeal({ password }: EditorDocument): boolean {
  // Browsers have no Web Crypto on http pages.
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return password !== null && subtle !== undefined;
}

/** Encrypts a text with the password of the document, so that the device stores nothing of it in plain. */
export async function seal(document: EditorDocument, text: StoredText): Promise<SealedText> {
  const { password } = document;
  if (password === null) throw new Error('The password of the post is not known.');
  const { hasNewPassword } = document.state();
  const known = keys.get(document);
  const key = known?.password === password ? known.key : derivePostKey(password);
  keys.set(document, { password, key });
  const enc = await encryptPost(JSON.stringify({ ...text, hasNewPassword }), await key);
  const { id, version, at, createdAt } = text;
  return { key: text.key, id, version, at, createdAt, enc };
}

/** Decrypts a text; null if the password is another. */
export async function unseal({ enc, ...outer }: SealedText, password: string): Promise<OpenedText | null> {
  const text = await decryptPost(enc, password).catch(() => null);
  if (text === null) return null;
  const { hasNewPassword, ...kept } = JSON.parse(text) as StoredText & { hasNewPassword: boolean };
  return { ...kept, ...outer, ...(hasNewPassword && { newPassword: password }) };
}
