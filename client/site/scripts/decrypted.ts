import { decryptPost } from '../../api/decrypt-post.ts';
import { BlogError } from '../../api/errors.ts';
import type { EncryptedText } from '../../api/types.ts';
import { renderMarkdown, type Rendered } from './rendered.ts';
import type { Translate } from '../../../shared/translate.ts';

/** The codes of `decryptPost`. */
export type Problem = 'WRONG_PASSWORD' | 'DATA_DAMAGED' | 'CRYPTO_UNAVAILABLE';

/** A decrypted text, and what is shown of it. */
export interface Opened extends Rendered {
  markdown: string;
}

export { renderMarkdown as rendered };

/**
 * Decrypts and renders a protected post. This module and its libraries are loaded when a password is entered.
 *
 * @param t passed in, because an import would bundle a second copy of the module that the page has loaded
 * @returns the text, or why it cannot be decrypted
 */
export async function openProtected(enc: EncryptedText, password: string, t: Translate): Promise<Opened | Problem> {
  try {
    const markdown = await decryptPost(enc, password);
    return { markdown, ...(await renderMarkdown(markdown, t)) };
  } catch (error) {
    if (error instanceof BlogError) return error.code as Problem;
    throw error;
  }
}
