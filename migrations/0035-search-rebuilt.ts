import type { Migration } from './migration.ts';

/**
 * Builds a damaged full-text index of SQLite again, from its words. Until now, changes of long texts could damage it:
 * searches failed, and so did backups, which check the file.
 */
export const searchRebuilt: Migration = {
  name: '0035-search-rebuilt',
  async up({ dialect, run, all }) {
    if (dialect !== 'sqlite') return;
    const [found] = await all('pragma integrity_check(post_fts)');
    if (found?.['integrity_check'] !== 'ok') await run(`insert into post_fts (post_fts) values ('rebuild')`);
  },
};
