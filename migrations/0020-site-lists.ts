import type { Migration } from './migration.ts';

/** The orders in which sites read the public posts: an index each, in which a page is found alone. */
export const siteLists: Migration = {
  name: '0020-site-lists',
  async up({ run }) {
    await run('create index if not exists posts_site_date on posts (status, date, slug, publish_at)');
    await run('create index if not exists posts_site_updated on posts (status, updated_at, slug, publish_at)');
    await run('create index if not exists posts_site_title on posts (status, lower(title), slug, publish_at)');
  },
};
