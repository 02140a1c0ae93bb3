import { BlogError } from '../index.ts';

/** Something was refused or went wrong: exit code 1. The message is one sentence. */
export class Failure extends Error {}

/** The command was not called as it should be: exit code 2. */
export class UsageError extends Error {}

/** What to tell a person at the terminal. */
export function sentenceOf(error: unknown): string {
  const remedy = error instanceof BlogError ? remedies[error.code] : undefined;
  return remedy ?? (error instanceof Error ? error.message : String(error));
}

/** Where the terminal knows better than the service what to do. */
const remedies: Record<string, string> = {
  UNAUTHORIZED: 'You are not signed in, or not any more; run "octavo login".',
  PASSWORD_CHANGE_REQUIRED: 'The password has to be changed first; run "octavo password".',
  SETUP_KEY_INVALID: 'The setup key is missing or wrong; put the right one into OCTAVO_SETUP_KEY.',
};

/** Why a file could not be read or written, in words. */
export function fileReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'this user may not',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of the path is not a folder',
    ENOSPC: 'the disk is full',
    EROFS: 'the file system is read-only',
  };
  return reasons[code ?? ''] ?? message;
}
