import type { Migration } from './migration.ts';

/** The orders in which the owner looks through all posts, whatever their status: an index each. */
export const ownerLists: Migration = {
  name: '0014-owner-lists',
  async up({ run }) {
    await run('create index if not exists posts_all_date on posts (date, created_at, key)');
    await run('create index if not exists posts_all_title on posts (lower(title), key)');
    await run('create index if not exists posts_all_updated on posts (updated_at, key)');
  },
};
