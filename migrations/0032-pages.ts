import { listsOf } from './0005-reads/lists.ts';
import { addColumn } from './add-column.ts';
import type { Migration, MigrationSchema } from './migration.ts';

/** Pages: posts of another kind, which the lists of posts and their lengths leave out. */
export const pages: Migration = {
  name: '0032-pages',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    const kind = `constraint posts_kind_check check (kind in ('post', 'page'))`;
    await addColumn(schema, 'posts', 'kind', `${text} not null default 'post' ${kind}`);
    const flag = 'constraint posts_allow_comments_check check (allow_comments in (0, 1))';
    await addColumn(schema, 'posts', 'allow_comments', `integer not null default 0 ${flag}`);
    for (const [name, columns] of Object.entries(indexes)) await widen(schema, name, columns);
    await schema.run(`create index if not exists posts_pages on posts (lower(title), slug) where kind = 'page'`);
    await (schema.dialect === 'sqlite' ? countPostsOnSqlite(schema) : countPostsOnPostgres(schema));
  },
};

// `kind` comes last: the indexes serve a running instance of the previous version as before, and the few pages are
// skipped within the index.
const order = 'date desc, created_at desc, slug, publish_at, kind';
const indexes = {
  posts_order: `(status, pinned desc, ${order})`,
  posts_order_all: '(pinned desc, date desc, created_at desc, slug, kind)',
  posts_category: `(category, status, pinned desc, ${order})`,
  posts_newest: `(status, ${order})`,
  posts_ids: '(status, key, slug, updated_at, publish_at, kind)',
  posts_site_date: '(status, date, slug, publish_at, kind)',
  posts_site_updated: '(status, updated_at, slug, publish_at, kind)',
  posts_site_title: '(status, lower(title), slug, publish_at, kind)',
  posts_all_date: '(date, created_at, key, kind)',
  posts_all_title: '(lower(title), key, kind)',
  posts_all_updated: '(updated_at, key, kind)',
};

/** On PostgreSQL, readers wait only while names change. */
async function widen({ dialect, run }: MigrationSchema, name: string, columns: string): Promise<void> {
  const made = dialect === 'postgres' ? `${name}_wide` : name;
  if (dialect === 'sqlite') await run(`drop index if exists ${name}`);
  await run(`create index ${made} on posts ${columns}`);
  if (dialect === 'sqlite') return;
  await run(`drop index if exists ${name}`);
  await run(`alter index ${made} rename to ${name}`);
}

async function countPostsOnSqlite({ run }: MigrationSchema): Promise<void> {
  const triggers = {
    'list_totals_post_insert after insert on posts': [listed(1, 'new')],
    'list_totals_post_update after update of status, category, tags on posts': [listed(-1, 'old'), listed(1, 'new')],
    'list_totals_post_delete after delete on posts': [listed(-1, 'old')],
  };
  for (const [head, statements] of Object.entries(triggers)) {
    await run(`drop trigger if exists ${head.split(' ')[0]}`);
    await run(`create trigger ${head} begin ${statements.join(' ')} end`);
  }
}

function listed(change: 1 | -1, row: 'old' | 'new'): string {
  const post = `(select ${row}.status as status, ${row}.category as category, ${row}.tags as tags
    where ${row}.kind = 'post')`;
  return `insert into list_totals (kind, name, status, total)
      select kind, name, status, ${change} from (${listsOf(post, 'sqlite')}) where true
      on conflict (kind, name, status) do update set total = total + excluded.total;
    delete from list_totals where total = 0;`;
}

/** Replaces the functions of the triggers of migration 0005. */
async function countPostsOnPostgres({ run }: MigrationSchema): Promise<void> {
  const events = { insert: ['came'], update: ['went', 'came'], delete: ['went'] };
  for (const [event, sides] of Object.entries(events)) {
    const changes = sides.map((side) => {
      const posts = `(select status, category, tags from ${side} where kind = 'post')`;
      const lists = listsOf(posts, 'postgres');
      return `select *, ${side === 'came' ? 1 : -1} as change from (${lists}) as ${side}_rows`;
    });
    await run(`create or replace function list_totals_posts_${event}() returns trigger language plpgsql as $$
      begin
        insert into list_totals (kind, name, status, total)
          select kind, name, status, sum(change) from (${changes.join(' union all ')}) as changes
          group by kind, name, status having sum(change) <> 0 order by kind, name, status
          on conflict (kind, name, status) do update set total = list_totals.total + excluded.total;
        delete from list_totals where total = 0;
        return null;
      end $$`);
  }
}
