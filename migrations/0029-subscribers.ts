import type { Migration } from './migration.ts';

/** E-mail addresses to which new posts are mailed. */
export const subscribers: Migration = {
  name: '0029-subscribers',
  async up({ dialect, run }) {
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists subscribers (
      id ${text} not null primary key,
      email ${text} not null,
      language ${text} not null,
      state ${text} not null constraint subscribers_state_check check (state in ('pending', 'confirmed')),
      source ${text} not null constraint subscribers_source_check check (source in ('visitor', 'owner', 'import')),
      created_at ${text} not null,
      confirmed_at ${text},
      mailed_at ${text},
      refusals integer not null default 0 constraint subscribers_refusals_check check (refusals >= 0)
    )`);
    await run('create unique index if not exists subscribers_email on subscribers (email)');
    await run('create index if not exists subscribers_state on subscribers (state, id)');
    // PostgreSQL's statistics would keep deleted addresses.
    if (dialect === 'postgres') await run('alter table subscribers alter column email set statistics 0');
  },
};
