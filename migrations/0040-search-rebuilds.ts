import { addColumn } from './add-column.ts';
import type { Migration, MigrationSchema } from './migration.ts';

/**
 * Which rows still have search texts in the form of versions before 2.26.0; a job makes them again in the order of their
 * keys.
 */
export const searchRebuilds: Migration = {
  name: '0040-search-rebuilds',
  async up(schema) {
    const { dialect, run } = schema;
    await run(`create table if not exists search_rebuilds (
      name ${dialect === 'postgres' ? 'text collate "C"' : 'text'} not null primary key,
      next_key integer
    )`);
    for (const table of ['posts', 'comments']) {
      await run(`insert into search_rebuilds (name, next_key) select '${table}', min(key) from ${table} where true
        on conflict do nothing`);
    }
    if (dialect === 'postgres') await changeIndexOfPostgres(schema);
  },
};

async function changeIndexOfPostgres(schema: MigrationSchema): Promise<void> {
  const { run } = schema;
  await addColumn(schema, 'post_fts', 'long_text', 'text collate "C"');
  // As of words (migration 0002).
  await run('alter table post_fts alter column long_text set statistics 0');
  // Instances of the previous version write words with weights, which this one does not.
  await run(`create or replace function note_former_words() returns trigger language plpgsql as $$
    begin
      insert into search_rebuilds (name, next_key) values ('posts', new.post_key)
        on conflict (name) do update set next_key = least(search_rebuilds.next_key, excluded.next_key);
      return null;
    end $$`);
  await run('drop trigger if exists post_fts_former on post_fts');
  await run(`create trigger post_fts_former after insert or update on post_fts for each row
    when (ts_filter(new.words, '{a,b,c}') <> '') execute function note_former_words()`);
}
