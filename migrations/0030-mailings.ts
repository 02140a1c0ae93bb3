import type { Migration } from './migration.ts';

/** Posts that are mailed to the subscribers, and the mails of them that are sent later. */
export const mailings: Migration = {
  name: '0030-mailings',
  async up({ dialect, run }) {
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists mailings (
      id ${text} not null primary key,
      post_key integer not null constraint mailings_post_key_foreign references posts (key) on delete cascade,
      state ${text} not null
        constraint mailings_state_check check (state in ('wanted', 'sending', 'sent', 'cancelled')),
      created_at ${text} not null,
      started_at ${text},
      ended_at ${text},
      position ${text} not null,
      last_id ${text} not null,
      sent integer not null default 0 constraint mailings_sent_check check (sent >= 0),
      failed integer not null default 0 constraint mailings_failed_check check (failed >= 0),
      attempted_at ${text},
      problem ${text}
    )`);
    await run('create unique index if not exists mailings_post on mailings (post_key)');
    await run('create index if not exists mailings_state on mailings (state, started_at, id)');
    await run(`create table if not exists mailing_retries (
      mailing_id ${text} not null
        constraint mailing_retries_mailing_id_foreign references mailings (id) on update cascade on delete cascade,
      subscriber_id ${text} not null
        constraint mailing_retries_subscriber_id_foreign references subscribers (id) on update cascade on delete cascade,
      attempts integer not null default 0 constraint mailing_retries_attempts_check check (attempts >= 0),
      next_at ${text} not null,
      primary key (mailing_id, subscriber_id)
    )`);
    await run('create index if not exists mailing_retries_subscriber on mailing_retries (subscriber_id)');
    await run('create index if not exists mailing_retries_next on mailing_retries (next_at)');
  },
};
