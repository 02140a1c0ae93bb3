import { addColumn } from './add-column.ts';
import type { Migration, MigrationSchema } from './migration.ts';

/** What happened, what changed of public posts, and what is still to be done. */
export const eventsAndJobs: Migration = {
  name: '0018-events-and-jobs',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await makeTables(schema, text);
    await addColumn(schema, 'posts', 'public_since', text);
    // The posts of which nobody was told yet: scheduled ones.
    await schema.run(`create index if not exists posts_unannounced on posts (publish_at, key)
      where public_since is null and status = 'published'`);
    await announcePresent(schema);
  },
};

async function makeTables({ dialect, run }: MigrationSchema, text: string): Promise<void> {
  await run(`create table if not exists events (
    id integer not null primary key,
    type ${text} not null,
    subject ${text} not null,
    data ${text} not null,
    created_at ${text} not null
  )`);
  await run('create index if not exists events_created on events (created_at)');
  await run('create index if not exists events_subject on events (subject)');
  await run(`create table if not exists post_changes (
    seq integer not null primary key,
    post_id ${text} not null,
    version integer not null,
    deleted integer not null default 0 constraint post_changes_deleted_check check (deleted in (0, 1)),
    redirects_to ${text},
    at ${text} not null
  )`);
  await run('create unique index if not exists post_changes_post on post_changes (post_id)');
  await run('create index if not exists post_changes_at on post_changes (at)');
  await run(`create table if not exists jobs (
    id ${text} not null primary key,
    kind ${text} not null,
    data ${text} not null,
    key ${text},
    run_at ${text} not null,
    attempts integer not null default 0 constraint jobs_attempts_check check (attempts >= 0),
    locked_until ${text},
    state ${text} not null constraint jobs_state_check check (state in ('waiting', 'failed')),
    reason ${text},
    created_at ${text} not null
  )`);
  // PostgreSQL's statistics would keep excerpts of posts that become protected.
  if (dialect === 'postgres') {
    await run('alter table events alter column data set statistics 0');
    await run('alter table jobs alter column data set statistics 0, alter column reason set statistics 0');
  }
  await run('create unique index if not exists jobs_key on jobs (key)');
  await run('create index if not exists jobs_due on jobs (state, locked_until, run_at)');
  await run(`insert into sequences (name, value)
    values ('events', 0), ('changes', 0), ('changes.deleted', 0), ('epoch', 0) on conflict do nothing`);
}

/** An upgrade reports nothing: what is public now counts as known, and what is scheduled gets its job. */
async function announcePresent({ dialect, run }: MigrationSchema): Promise<void> {
  const now =
    dialect === 'postgres'
      ? `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`
      : `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
  await run(`update posts set public_since = coalesce(publish_at, created_at)
    where public_since is null and status = 'published' and (publish_at is null or publish_at <= ${now})`);
  const key = dialect === 'postgres' ? 'key::text' : 'cast(key as text)';
  await run(`insert into jobs (id, kind, data, key, run_at, state, created_at)
    select 'j-publish-' || ${key}, 'publish', '{"key":' || ${key} || '}', 'publish:' || ${key}, publish_at, 'waiting', ${now}
    from posts where status = 'published' and publish_at > ${now} on conflict do nothing`);
}
