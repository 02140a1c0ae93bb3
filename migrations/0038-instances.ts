import { addColumn } from './add-column.ts';
import type { Migration, MigrationSchema } from './migration.ts';

/**
 * What instances on one PostgreSQL know of each other: which of them may answer from memory, and what each transaction
 * invalidated. A job counts how often it was taken, so that an instance that has lost it changes nothing any more.
 */
export const instances: Migration = {
  name: '0038-instances',
  async up(schema) {
    await addColumn(
      schema,
      'jobs',
      'fence',
      'integer not null default 0 constraint jobs_fence_check check (fence >= 0)',
    );
    if (schema.dialect === 'postgres') await makeForPostgres(schema);
  },
};

async function makeForPostgres({ run }: MigrationSchema): Promise<void> {
  // Unlogged: after a crash of the server, every instance starts again anyway.
  await run(`create unlogged table if not exists instances (
    id text collate "C" not null primary key,
    active_until timestamptz not null
  )`);
  await run(`create unlogged table if not exists invalidations (
    xid xid8 not null default pg_current_xact_id(),
    tags text[] not null,
    at timestamptz not null default clock_timestamp()
  )`);
  await run('create index if not exists invalidations_xid on invalidations (xid)');
  // A trigger, because instances of the previous version empty the outbox too.
  await run(`create or replace function note_invalidations() returns trigger language plpgsql as $$
    begin
      insert into invalidations (tags) select array_agg(distinct tag) from taken having count(*) > 0;
      return null;
    end $$`);
  await run('drop trigger if exists touched_taken on touched');
  await run(`create trigger touched_taken after delete on touched referencing old table as taken
    for each statement execute function note_invalidations()`);
  // The previous version takes a job without counting.
  await run(`create or replace function count_taking() returns trigger language plpgsql as $$
    begin
      new.fence := old.fence + 1;
      return new;
    end $$`);
  await run('drop trigger if exists jobs_taken on jobs');
  await run(`create trigger jobs_taken before update of locked_until, attempts on jobs for each row
    when (new.locked_until is not null and new.attempts > old.attempts and new.fence = old.fence)
    execute function count_taking()`);
}
