/** The reason of a file or SQLite error, to follow a colon. */
export function failureReason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? REASONS[code.split('_', 2).join('_')] ?? message;
}

const REASONS: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'the file already exists',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  Z_DATA_ERROR: 'it is damaged',
  Z_BUF_ERROR: 'it is incomplete',
  SQLITE_NOTADB: 'it is not an SQLite database',
  SQLITE_CORRUPT: 'it is damaged',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk reports an error',
  SQLITE_BUSY: 'another program has locked it',
  SQLITE_READONLY: 'the file is read-only',
  SQLITE_CANTOPEN: 'the file or its folder is not accessible',
};
