/** Why a file could not be read, written or understood, in words that go after a colon. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? REASONS[code.split('_', 2).join('_')] ?? message;
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EEXIST: 'there is such a file already',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  SQLITE_NOTADB: 'it is no database of SQLite',
  SQLITE_CORRUPT: 'it is damaged',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk reports an error',
  SQLITE_BUSY: 'another program has locked it',
  SQLITE_READONLY: 'this user may not write it',
  SQLITE_CANTOPEN: 'this user may not open it, or not write into its folder',
};
