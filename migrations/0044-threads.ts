import type { Migration, MigrationSchema } from './migration.ts';

/**
 * Comments on pages of other sites, and reactions. The row of a thread in `posts` is a draft, so that instances of
 * earlier versions show it to nobody; its slug begins with `thread_`, as no other does. The migration of the trash lets the
 * lengths of lists leave these rows out.
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

async function watchOnSqlite({ run }: MigrationSchema): Promise<void> {
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ]) {
    await run(`create trigger if not exists touched_reaction_totals_${event} after ${event} on reaction_totals
      begin insert into touched (tag) values ('reactions:' || ${row}.target); end`);
  }
}

async function watchOnPostgres({ run }: MigrationSchema): Promise<void> {
  await run(`create or replace function touched_reaction_totals() returns trigger language plpgsql as $$
    begin
      insert into touched (tag) values ('reactions:' || coalesce(new.target, old.target));
      return null;
    end $$`);
  await run('drop trigger if exists touched_reaction_totals on reaction_totals');
  await run(`create trigger touched_reaction_totals after insert or update or delete on reaction_totals
    for each row execute function touched_reaction_totals()`);
}
