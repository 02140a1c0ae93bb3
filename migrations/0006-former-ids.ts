import type { Migration, MigrationSchema } from './migration.ts';

/** The ids that posts had before they were renamed. */
export const formerIds: Migration = {
  name: '0006-former-ids',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await schema.run(`create table if not exists former_slugs (
      slug ${text} not null primary key,
      post_key integer not null references posts (key) on delete cascade
    )`);
    await schema.run('create index if not exists former_slugs_post on former_slugs (post_key)');
    await (schema.dialect === 'sqlite' ? watchForSqlite(schema) : watchForPostgres(schema));
  },
};

/**
 * What a former id answers depends on its post: where that is now, and whether visitors see it. The tags of the ids that
 * a post has and gets are noted by 0003. Noted before the change, since a deletion takes these rows with it.
 */
const note = `insert into touched (tag) select 'post:' || slug from former_slugs where post_key = old.key;`;

async function watchForSqlite({ run }: MigrationSchema): Promise<void> {
  for (const [name, event] of [
    ['update', 'update of slug, status'],
    ['delete', 'delete'],
  ]) {
    await run(`create trigger if not exists touched_former_slugs_${name} before ${event} on posts begin ${note} end`);
  }
}

async function watchForPostgres({ run }: MigrationSchema): Promise<void> {
  await run(`create or replace function touched_former_slugs() returns trigger language plpgsql as $$
    begin
      ${note}
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$`);
  await run('drop trigger if exists touched_former_slugs on posts');
  await run(`create trigger touched_former_slugs before update of slug, status or delete on posts
    for each row execute function touched_former_slugs()`);
}
