import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freshDatabaseUrl, stopPostgres } from './postgres.ts';

export interface DatabaseKind {
  name: 'SQLite' | 'PostgreSQL';
  /** The DATABASE_URL of a new, empty database, removed when the tests end. */
  freshUrl(): Promise<string>;
}

const skipPostgres = process.env['OCTAVO_SKIP_POSTGRES'] === '1';

/** `for (const kind of databaseKinds) describe(kind.name, …)` */
export const databaseKinds: readonly DatabaseKind[] = [
  { name: 'SQLite', freshUrl: freshSqliteUrl },
  ...(skipPostgres ? [] : [{ name: 'PostgreSQL' as const, freshUrl: freshDatabaseUrl }]),
];

/** Found by mocha through `--require`. */
export const mochaHooks = {
  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(30_000);
    await stopPostgres();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    if (skipPostgres) {
      console.warn('\n  !!! SKIPPED: every PostgreSQL test, because OCTAVO_SKIP_POSTGRES=1 !!!');
    }
  },
};

const folders: string[] = [];

async function freshSqliteUrl(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-sqlite-'));
  folders.push(folder);
  return `sqlite:${join(folder, 'blog.db')}`;
}
