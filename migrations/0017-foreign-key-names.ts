import type { Migration } from './migration.ts';

/** The columns that refer to other tables, in tables that have an entity. */
const references = {
  comment_likes: ['comment_key'],
  comments: ['post_key', 'parent_key'],
  daily_stats: ['post_key'],
  former_slugs: ['post_key'],
  post_counters: ['post_key'],
  post_marks: ['post_key'],
  post_search: ['post_key'],
  post_tags: ['post_key'],
  preview_links: ['post_key'],
  redirects: ['post_key'],
  renderings: ['post_key'],
  revisions: ['post_key'],
  unmeasured_pictures: ['post_key'],
  working_copies: ['post_key'],
};

/**
 * Names PostgreSQL's foreign keys as MikroORM does, so that its comparator finds no difference between the entities and
 * the tables. SQLite's have no names.
 */
export const foreignKeyNames: Migration = {
  name: '0017-foreign-key-names',
  async up({ dialect, run, all }) {
    if (dialect === 'sqlite') return;
    for (const [table, columns] of Object.entries(references)) {
      for (const column of columns) {
        const name = `${table}_${column}`;
        const [found] = await all(
          `select 1 from pg_constraint where conname = '${name}_fkey' and conrelid = '${table}'::regclass`,
        );
        if (found) await run(`alter table ${table} rename constraint ${name}_fkey to ${name}_foreign`);
      }
    }
  },
};
