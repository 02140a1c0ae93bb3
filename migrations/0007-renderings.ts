import type { Migration, MigrationSchema } from './migration.ts';

/** What the texts of posts became for their readers. */
export const renderings: Migration = {
  name: '0007-renderings',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await schema.run(`create table if not exists renderings (
      post_key integer not null primary key references posts (key) on delete cascade,
      made_from ${text} not null,
      html ${text} not null,
      toc ${text} not null,
      words integer not null
    )`);
    await (schema.dialect === 'sqlite' ? dropForSqlite(schema) : dropForPostgres(schema));
  },
};

/** The old text goes with the change itself: a post that becomes protected leaves none of its words behind. */
const drop = 'delete from renderings where post_key = new.key;';
const changed = 'new.content <> old.content or new.protected <> old.protected';

async function dropForSqlite({ run }: MigrationSchema): Promise<void> {
  await run(`create trigger if not exists drop_rendering after update of content, protected on posts
    when ${changed} begin ${drop} end`);
}

async function dropForPostgres({ run }: MigrationSchema): Promise<void> {
  // The planner's statistics quote what they find, and keep it after a post became protected.
  await run('alter table renderings alter column html set statistics 0, alter column toc set statistics 0');
  await run(`create or replace function drop_rendering() returns trigger language plpgsql as $$
    begin
      ${drop}
      return null;
    end $$`);
  await run('drop trigger if exists drop_rendering on posts');
  await run(`create trigger drop_rendering after update of content, protected on posts
    for each row when (${changed}) execute function drop_rendering()`);
}
