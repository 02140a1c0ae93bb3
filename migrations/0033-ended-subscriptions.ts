import type { Migration } from './migration.ts';

/** Addresses that ended their subscription, as keyed hashes, which outlive the addresses. */
export const endedSubscriptions: Migration = {
  name: '0033-ended-subscriptions',
  async up({ dialect, run }) {
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists ended_subscriptions (
      email_hash ${text} not null primary key,
      ended_at ${text} not null
    )`);
  },
};
