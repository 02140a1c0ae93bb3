import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The file that an address such as `sqlite:./data/blog.db` names, as an absolute path; null for PostgreSQL. */
export function sqliteFileOf(url: string): string | null {
  const file = /^sqlite:(.*)$/s.exec(url)?.[1];
  if (file === undefined) return null;
  return file === ':memory:' ? file : resolve(file);
}

/**
 * The same, of a database that is there: opening a file of SQLite would make it, and in the wrong folder that would
 * be an empty one.
 *
 * @param setting what names it, such as DATABASE_URL
 * @throws Error when there is no such file
 */
export function existingFileOf(url: string, setting: string): string | null {
  const file = sqliteFileOf(url);
  if (file === null || existsSync(file)) return file;
  throw new Error(`There is no database ${file}; run this where the service runs, or correct ${setting}.`);
}

/** The address of a database as it may be shown: the password left out, and every parameter but sslmode. */
export function withoutPassword(address: string): string {
  if (!URL.canParse(address) || address.startsWith('sqlite:')) return address;
  const url = new URL(address);
  const mode = url.searchParams.get('sslmode');
  url.password = '';
  url.search = mode === null ? '' : `?${new URLSearchParams({ sslmode: mode })}`;
  return url.href;
}

/** A moment for the name of a file, such as `20260301-120000` (UTC). */
export function stampOf(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

/** The address of a PostgreSQL database for a command line: its tools ask for the password, or take PGPASSWORD. */
export function typable(address: string): string {
  return `'${withoutPassword(address).replaceAll("'", '%27')}'`;
}
