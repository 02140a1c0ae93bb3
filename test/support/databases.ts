import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { newPostgresUrl } from './postgres.ts';
import { newFolder, templateFile } from './run.ts';

/** The content of a new database: nothing, all tables, or all tables and the administrator of the tests. */
export type Template = 'empty' | 'migrated' | 'administrator';

export interface DatabaseKind {
  name: 'SQLite' | 'PostgreSQL';
  /** The DATABASE_URL of a new database, empty without `template`. It is removed after the run. */
  freshUrl(template?: Template): Promise<string>;
}

/** `for (const kind of databaseKinds) describe(kind.name, …)` */
export const databaseKinds: readonly DatabaseKind[] = [
  { name: 'SQLite', freshUrl: newSqliteUrl },
  ...(process.env['OCTAVO_SKIP_POSTGRES'] === '1' ? [] : [{ name: 'PostgreSQL' as const, freshUrl: newPostgresUrl }]),
];

async function newSqliteUrl(template: Template = 'empty'): Promise<string> {
  const file = join(await newFolder(), 'blog.db');
  if (template !== 'empty') await copyFile(templateFile(template), file);
  return `sqlite:${file}`;
}
