import { listsOf } from './0005-reads/lists.ts';
import type { Migration, MigrationSchema } from './migration.ts';

/**
 * Comments on pages of other sites, and reactions. The row of a thread in `posts` is a draft, so that instances of
 * earlier versions show it to nobody; its slug begins with `thread_`, as no other does. The lengths of lists leave these
 * rows out.
 */
export const threads: Migration = {
  name: '0044-threads',
  async up(schema) {
    const { dialect, run } = schema;
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists threads (
      post_key integer not null primary key
        constraint threads_post_key_foreign references posts (key) on delete cascade,
      site ${text} not null,
      address ${text} not null
    )`);
    await run('create index if not exists threads_site on threads (site)');
    await run(`create table if not exists reactions (
      target ${text} not null,
      reaction ${text} not null,
      address_hash ${text} not null,
      primary key (target, reaction, address_hash)
    )`);
    await run('create index if not exists reactions_address on reactions (address_hash)');
    await run(`create table if not exists reaction_totals (
      target ${text} not null,
      reaction ${text} not null,
      total integer not null default 0 constraint reaction_totals_total_check check (total >= 0),
      primary key (target, reaction)
    )`);
    await (dialect === 'sqlite' ? watchOnSqlite(schema) : watchOnPostgres(schema));
  },
};

const isThread = (row: string) => `(${row}slug >= 'thread_' and ${row}slug < 'thread\`')`;

async function watchOnSqlite({ run }: MigrationSchema): Promise<void> {
  const triggers: Record<string, [head: string, row: 'new' | 'old', statements: string[]]> = {
    list_totals_post_insert: ['after insert on posts', 'new', [listed(1, 'new')]],
    list_totals_post_update: [
      'after update of status, category, tags on posts',
      'new',
      [listed(-1, 'old'), listed(1, 'new')],
    ],
    list_totals_post_delete: ['after delete on posts', 'old', [listed(-1, 'old')]],
  };
  for (const [name, [head, row, statements]] of Object.entries(triggers)) {
    await run(`drop trigger if exists ${name}`);
    await run(`create trigger ${name} ${head} when not ${isThread(`${row}.`)} begin ${statements.join(' ')} end`);
  }
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ]) {
    await run(`create trigger if not exists touched_reaction_totals_${event} after ${event} on reaction_totals
      begin insert into touched (tag) values ('reactions:' || ${row}.target); end`);
  }
}

function listed(change: 1 | -1, row: 'old' | 'new'): string {
  const post = `(select ${row}.status as status, ${row}.category as category, ${row}.tags as tags)`;
  return `insert into list_totals (kind, name, status, total)
      select kind, name, status, ${change} from (${listsOf(post, 'sqlite')}) where true
    on conflict (kind, name, status) do update set total = total + excluded.total;
    delete from list_totals where total = 0;`;
}

async function watchOnPostgres({ run }: MigrationSchema): Promise<void> {
  const came = { table: 'came', change: 1 };
  const went = { table: 'went', change: -1 };
  for (const [event, sides] of Object.entries({ insert: [came], update: [went, came], delete: [went] })) {
    const changes = sides
      .map(({ table, change }) => {
        const posts = `(select * from ${table} where not ${isThread('')})`;
        return `select *, ${change} as change from (${listsOf(posts, 'postgres')}) as ${table}_rows`;
      })
      .join(' union all ');
    await run(`create or replace function list_totals_posts_${event}() returns trigger language plpgsql as $$
      begin
        insert into list_totals (kind, name, status, total)
          select kind, name, status, sum(change) from (${changes}) as changes
          group by kind, name, status having sum(change) <> 0 order by kind, name, status
          on conflict (kind, name, status) do update set total = list_totals.total + excluded.total;
        delete from list_totals where total = 0;
        return null;
      end $$`);
  }
  await run(`create or replace function touched_reaction_totals() returns trigger language plpgsql as $$
    begin
      insert into touched (tag) values ('reactions:' || coalesce(new.target, old.target));
      return null;
    end $$`);
  await run('drop trigger if exists touched_reaction_totals on reaction_totals');
  await run(`create trigger touched_reaction_totals after insert or update or delete on reaction_totals
    for each row execute function touched_reaction_totals()`);
}
