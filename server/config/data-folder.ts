import { join } from 'node:path';

import { readEnvironment } from './environment.ts';

/**
 * Stores the database and, unless MEDIA_URL is set, the uploaded files in a folder.
 *
 * @throws Error when DATABASE_URL is set as well
 */
export function useDataFolder(folder: string): void {
  const { DATABASE_URL, MEDIA_URL } = readEnvironment();
  if (DATABASE_URL?.trim()) {
    throw new Error('Both --data and DATABASE_URL say where the database is: leave one of them out.');
  }
  process.env['DATABASE_URL'] = `sqlite:${join(folder, 'blog.db')}`;
  if (!MEDIA_URL?.trim()) process.env['MEDIA_URL'] = `file:${join(folder, 'media')}`;
}
