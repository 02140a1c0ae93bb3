import { appError, type AppError } from '../../../routers/base/errors.ts';

/** @param limit in bytes */
export function tooLargeFile(limit: number): AppError {
  return appError('PAYLOAD_TOO_LARGE', `The file is larger than ${inUnits(limit)}.`);
}

export function unknownKind(): AppError {
  return appError(
    'UNSUPPORTED_FILE_TYPE',
    'Only JPEG, PNG, GIF, WebP, AVIF, SVG, PDF, MP3, M4A, OGG, MP4 and WebM files can be uploaded.',
  );
}

/** A full disk or an unreachable storage is not the caller's fault. */
export function notStored(cause: unknown): AppError {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '');
  const message = isFull ? 'The file could not be stored: the disk is full.' : 'The file could not be stored.';
  return appError('SERVICE_UNAVAILABLE', message, { retryAfter: 30, cause });
}

function inUnits(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes >= 1 ? `${Math.floor(megabytes)} MB` : `${Math.floor(bytes / 1024)} KB`;
}
