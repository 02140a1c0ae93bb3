import type { Migration } from './migration.ts';

/** Earlier versions of posts, and the working copies of posts that are being changed. */
export const revisions: Migration = {
  name: '0008-revisions',
  async up({ dialect, run }) {
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';

    await run(`create table if not exists revisions (
      version integer not null primary key,
      post_key integer not null references posts (key) on delete cascade,
      saved_at ${text} not null,
      title ${text} not null,
      date ${text} not null,
      excerpt ${text} not null,
      excerpt_made integer not null default 0 check (excerpt_made in (0, 1)),
      cover ${text} not null,
      category ${text} not null,
      tags ${text} not null,
      pinned integer not null default 0 check (pinned in (0, 1)),
      protected integer not null default 0 check (protected in (0, 1)),
      status ${text} not null check (status in ('published', 'draft')),
      publish_at ${text},
      enc_salt ${text},
      enc_iv ${text},
      enc_data ${text},
      content ${text} not null,
      check (protected = 0 or content = '')
    )`);
    await run('create index if not exists revisions_post on revisions (post_key, version desc)');

    await run(`create table if not exists working_copies (
      post_key integer primary key references posts (key) on delete cascade,
      base_version integer not null,
      fields ${text} not null,
      saved_at ${text} not null
    )`);

    if (dialect === 'postgres') {
      // The planner's statistics quote what they find, and keep it after a post became protected.
      await run('alter table revisions alter column content set statistics 0, alter column excerpt set statistics 0');
      await run('alter table working_copies alter column fields set statistics 0');
    }
  },
};
