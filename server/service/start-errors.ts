import { BadConfig, type Config } from '../config/config.ts';
import { failureReason } from '../process/reasons.ts';
import { unixSocketOf } from '../config/host.ts';
import { SocketUnusable } from '../http/unix-socket.ts';
import { sqliteFileOf } from '../storage/database/database-url.ts';
import { DatabaseTooNew, DatabaseUnavailable } from '../storage/database/errors.ts';
import { explainSqlite } from '../storage/database/sqlite-errors.ts';

/**
 * Explains in plain words why the service does not start.
 *
 * @returns null for unexpected errors, which are reported with their stack
 */
export function explainStart(error: unknown, config: Config | null): string | null {
  if (error instanceof BadConfig) return error.message;
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseTooNew) return error.message;
  // Corruption may be detected only in a migration, or in the first reads.
  const file = config && sqliteFileOf(config.databaseUrl);
  const sentence = file && explainSqlite(error, file);
  if (sentence) return sentence;
  if (error instanceof SocketUnusable) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const path = unixSocketOf(config?.host ?? '');
  if (path !== null && syscall === 'listen') {
    return `HOST names the Unix socket ${path}, which cannot be made: ${failureReason(error)}; correct the path, or the permissions of its folder.`;
  }
  if (code === 'EADDRINUSE') return `Port ${config?.port} on ${config?.host} is in use; set PORT to another one.`;
  if (code === 'EACCES') return `Port ${config?.port} may not be used by this user; set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST ${config?.host} is not an address of this machine; set HOST to 127.0.0.1 or 0.0.0.0.`;
  }
  return null;
}
