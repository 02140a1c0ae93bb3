import type { BlogError } from '../../api/errors.ts';
import type { Translations } from '../translations/catalog.ts';
import { errorSentence } from '../errors/translate-error.ts';
import type { Upload } from './queue.ts';
import { UNREADABLE } from './upload-file.ts';

type Sentences = Translations['uploads'];

const sentences: Partial<Record<string, (t: Sentences) => string>> = {
  NETWORK_ERROR: (t) => t.brokeOff,
  UNSUPPORTED_FILE_TYPE: (t) => t.unsupported,
  PAYLOAD_TOO_LARGE: (t) => t.tooLarge,
  MEDIA_EXISTS: (t) => t.exists,
  [UNREADABLE]: (t) => t.unreadable,
};

/** Why an upload failed, and what to do. */
export function failureSentence(error: BlogError, { replaces }: Upload, t: Sentences): string {
  if (replaces !== undefined && error.code === 'UNSUPPORTED_FILE_TYPE') return t.otherKind;
  return sentences[error.code]?.(t) ?? errorSentence(error);
}

/** Whether the same file may be taken the next time. */
export function mayRetry({ code }: BlogError): boolean {
  return !['UNSUPPORTED_FILE_TYPE', 'PAYLOAD_TOO_LARGE', 'MEDIA_EXISTS', UNREADABLE].includes(code);
}
