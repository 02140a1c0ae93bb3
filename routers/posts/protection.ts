import { fieldError, type AppError } from '../base/errors.ts';
import { decryptText, encryptText, type Encrypted } from './encryption.ts';
import type { PostKeys } from './post-keys.ts';
import type { PostFields } from './store.ts';

/** The parts of an input that concern content and protection. */
export interface ProtectionInput {
  content?: string | undefined;
  protected?: 0 | 1 | undefined;
  password?: string | undefined;
  oldPassword?: string | undefined;
}

type Stored = Pick<PostFields, 'content' | 'protected' | 'encSalt' | 'encIv' | 'encData'>;

/** A post that does not exist yet. */
const NOTHING: Stored = { content: '', protected: 0, encSalt: null, encIv: null, encData: null };

/**
 * Computes the content columns of a write, with encryption or decryption where needed.
 *
 * @param keys see `withPostKeys`
 * @param stored the stored post; absent for a new one
 * @returns the columns to write; none if content and protection stay unchanged
 * @throws BAD_REQUEST when a password is missing, WRONG_POST_PASSWORD
 */
export function protect(keys: PostKeys, input: ProtectionInput, stored: Stored = NOTHING): Partial<Stored> {
  // A password without `protected` implies protection.
  const wanted = input.protected ?? (input.password === undefined ? stored.protected : 1);
  if (wanted === 0 && stored.protected === 0 && input.password !== undefined) throw passwordOfPlainPost();
  if (wanted === 0) return stored.protected === 0 ? plain(input.content) : unprotect(keys, input, stored);
  return stored.protected === 0 ? newlyProtected(keys, input, stored) : stayProtected(keys, input, stored);
}

function plain(content: string | undefined): Partial<Stored> {
  return content === undefined ? {} : { content };
}

function unprotect(keys: PostKeys, { content, password }: ProtectionInput, stored: Stored) {
  if (content) return plainColumns(content);
  if (password === undefined) {
    throw fieldError('password', 'Send the password of the post, or new content, to make it a plain post.');
  }
  return plainColumns(decryptText(keys, encryptedText(stored), password));
}

function newlyProtected(keys: PostKeys, { content, password }: ProtectionInput, stored: Stored) {
  if (password === undefined) throw fieldError('password', 'A protected post needs a password.');
  return encryptedColumns(encryptText(keys, content || stored.content, password));
}

function stayProtected(keys: PostKeys, input: ProtectionInput, stored: Stored): Partial<Stored> {
  const { content, password, oldPassword } = input;
  if (password === undefined) {
    if (content) throw fieldError('password', 'New content of a protected post needs its password.');
    return {};
  }
  if (content) return encryptedColumns(encryptText(keys, content, password));
  const text = decryptText(keys, encryptedText(stored), oldPassword ?? password);
  return oldPassword === undefined ? {} : encryptedColumns(encryptText(keys, text, password));
}

function plainColumns(content: string): Stored {
  return { content, protected: 0, encSalt: null, encIv: null, encData: null };
}

/** The content columns of an encrypted text. */
export function encryptedColumns({ salt, iv, data }: Encrypted): Stored {
  return { content: '', protected: 1, encSalt: salt, encIv: iv, encData: data };
}

/** The error for "protected: false" with a password for a post that is not encrypted. */
export function passwordOfPlainPost(): AppError {
  return fieldError(
    'password',
    'A post with "protected": false has no password; send "protected": true with it, or leave the password out.',
  );
}

/** The encrypted text of a stored post. */
export function encryptedText({ encSalt, encIv, encData }: Pick<Stored, 'encSalt' | 'encIv' | 'encData'>): Encrypted {
  return { salt: encSalt ?? '', iv: encIv ?? '', data: encData ?? '' };
}
