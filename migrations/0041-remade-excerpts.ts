import type { Migration } from './migration.ts';

/**
 * Has generated excerpts made again, which until now could contain formulas, URLs, marks and parts of emoji. The row
 * `excerpts` of `sequences` is the number of times that the rules of excerpts changed.
 */
export const remadeExcerpts: Migration = {
  name: '0041-remade-excerpts',
  async up({ dialect, run }) {
    const now =
      dialect === 'postgres'
        ? `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`
        : `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
    await run(`insert into jobs (id, kind, data, key, run_at, state, created_at)
      select 'j-excerpts', 'posts.excerpts', '{}', 'posts.excerpts', ${now}, 'waiting', ${now}
      where exists (select 1 from posts where excerpt_made = 1 and protected = 0)
        and not exists (select 1 from sequences where name = 'excerpts') on conflict do nothing`);
    await run(`insert into sequences (name, value) values ('excerpts', 1) on conflict do nothing`);
  },
};
