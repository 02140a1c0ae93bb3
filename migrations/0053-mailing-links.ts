import type { Migration } from './migration.ts';

/** The links of mailings, and how often each was opened. */
export const mailingLinks: Migration = {
  name: '0053-mailing-links',
  async up({ dialect, run }) {
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists mailing_links (
      mailing_id ${text} not null
        constraint mailing_links_mailing_id_foreign references mailings (id) on delete cascade,
      url_hash ${text} not null,
      url ${text} not null,
      clicks integer not null default 0 constraint mailing_links_clicks_check check (clicks >= 0),
      primary key (mailing_id, url_hash)
    )`);
  },
};
