import type { Importer, SourceText } from '../importer.ts';
import { textField } from '../markdown/fields.ts';
import { utcTime } from '../../../shared/dates.ts';
import { readContent, itemsOfThreads, type SourceComment } from '../threads.ts';

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
    const ids = new Map<unknown, string>(rows.map(({ id, created }) => [id, `${id}@${created}`]));
    yield* itemsOfThreads(
      'isso',
      rows.map((row) => toComment(row, ids)),
    );
  },
};

/** A column of SQLite may have values of any type. */
interface Row {
  id: number;
  parent: unknown;
  uri: unknown;
  title: unknown;
  /** In seconds since 1970. */
  created: number | string | null;
  /** 1 is valid, 2 pending, 4 deleted. */
  mode: unknown;
  text: unknown;
  author: unknown;
  email: unknown;
}

function toComment(row: Row, ids: ReadonlyMap<unknown, string>): SourceComment {
  const text = textField(row.text) ?? '';
  const statuses = new Map<unknown, SourceComment['status']>([
    [1, 'approved'],
    [4, 'deleted'],
  ]);
  return {
    id: ids.get(row.id)!,
    parent: ids.get(row.parent),
    url: textField(row.uri) ?? '',
    title: textField(row.title),
    author: textField(row.author) ?? '',
    email: textField(row.email),
    // Markdown as typed, or HTML that Isso imported from another system.
    ...(/^\s*<p>/.test(text) ? readContent(text) : { content: text }),
    createdAt: typeof row.created === 'number' ? utcTime(row.created * 1000) : undefined,
    status: statuses.get(row.mode) ?? 'pending',
  };
}

async function rowsOf({ path, name }: SourceText): Promise<Row[]> {
  const { default: BetterSqlite3 } = await import('better-sqlite3');
  try {
    const database = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
    try {
      return database
        .prepare<[], Row>(
          `select comments.id, comments.parent, uri, title, created, mode, text, author, email
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
