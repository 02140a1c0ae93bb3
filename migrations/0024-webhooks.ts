import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/**
 * Webhooks and their deliveries, lanes of jobs, and the last event of which deliveries were made. The tag `webhooks`
 * (`routers/webhooks/change.ts`) tells every instance that webhooks were changed.
 */
export const webhooks: Migration = {
  name: '0024-webhooks',
  async up(schema) {
    const { dialect, run } = schema;
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists webhooks (
      id ${text} not null primary key,
      url ${text} not null,
      events ${text} not null,
      active integer not null default 0 constraint webhooks_active_check check (active in (0, 1)),
      created_at ${text} not null,
      failing_since ${text},
      disabled_at ${text},
      disabled_because ${text}
        constraint webhooks_disabled_because_check check (disabled_because in ('failing', 'gone'))
    )`);
    await run(`create table if not exists deliveries (
      id ${text} not null primary key,
      webhook_id ${text} not null
        constraint deliveries_webhook_id_foreign references webhooks (id) on delete cascade,
      message_id ${text} not null,
      type ${text} not null,
      subject ${text} not null,
      data ${text} not null,
      happened_at ${text} not null,
      state ${text} not null constraint deliveries_state_check check (state in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0 constraint deliveries_attempts_check check (attempts >= 0),
      attempted_at ${text},
      next_at ${text},
      status integer,
      duration integer,
      answer ${text},
      error ${text},
      created_at ${text} not null
    )`);
    await run('create index if not exists deliveries_webhook on deliveries (webhook_id, created_at, id)');
    await run('create index if not exists deliveries_subject on deliveries (subject)');
    await run('create index if not exists deliveries_created on deliveries (created_at)');
    // PostgreSQL's statistics would keep texts of posts and comments.
    if (dialect === 'postgres') {
      await run('alter table deliveries alter column data set statistics 0, alter column answer set statistics 0');
    }
    await addColumn(schema, 'jobs', 'lane', text);
    await run(
      'create index if not exists jobs_lane on jobs (lane, state, locked_until, run_at) where lane is not null',
    );
    await run(`insert into sequences (name, value)
      select 'events.webhooks', value from sequences where name = 'events' on conflict do nothing`);
  },
};
