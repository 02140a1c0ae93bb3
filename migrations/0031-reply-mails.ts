import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** E-mail addresses of writers of comments, to which replies are mailed. */
export const replyMails: Migration = {
  name: '0031-reply-mails',
  async up(schema) {
    const { dialect, run } = schema;
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await addColumn(schema, 'comments', 'email', text);
    await addColumn(schema, 'comments', 'email_language', text);
    await addColumn(
      schema,
      'comments',
      'own_above',
      'integer not null default 0 constraint comments_own_above_check check (own_above >= 0 and own_above <= 3)',
    );
    await run('create index if not exists comments_email on comments (email) where email is not null');
    await run(`create table if not exists reply_addresses (
      id ${text} not null primary key,
      email ${text} not null,
      state ${text} not null constraint reply_addresses_state_check check (state in ('pending', 'confirmed')),
      created_at ${text} not null,
      confirmed_at ${text},
      mailed_at ${text} not null
    )`);
    await run('create unique index if not exists reply_addresses_email on reply_addresses (email)');
    await run(`create table if not exists reply_mails (
      comment_key integer not null
        constraint reply_mails_comment_key_foreign references comments (key) on delete cascade,
      address_id ${text} not null
        constraint reply_mails_address_id_foreign references reply_addresses (id) on update cascade on delete cascade,
      primary key (comment_key, address_id)
    )`);
    await run('create index if not exists reply_mails_address on reply_mails (address_id)');
    if (dialect !== 'postgres') return;
    // PostgreSQL's statistics would keep deleted addresses.
    await run('alter table comments alter column email set statistics 0');
    await run('alter table reply_addresses alter column email set statistics 0');
  },
};
