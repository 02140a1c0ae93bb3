import type { Migration } from './migration.ts';

/**
 * Requests for mails that ask to confirm an address, and addresses that get none because they were erased; the hosts at
 * which uploads were answered.
 */
export const confirmationsAndUploadHosts: Migration = {
  name: '0037-confirmations-and-upload-hosts',
  async up({ dialect, run }) {
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists confirmations (
      id ${text} not null primary key,
      purpose ${text} not null constraint confirmations_purpose_check check (purpose in ('subscriber', 'reply')),
      mailbox ${text} not null,
      network ${text} not null,
      email ${text},
      language ${text} not null,
      requested_at ${text} not null,
      sent_at ${text}
    )`);
    await run('create unique index if not exists confirmations_mailbox on confirmations (mailbox, purpose)');
    await run('create index if not exists confirmations_sent on confirmations (sent_at)');
    await run(
      "create index if not exists confirmations_network on confirmations (network, sent_at) where network <> ''",
    );
    await run(`create table if not exists dropped_confirmations (
      hour ${text} not null primary key,
      dropped integer not null default 0 constraint dropped_confirmations_dropped_check check (dropped >= 0)
    )`);
    await run(`create table if not exists erased_addresses (
      mailbox ${text} not null primary key,
      erased_at ${text} not null
    )`);
    await run(`create table if not exists upload_hosts (
      host ${text} not null primary key,
      noted_at ${text} not null
    )`);
    // PostgreSQL's statistics would keep deleted addresses.
    if (dialect === 'postgres') await run('alter table confirmations alter column email set statistics 0');
  },
};
