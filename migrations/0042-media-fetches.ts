import type { Migration } from './migration.ts';

/** Files of other hosts that the service fetches for an import. Only one fetch runs at a time. */
export const mediaFetches: Migration = {
  name: '0042-media-fetches',
  async up({ dialect, run }) {
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists media_fetches (
      id ${text} not null primary key,
      state ${text} not null constraint media_fetches_state_check check (state in ('running', 'done', 'cancelled')),
      created_at ${text} not null,
      ended_at ${text}
    )`);
    await run(
      "create unique index if not exists media_fetches_running on media_fetches (state) where state = 'running'",
    );
    await run(`create table if not exists media_fetch_urls (
      fetch_id ${text} not null constraint media_fetch_urls_fetch_id_foreign references media_fetches (id)
        on delete cascade,
      position integer not null,
      url ${text} not null,
      begun integer not null default 0 constraint media_fetch_urls_begun_check check (begun >= 0),
      media_id ${text},
      error ${text},
      primary key (fetch_id, position)
    )`);
  },
};
