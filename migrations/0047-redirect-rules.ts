import type { Migration, MigrationSchema } from './migration.ts';

/** Redirects of the owner, and the paths that were not found. */
export const redirectRules: Migration = {
  name: '0047-redirect-rules',
  async up(schema) {
    const { run } = schema;
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists redirect_rules (
      id ${text} not null primary key,
      source ${text} not null,
      target ${text},
      status integer not null,
      hits integer not null default 0 constraint redirect_rules_hits_check check (hits >= 0),
      hit_at ${text},
      created_at ${text} not null
    )`);
    await run('create unique index if not exists redirect_rules_source on redirect_rules (source)');
    await run(`create table if not exists missing_paths (
      path ${text} not null,
      day ${text} not null,
      hits integer not null default 0 constraint missing_paths_hits_check check (hits >= 0),
      primary key (path, day)
    )`);
    await run('create index if not exists missing_paths_day on missing_paths (day)');
    await (schema.dialect === 'sqlite' ? watchOnSqlite(schema) : watchOnPostgres(schema));
  },
};

/** Counting a hit is no change: every instance has the rules in memory. */
const CHANGES = { insert: 'insert', delete: 'delete', update: 'update of source, target, status' };

/** One note for a transaction, which may import thousands of rules. */
async function watchOnSqlite({ run }: MigrationSchema): Promise<void> {
  for (const [event, change] of Object.entries(CHANGES)) {
    await run(`create trigger if not exists touched_redirect_rules_${event} after ${change} on redirect_rules
      when not exists (select 1 from touched where tag = 'redirects')
      begin insert into touched (tag) values ('redirects'); end`);
  }
}

async function watchOnPostgres({ run }: MigrationSchema): Promise<void> {
  await run(`create or replace function touched_redirect_rules() returns trigger language plpgsql as $$
    begin
      insert into touched (tag) values ('redirects');
      return null;
    end $$`);
  await run('drop trigger if exists touched_redirect_rules on redirect_rules');
  await run(`create trigger touched_redirect_rules
    after insert or delete or update of source, target, status on redirect_rules
    for each statement execute function touched_redirect_rules()`);
}
