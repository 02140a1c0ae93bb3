import type { Upload } from '../../../importers/pictures.ts';
import { uploadFile } from '../../uploads/upload-file.ts';

/** Uploads a file of an import. When the session has ended, this waits for the next sign-in. */
export const upload: Upload = async (content, { name } = {}, { signal = new AbortController().signal } = {}) => {
  const file = new File([content], name ?? '');
  const { media } = await uploadFile(file, { replaces: undefined, name, signal, progress: () => undefined });
  return { ok: true, media };
};
