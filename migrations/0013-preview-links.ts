import type { Migration } from './migration.ts';

/** Preview links that can be listed and revoked one by one. Those from before have no row, and end by themselves. */
export const previewLinks: Migration = {
  name: '0013-preview-links',
  async up({ dialect, run }) {
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists preview_links (
      id ${text} not null primary key,
      post_key integer not null references posts (key) on delete cascade,
      created_at ${text} not null,
      expires_at ${text} not null
    )`);
    await run('create index if not exists preview_links_post on preview_links (post_key, created_at desc)');
    await run('create index if not exists preview_links_expiry on preview_links (expires_at)');
  },
};
