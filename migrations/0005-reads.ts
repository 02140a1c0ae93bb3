import { makeTriggersForPostgres } from './0005-reads/postgres.ts';
import { makeTriggersForSqlite } from './0005-reads/sqlite.ts';
import { listsOf } from './0005-reads/lists.ts';
import type { Migration, MigrationSchema } from './migration.ts';

/** Reads that take as long on 100,000 posts as on 1,000: indexes that hold what a list looks at, and kept counts. */
export const reads: Migration = {
  name: '0005-reads',
  async up(schema) {
    await makeTables(schema);
    await indexInListOrder(schema);
    // The triggers first: on PostgreSQL that waits for whoever writes, so that nothing stays uncounted.
    await (schema.dialect === 'sqlite' ? makeTriggersForSqlite(schema) : makeTriggersForPostgres(schema));
    await countAnew(schema);
  },
};

/** With `publish_at` at their end, a page is found in the index alone, however deep; posts themselves are long rows. */
async function indexInListOrder({ run }: MigrationSchema): Promise<void> {
  const order = 'date desc, created_at desc, slug, publish_at';
  const indexes = {
    posts_order: `posts (status, pinned desc, ${order})`,
    posts_category: `posts (category, status, pinned desc, ${order})`,
    posts_newest: `posts (status, ${order})`,
    posts_ids: 'posts (status, key, slug, updated_at, publish_at)',
    posts_updated: 'posts (status, updated_at desc, publish_at)',
    posts_scheduled: 'posts (publish_at) where publish_at is not null',
    comments_created: 'comments (created_at, status, post_key)',
    post_scores_score: 'post_scores (score desc, post_key desc)',
    daily_stats_day: 'daily_stats (day, post_key, views, likes)',
  };
  for (const [name, columns] of Object.entries(indexes)) {
    // 0001 makes some of them, narrower.
    await run(`drop index if exists ${name}`);
    await run(`create index ${name} on ${columns}`);
  }
}

/** Nobody but the triggers writes into these. */
async function makeTables({ dialect, run }: MigrationSchema): Promise<void> {
  const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
  await run(`create table if not exists list_totals (
    kind ${text} not null,
    name ${text} not null,
    status ${text} not null,
    total integer not null,
    primary key (kind, name, status)
  )`);
  await run('create index if not exists list_totals_empty on list_totals (total) where total = 0');
  await run(`create table if not exists post_scores (
    post_key integer primary key references posts (key) on delete cascade,
    comments integer not null,
    score integer not null
  )`);
}

/** What is right already stays as it is, so that this may run again. */
async function countAnew({ dialect, run }: MigrationSchema): Promise<void> {
  const lists = `select kind, name, status, count(*) as total from (${listsOf('posts', dialect)}) as lists
    group by kind, name, status
    union all select 'section', section, status, count(*) from comments where section is not null
    group by section, status`;
  await run(`delete from list_totals
    where (kind, name, status) not in (select kind, name, status from (${lists}) as counted)`);
  await run(`insert into list_totals (kind, name, status, total) select * from (${lists}) as counted where true
    on conflict (kind, name, status) do update set total = excluded.total where list_totals.total <> excluded.total`);

  const comments = `select post_key, count(*) as comments from comments where status = 'approved' group by post_key`;
  await run(`insert into post_scores (post_key, comments, score)
    select posts.key, coalesce(said.comments, 0),
      coalesce(views, 0) + 3 * coalesce(likes, 0) + 5 * coalesce(said.comments, 0)
    from posts left join post_counters on post_counters.post_key = posts.key
    left join (${comments}) as said on said.post_key = posts.key where true
    on conflict (post_key) do update set comments = excluded.comments, score = excluded.score
    where post_scores.comments <> excluded.comments or post_scores.score <> excluded.score`);
}
