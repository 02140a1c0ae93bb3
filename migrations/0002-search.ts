import { searchEngines, wordsOf, type Searchable } from '../routers/search/post-index.ts';
import type { Migration, MigrationSchema } from './migration.ts';

/** The full text index, with the posts that are there already. */
export const search: Migration = {
  name: '0002-search',
  async up(schema) {
    await (schema.dialect === 'sqlite' ? makeForSqlite(schema) : makeForPostgres(schema));
    await indexMissing(schema);
  },
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

/** One post after the other: their texts together may be larger than the memory. */
async function indexMissing({ dialect, run, all }: MigrationSchema): Promise<void> {
  const key = dialect === 'sqlite' ? 'rowid' : 'post_key';
  const next = `select key, title, tags, excerpt, excerpt_made as "excerptMade", content from posts
    where not exists (select 1 from post_fts where post_fts.${key} = posts.key) order by key limit 1`;
  for (let [post] = await all(next); post; [post] = await all(next)) {
    const { sql, parameters } = searchEngines[dialect].write(
      post['key'] as number,
      wordsOf(post as unknown as Searchable),
    );
    await run(sql, parameters);
  }
}
