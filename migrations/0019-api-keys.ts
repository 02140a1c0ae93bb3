import type { Migration, MigrationSchema } from './migration.ts';

/**
 * API keys. Every instance keeps them in memory, with whether the password must be changed first; the tag `keys` in
 * `touched` (migration 0003) tells it to read them again. Noting when a key was last used writes none.
 */
export const apiKeys: Migration = {
  name: '0019-api-keys',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await schema.run(`create table if not exists api_keys (
      id ${text} not null primary key,
      name ${text} not null,
      scopes ${text} not null,
      hash ${text} not null,
      hint ${text} not null,
      created_at ${text} not null,
      expires_at ${text},
      last_used_at ${text}
    )`);
    await schema.run('create unique index if not exists api_keys_hash on api_keys (hash)');
    await (schema.dialect === 'sqlite' ? watchOnSqlite(schema) : watchOnPostgres(schema));
  },
};

const watched = {
  api_keys: ['insert', 'delete', 'update of scopes, hash, expires_at'],
  administrators: ['update of must_change'],
};

async function watchOnSqlite({ run }: MigrationSchema): Promise<void> {
  for (const [table, events] of Object.entries(watched)) {
    for (const event of events) {
      const name = `touched_${table}_${event.split(' ')[0]}`;
      await run(`create trigger if not exists ${name} after ${event} on ${table}
        begin insert into touched (tag) values ('keys'); end`);
    }
  }
}

async function watchOnPostgres({ run }: MigrationSchema): Promise<void> {
  await run(`create or replace function touched_keys() returns trigger language plpgsql as $$
    begin
      insert into touched (tag) values ('keys');
      return null;
    end $$`);
  for (const [table, events] of Object.entries(watched)) {
    await run(`drop trigger if exists touched_${table} on ${table}`);
    await run(`create trigger touched_${table} after ${events.join(' or ')} on ${table}
      for each statement execute function touched_keys()`);
  }
}
