import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** The spam filter: what it found in a comment, what it has learned, and whom the owner has blocked. */
export const spam: Migration = {
  name: '0025-spam',
  async up(schema) {
    const { run, all } = schema;
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await addColumn(schema, 'comments', 'verdict', `${text} check (verdict in ('good', 'held', 'spam'))`);
    await run(`create index if not exists comments_spam on comments (key) where verdict = 'spam'`);
    await run(`create table if not exists comment_checks (
      comment_key integer not null primary key
        constraint comment_checks_comment_key_foreign references comments (key) on delete cascade,
      score integer not null,
      reasons ${text} not null,
      ip_hash ${text} not null,
      name_hash ${text} not null,
      text_hash ${text},
      learned ${text} check (learned in ('good', 'spam')),
      spam_since ${text}
    )`);
    for (const column of ['ip', 'name', 'text']) {
      await run(`create index if not exists comment_checks_${column} on comment_checks (${column}_hash)`);
    }
    await run(
      'create index if not exists comment_checks_unlearned on comment_checks (comment_key) where learned is null',
    );
    await run(`create table if not exists spam_words (
      word ${text} not null primary key,
      good integer not null default 0,
      spam integer not null default 0
    )`);
    await run(`create table if not exists blocked_writers (
      id ${text} not null primary key,
      kind ${text} not null check (kind in ('ip', 'name')),
      hash ${text} not null,
      name ${text} not null,
      created_at ${text} not null
    )`);
    await run('create unique index if not exists blocked_writers_hash on blocked_writers (kind, hash)');
    // A blog that exists already decides for itself.
    const isNew = (await all('select 1 from administrators union all select 1 from posts limit 1')).length === 0;
    if (isNew) await run(`insert into settings (name, value) values ('spamFilter', 'true') on conflict do nothing`);
  },
};
