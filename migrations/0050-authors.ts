import { addColumn } from './add-column.ts';
import type { Migration, MigrationSchema } from './migration.ts';

/** Authors with pages of their own, and which posts and pages are by them. */
export const authors: Migration = {
  name: '0050-authors',
  async up(schema) {
    const { dialect, run } = schema;
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists authors (
      id ${text} not null primary key,
      name ${text} not null,
      bio ${text} not null,
      picture ${text} not null,
      links ${text} not null,
      created_at ${text} not null
    )`);
    for (const table of ['posts', 'revisions']) {
      await addColumn(schema, table, 'authors', `${text} not null default '[]'`);
    }
    // Triggers write it, from the column of posts.
    await run(`create table if not exists post_authors (
      post_key integer not null references posts (key) on delete cascade,
      author_id ${text} not null,
      primary key (post_key, author_id)
    )`);
    await run('create index if not exists post_authors_author on post_authors (author_id, post_key)');
    await (dialect === 'sqlite' ? watchOnSqlite(schema) : watchOnPostgres(schema));
  },
};

// The numbers of an author's posts are in the table of the lengths of lists, with the kind `author` (migration 0005).

async function watchOnSqlite({ run }: MigrationSchema): Promise<void> {
  const written = (row: 'old' | 'new') => `${row}.authors <> '[]'`;
  const count = (change: 1 | -1, row: 'old' | 'new') =>
    `insert into list_totals (kind, name, status, total)
      select 'author', value, ${row}.status, ${change} from json_each(${row}.authors) where true
      on conflict (kind, name, status) do update set total = total + excluded.total;`;
  const link = `insert into post_authors (post_key, author_id)
    select new.key, value from json_each(new.authors) where true on conflict (post_key, author_id) do nothing;`;
  const unlink = `delete from post_authors where post_key = old.key;`;
  const clean = 'delete from list_totals where total = 0;';
  const triggers = {
    [`post_authors_insert after insert on posts when ${written('new')}`]: [link, count(1, 'new')],
    [`post_authors_update after update of status, authors on posts when ${written('old')} or ${written('new')}`]: [
      unlink,
      link,
      count(-1, 'old'),
      count(1, 'new'),
      clean,
    ],
    [`post_authors_delete after delete on posts when ${written('old')}`]: [unlink, count(-1, 'old'), clean],
  };
  for (const [head, statements] of Object.entries(triggers)) {
    await run(`create trigger if not exists ${head} begin ${statements.join(' ')} end`);
  }
  for (const event of ['insert', 'update', 'delete']) {
    await run(`create trigger if not exists touched_authors_${event} after ${event} on authors begin ${NOTES} end`);
  }
}

/** For each statement, as in migration 0005, because many posts may have the same author. */
async function watchOnPostgres({ run }: MigrationSchema): Promise<void> {
  const each = (table: string) =>
    `(select key, status, json_array_elements_text(cast(authors as json)) as author from ${table}
      where authors <> '[]') as ${table}_authors`;
  const link = `insert into post_authors (post_key, author_id) select key, author from ${each('came')}
    on conflict (post_key, author_id) do nothing;`;
  const unlink = `delete from post_authors using went
    where post_authors.post_key = went.key and went.authors <> '[]';`;
  const count = (tables: Partial<Record<'came' | 'went', number>>) => {
    const changes = Object.entries(tables).map(
      ([table, change]) => `select author, status, ${change} as change from ${each(table)}`,
    );
    return `insert into list_totals (kind, name, status, total)
      select 'author', author, status, sum(change) from (${changes.join(' union all ')}) as changes
      group by author, status having sum(change) <> 0 order by author, status
      on conflict (kind, name, status) do update set total = list_totals.total + excluded.total;
    delete from list_totals where total = 0;`;
  };
  const events = {
    insert: { tables: 'new table as came', statements: [link, count({ came: 1 })], test: testOf('came') },
    update: {
      tables: 'old table as went new table as came',
      statements: [unlink, link, count({ came: 1, went: -1 })],
      test: `${testOf('went')} or ${testOf('came')}`,
    },
    delete: { tables: 'old table as went', statements: [count({ went: -1 })], test: testOf('went') },
  };
  for (const [event, { tables, statements, test }] of Object.entries(events)) {
    const name = `post_authors_${event}`;
    await run(`create or replace function ${name}() returns trigger language plpgsql as $$
      begin if ${test} then ${statements.join(' ')} end if; return null; end $$`);
    await run(`drop trigger if exists ${name} on posts`);
    await run(`create trigger ${name} after ${event} on posts
      referencing ${tables} for each statement execute function ${name}()`);
  }
  await run(`create or replace function touched_authors() returns trigger language plpgsql as $$
    begin ${NOTES} return null; end $$`);
  await run('drop trigger if exists touched_authors on authors');
  await run(`create trigger touched_authors after insert or update or delete on authors
    for each row execute function touched_authors()`);
}

/** Whether a statement concerns posts with authors. */
function testOf(table: string): string {
  return `exists (select 1 from ${table} where authors <> '[]')`;
}

/** The pages and feeds of authors depend on posts; the list of authors depends on them alone. */
const NOTES = `insert into touched (tag) values ('authors'), ('posts');`;
