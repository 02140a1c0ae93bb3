import { marked } from 'marked';

import { decryptPost } from '../../decrypt-post.ts';
import { BlogError } from '../../errors.ts';
import type { EncryptedText } from '../../types.ts';
import { sanitised } from './sanitised.ts';
import { tidy } from './tidy.ts';

/**
 * The text of a protected post, ready to be shown. Loaded with its libraries once somebody gives a password.
 *
 * @returns null when the password does not open it
 */
export async function decrypted(enc: EncryptedText, password: string): Promise<DocumentFragment | null> {
  const markdown = await decryptPost(enc, password).catch((error: unknown) => {
    if (error instanceof BlogError) return null;
    throw error;
  });
  if (markdown === null) return null;
  const text = sanitised(marked.parse(markdown, { async: false, gfm: true }));
  tidy(text);
  return text;
}
