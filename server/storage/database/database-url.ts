import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The absolute path of the file that a URL such as `sqlite:./data/blog.db` names; null for PostgreSQL. */
export function sqliteFileOf(url: string): string | null {
  const file = /^sqlite:(.*)$/s.exec(url)?.[1];
  if (file === undefined) return null;
  return file === ':memory:' ? file : resolve(file);
}

/**
 * The same for an existing database. Opening a missing file would create an empty database.
 *
 * @param setting the name of the setting, such as DATABASE_URL
 * @throws Error when there is no such file
 */
export function existingDatabaseFile(url: string, setting: string): string | null {
  const file = sqliteFileOf(url);
  if (file === null || existsSync(file)) return file;
  throw new Error(`There is no database ${file}; run this where the service runs, or correct ${setting}.`);
}

/** The URL of a database without its password, and without parameters except sslmode. */
export function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl) || databaseUrl.startsWith('sqlite:')) return databaseUrl;
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get('sslmode');
  url.password = '';
  url.search = mode === null ? '' : `?${new URLSearchParams({ sslmode: mode })}`;
  return url.href;
}

/** A timestamp for file names, such as `20260301-120000` (UTC). */
export function fileTimestamp(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

/** The URL of a PostgreSQL database, quoted for a shell. Its tools ask for the password, or read PGPASSWORD. */
export function shellQuoted(databaseUrl: string): string {
  return `'${withoutPassword(databaseUrl).replaceAll("'", '%27')}'`;
}
