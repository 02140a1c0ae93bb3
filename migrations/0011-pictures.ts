import type { Migration, MigrationSchema } from './migration.ts';

/** How large the pictures of posts are, and of which nobody knows it yet. Addresses are hashed: posts may get protected. */
export const pictures: Migration = {
  name: '0011-pictures',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await schema.run(`create table if not exists picture_sizes (
      address_hash ${text} not null primary key,
      width integer not null,
      height integer not null,
      measured_at ${text} not null
    )`);
    await schema.run(`create table if not exists unmeasured_pictures (
      post_key integer not null references renderings (post_key) on delete cascade,
      address_hash ${text} not null,
      tried_at ${text},
      primary key (post_key, address_hash)
    )`);
    await schema.run('create index if not exists unmeasured_pictures_address on unmeasured_pictures (address_hash)');
    await (schema.dialect === 'sqlite' ? watchForSqlite(schema) : watchForPostgres(schema));
  },
};

/** The pages of all posts depend on this tag (0003): nobody knows in which of them a picture stands. */
const note = `insert into touched (tag) values ('posts');`;
const changed = 'new.width <> old.width or new.height <> old.height';

async function watchForSqlite({ run }: MigrationSchema): Promise<void> {
  for (const event of ['insert', 'update', 'delete']) {
    await run(`create trigger if not exists touched_picture_sizes_${event} after ${event} on picture_sizes
      ${event === 'update' ? `when ${changed}` : ''} begin ${note} end`);
  }
}

async function watchForPostgres({ run }: MigrationSchema): Promise<void> {
  await run(`create or replace function touched_picture_sizes() returns trigger language plpgsql as $$
    begin
      ${note}
      return null;
    end $$`);
  for (const event of ['insert', 'update', 'delete']) {
    await run(`drop trigger if exists touched_picture_sizes_${event} on picture_sizes`);
    await run(`create trigger touched_picture_sizes_${event} after ${event} on picture_sizes
      for each row ${event === 'update' ? `when (${changed})` : ''} execute function touched_picture_sizes()`);
  }
}
