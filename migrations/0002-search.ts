import type { Migration, MigrationSchema } from './migration.ts';

/** The full text index. It was released together with 0001: no database has posts that it does not know. */
export const search: Migration = {
  name: '0002-search',
  up: (schema) => (schema.dialect === 'sqlite' ? makeForSqlite(schema) : makeForPostgres(schema)),
};

async function makeForSqlite({ run, all }: MigrationSchema): Promise<void> {
  // Words come ready-made, with a space between them; "ascii" leaves everything beyond ASCII as it is.
  await run(
    `create virtual table if not exists post_fts using fts5 (title, tags, excerpt, content, tokenize = 'ascii')`,
  );
  // Otherwise the words of a deleted text stay in the file until the index is merged one day.
  const [secure] = await all(`select 1 from post_fts_config where k = 'secure-delete' and v = 1`);
  if (!secure) await run(`insert into post_fts (post_fts, rank) values ('secure-delete', 1)`);
  await run(`create trigger if not exists post_fts_delete after delete on posts begin
    delete from post_fts where rowid = old.key;
  end`);
}

async function makeForPostgres({ run }: MigrationSchema): Promise<void> {
  await run(`create table if not exists post_fts (
    post_key integer primary key references posts (key) on delete cascade,
    words tsvector not null
  )`);
  await run('create index if not exists post_fts_words on post_fts using gin (words)');
  // The planner's statistics quote what they find, and keep it after a post became protected.
  await run('alter table post_fts alter column words set statistics 0');
}
