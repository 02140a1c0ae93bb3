import type { Migration, MigrationSchema } from './migration.ts';

/** Descriptions of tags and categories, and the names that they had before. */
export const taxonomy: Migration = {
  name: '0034-taxonomy',
  async up(schema) {
    const { dialect, run } = schema;
    const text = dialect === 'postgres' ? 'text collate "C"' : 'text';
    await run(`create table if not exists name_descriptions (
      kind ${text} not null check (kind in ('tag', 'category')),
      name ${text} not null,
      description ${text} not null,
      primary key (kind, name)
    )`);
    await run(`create table if not exists former_names (
      kind ${text} not null check (kind in ('tag', 'category')),
      name ${text} not null,
      current_name ${text} not null,
      primary key (kind, name)
    )`);
    await run('create index if not exists former_names_current on former_names (kind, current_name)');
    await (dialect === 'sqlite' ? watchOnSqlite(schema) : watchOnPostgres(schema));
  },
};

/** Pages and feeds of tags and categories depend on the posts, and so they do on descriptions (migration 0003). */
const NOTE = `insert into touched (tag) values ('posts');`;

async function watchOnSqlite({ run }: MigrationSchema): Promise<void> {
  for (const event of ['insert', 'update', 'delete']) {
    await run(`create trigger if not exists touched_name_descriptions_${event} after ${event} on name_descriptions
      begin ${NOTE} end`);
  }
}

async function watchOnPostgres({ run }: MigrationSchema): Promise<void> {
  await run(`create or replace function touched_name_descriptions() returns trigger language plpgsql as $$
    begin ${NOTE} return null; end $$`);
  await run('drop trigger if exists touched_name_descriptions on name_descriptions');
  await run(`create trigger touched_name_descriptions after insert or update or delete on name_descriptions
    for each row execute function touched_name_descriptions()`);
}
