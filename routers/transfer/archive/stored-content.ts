import { appError } from '../../base/errors.ts';
import { readEncrypted } from '../import.ts';

interface Content {
  content?: string | undefined;
  protected?: 0 | 1 | undefined;
  enc?: { salt: string; iv: string; data: string } | null | undefined;
}

/**
 * The content columns of a stored text.
 *
 * @throws BAD_REQUEST if an encrypted one is not complete
 */
export function storedContent({ content = '', protected: isProtected = 0, enc }: Content) {
  if (isProtected === 0) return { content, protected: 0, encSalt: null, encIv: null, encData: null } as const;
  if (!enc) throw appError('BAD_REQUEST', 'A protected post needs "enc".');
  return readEncrypted(enc);
}
