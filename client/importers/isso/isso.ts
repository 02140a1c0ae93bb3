import { plainTextOf } from '../html/plain-text.ts';
import type { Importer, SourceText } from '../importer.ts';
import { itemsOfThreads, type SourceComment } from '../threads.ts';

/** The SQLite database of Isso, on the command line only. */
export const isso: Importer = {
  name: 'isso',
  system: 'Isso',
  commentsOnly: true,
  hasEmails: true,
  recognizes: (start) => start.startsWith('SQLite format 3\0'),
  async *read(source) {
    const rows = await rowsOf(source);
    // Ids are numbers that other databases have as well.
    const ids = new Map(rows.map(({ id, created }) => [id, `${id}@${created}`]));
    yield* itemsOfThreads(
      'isso',
      rows.map((row) => commentOf(row, ids)),
    );
  },
};

interface Row {
  id: number;
  parent: number | null;
  uri: string | null;
  /** In seconds since 1970. */
  created: number;
  /** 1 is valid, 2 pending, 4 deleted. */
  mode: number;
  text: string | null;
  author: string | null;
  email: string | null;
}

function commentOf(row: Row, ids: ReadonlyMap<number, string>): SourceComment {
  const text = row.text ?? '';
  const statuses: Record<number, SourceComment['status']> = { 1: 'approved', 4: 'deleted' };
  return {
    id: ids.get(row.id)!,
    parent: row.parent === null ? undefined : ids.get(row.parent),
    url: row.uri ?? '',
    author: row.author ?? '',
    email: row.email ?? '',
    // Markdown as typed, or HTML that Isso imported from another system.
    content: /^\s*<p>/.test(text) ? plainTextOf(text) : text,
    createdAt: new Date(row.created * 1000).toISOString(),
    status: statuses[row.mode] ?? 'pending',
  };
}

async function rowsOf({ path, name }: SourceText): Promise<Row[]> {
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  try {
    const database = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
    try {
      return database
        .prepare<[], Row>(
          `select comments.id, comments.parent, uri, created, mode, text, author, email
           from comments left join threads on threads.id = comments.tid order by comments.id`,
        )
        .all();
    } finally {
      database.close();
    }
  } catch (error) {
    throw new Error(
      `${name} cannot be read as a database of Isso: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    );
  }
}
