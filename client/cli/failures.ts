import { BlogError } from '../api/errors.ts';

/** An error with exit code 1. The message is one sentence. */
export class Failure extends Error {}

/** A usage error with exit code 2. */
export class UsageError extends Error {}

/** The message for the terminal. */
export function describeFailure(error: unknown): string {
  const remedy = error instanceof BlogError ? remedies[error.code] : undefined;
  return remedy ?? (error instanceof Error ? error.message : String(error));
}

/** Messages that name the command to run. */
const remedies: Record<string, string> = {
  UNAUTHORIZED: 'You are not signed in, or the session has expired; run "octavo login".',
  PASSWORD_CHANGE_REQUIRED: 'The password has to be changed first; run "octavo password".',
  REAUTHENTICATION_NEEDED: 'This needs a proof that it is you; run "octavo account confirm", or use an API key.',
  SECOND_FACTOR_REQUIRED: 'A second factor has to be set up first, in the settings of the app.',
  SETUP_KEY_INVALID: 'The setup key is missing or wrong; set OCTAVO_SETUP_KEY.',
};

/** The reason of a file error. */
export function fileReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission denied',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is not a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the file system is read-only',
  };
  return reasons[code ?? ''] ?? message;
}
