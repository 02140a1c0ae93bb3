import type { Migration } from './migration.ts';

/**
 * Builds a damaged full-text index of SQLite again, from its words. Until now, changes of long texts could damage it:
 * searches failed, and so did backups, which check the file.
 */
export const searchRebuilt: Migration = {
  name: '0035-search-rebuilt',
  async up({ dialect, run }) {
    if (dialect !== 'sqlite') return;
    const command = (name: string) => run(`insert into post_fts (post_fts) values ('${name}')`);
    await command('integrity-check').catch(() => command('rebuild'));
  },
};
