import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';

import { VERSION } from '../shared/version.ts';
import type { HealthFacts } from '../routers/admin/schemas.ts';
import { sqliteFileOf } from './commands/database-url.ts';
import type { Database } from './database/open.ts';

/** What the facts are about. */
export interface Examined {
  database: Database;
  /** What WORKERS says, which is obsolete. */
  workers: number | null;
  counters: { store: HealthFacts['counters']['store']; isThere(): Promise<boolean> };
  /** Whether a proxy passes on the client IP header of visitors. */
  isClientIpUnchecked(): boolean;
}

/** The most posts that are named as too complex to render. */
const MOST_COMPLEX = 20;

/** How the process that is asked, its database, its counters and its disk are doing. What does not answer is not ok. */
export async function healthFacts(examined: Examined): Promise<HealthFacts> {
  const { database, workers, counters } = examined;
  const [state, complexPosts, disk, areCounted] = await Promise.all([
    databaseFacts(database),
    complexPostsIn(database),
    room(database.url),
    counters.isThere(),
  ]);
  return {
    release: VERSION,
    node: process.versions.node,
    uptime: Math.floor(process.uptime()),
    workers: 1,
    database: { engine: database.dialect, ...state },
    counters: { store: counters.store, ok: areCounted },
    disk,
    memory: { resident: process.memoryUsage.rss() },
    complexPosts,
    notices: [
      ...(workers !== null && workers > 1 ? (['WORKERS_OBSOLETE'] as const) : []),
      ...(examined.isClientIpUnchecked() ? (['CLIENT_IP_UNCHECKED'] as const) : []),
    ],
  };
}

const questions = {
  sqlite: sql<Answer>`select sqlite_version() as version, page_count * page_size as bytes
    from pragma_page_count(), pragma_page_size()`,
  postgres: sql<Answer>`select current_setting('server_version') as version,
    pg_database_size(current_database()) as bytes`,
};

interface Answer {
  version: string;
  /** PostgreSQL's bigint comes as text. */
  bytes: number | string;
}

async function databaseFacts({ dialect, kysely }: Database): Promise<Omit<HealthFacts['database'], 'engine'>> {
  try {
    const { rows } = await questions[dialect].execute(kysely);
    const { version, bytes } = rows[0]!;
    return { version, bytes: Number(bytes), ok: true };
  } catch {
    return { version: '', bytes: 0, ok: false };
  }
}

/** The ids of posts that are shown as plain text, the newest first. */
async function complexPostsIn({ kysely }: Database): Promise<string[]> {
  const posts = kysely
    .selectFrom('renderings')
    .innerJoin('posts', 'posts.key', 'renderings.post_key')
    .select('posts.slug')
    .where('renderings.too_complex', '=', 1)
    .orderBy('posts.key', 'desc')
    .limit(MOST_COMPLEX);
  return posts.execute().then(
    (rows) => rows.map(({ slug }) => slug),
    () => [],
  );
}

/** The disk below a file of SQLite, in bytes that its user may have. */
async function room(url: string): Promise<HealthFacts['disk']> {
  const file = sqliteFileOf(url);
  if (file === null || file === ':memory:') return null;
  const disk = await statfs(dirname(file)).catch(() => null);
  return disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize };
}
