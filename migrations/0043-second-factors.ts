import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** Second factors of the sign-in: one-time passwords with recovery codes, and passkeys. */
export const secondFactors: Migration = {
  name: '0043-second-factors',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await schema.run(`create table if not exists totp (
      key integer not null primary key check (key = 1),
      secret ${text} not null,
      confirmed integer not null default 0 check (confirmed in (0, 1)),
      last_step integer not null default 0 check (last_step >= 0),
      created_at ${text} not null
    )`);
    await schema.run(`create table if not exists recovery_codes (
      hash ${text} not null primary key,
      created_at ${text} not null
    )`);
    await schema.run(`create table if not exists login_challenges (
      hash ${text} not null primary key,
      purpose ${text} not null,
      binding ${text} not null,
      tries integer not null default 0 check (tries >= 0),
      expires_at ${text} not null
    )`);
    await schema.run(`create table if not exists passkeys (
      id ${text} not null primary key,
      credential_id ${text} not null,
      public_key ${text} not null,
      counter ${text} not null,
      rp_id ${text} not null,
      transports ${text} not null,
      name ${text} not null,
      created_at ${text} not null,
      last_used_at ${text}
    )`);
    await schema.run('create unique index if not exists passkeys_credential on passkeys (credential_id)');
    // When the owner last proved in this session who it is; empty for sessions of earlier versions.
    await addColumn(schema, 'sessions', 'proved_at', `${text} not null default ''`);
  },
};
