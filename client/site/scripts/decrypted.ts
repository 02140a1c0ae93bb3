import { decryptPost } from '../../decrypt-post.ts';
import { BlogError } from '../../errors.ts';
import type { EncryptedText } from '../../types.ts';
import { rendered, type Rendered } from './rendered.ts';
import type { Translate } from '../../../shared/translate.ts';

/**
 * The text of a protected post, ready to be shown. Loaded with its libraries once somebody gives a password.
 *
 * @param say handed in: with an import of its own, there would be a second copy of what the page has
 * @returns null when the password does not open it
 */
export async function decrypted(enc: EncryptedText, password: string, t: Translate): Promise<Rendered | null> {
  const markdown = await decryptPost(enc, password).catch((error: unknown) => {
    if (error instanceof BlogError) return null;
    throw error;
  });
  return markdown === null ? null : rendered(markdown, t);
}
