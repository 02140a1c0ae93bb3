import type { Migration } from './migration.ts';

/**
 * Switches "secure-delete" of the full-text index of SQLite off: with it, each change of a text rewrote the pages of all
 * its former words, which took three quarters of the CPU time of a write. Those words are removed by merging the index
 * instead (server/scrub/).
 */
export const indexDeletion: Migration = {
  name: '0039-index-deletion',
  async up({ dialect, run }) {
    if (dialect === 'sqlite') await run(`insert into post_fts (post_fts, rank) values ('secure-delete', 0)`);
  },
};
