import { sql } from 'kysely';

import { copyTable } from './copy-table.ts';
import { readLastKeys, setLastKeys } from './last-keys.ts';
import { indexPosts } from './index-posts.ts';
import { fromSnapshot, type Source } from './source.ts';
import { intoEmpty, type Target } from './target.ts';
import { noteReplaced } from '../identity/identity.ts';
import { withoutPassword } from '../database/database-url.ts';
import { countRows, isCopied, tablesOf, type Table } from '../database/tables.ts';

/** A completed copy. URLs have no passwords. */
export interface CopyReport {
  from: string;
  to: string;
  /** Rows of each table, counted in both databases. */
  tables: Record<string, number>;
  /** Uploaded files, which both databases name from now on. */
  uploads: number;
}

/**
 * Copies a database into an empty one of either engine: from one snapshot of the source, which may be in use, in one
 * transaction of the target, so that a failure leaves no partial copy.
 *
 * @param from, to such as `sqlite:./data/blog.db` or `postgres://user:password@host:5432/database`
 * @param progress called with the numbers of copied and of all rows
 * @throws Error with one sentence when the source has another version, the target is not empty, or the copy fails
 */
export async function copyDatabase(
  from: string,
  to: string,
  progress: (done: number, total: number) => void,
): Promise<CopyReport> {
  const copied = await fromSnapshot(from, (source) => intoEmpty(to, (target) => copyAll(source, target, progress)));
  return { from: withoutPassword(from), to: withoutPassword(to), ...copied };
}

/**
 * Rebuilds the full-text index, which differs between engines, and skips invalidations, which concern a running
 * service.
 */
async function copyAll(
  source: Source,
  target: Target,
  progress: (done: number, total: number) => void,
): Promise<Pick<CopyReport, 'tables' | 'uploads'>> {
  const tables = tablesOf(target.orm).filter(({ name }) => isCopied(name));
  const names = tables.map(({ name }) => name);
  const expected = await countRows(source.snapshot, names);
  const posts = expected['posts'] ?? 0;
  const total = Object.values(expected).reduce((sum, count) => sum + count, posts);
  let done = 0;
  const advance = (count: number) => progress((done += count), total);
  progress(0, total);

  await emptyAll(tables, target);
  for (const table of tables) {
    await copyTable(table, source, target, advance);
    await clearInvalidations(target);
  }
  await indexPosts(source, target, advance);
  await noteReplaced(target.transaction, target.replacedId);
  await setLastKeys(target, await readLastKeys(source, tables));
  return { tables: await verify(names, expected, target), uploads: await countUploads(target) };
}

async function countUploads({ transaction }: Target): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(path) as n from media`.execute(transaction);
  return rows[0]!.n;
}

/** Deletes the rows that migrations inserted; the source has its own. */
async function emptyAll(tables: Table[], { transaction }: Target): Promise<void> {
  for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(transaction);
}

async function clearInvalidations({ transaction }: Target): Promise<void> {
  await sql`delete from touched`.execute(transaction);
}

async function verify(names: string[], expected: Record<string, number>, { transaction }: Target) {
  const counted = await countRows(transaction, names);
  const { post_fts: indexed } = await countRows(transaction, ['post_fts']);
  const wrong = names.filter((name) => counted[name] !== expected[name]);
  if (indexed !== counted['posts']) wrong.push('post_fts');
  if (wrong.length === 0) return counted;
  throw new Error(`The row counts of ${wrong.join(', ')} differ between source and target; nothing was copied.`);
}
