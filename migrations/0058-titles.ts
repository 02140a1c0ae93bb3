import type { Migration, MigrationSchema } from './migration.ts';

/**
 * The tag `titles` (migration 0003): what pages show of other posts, which an edit of a text does not change. And
 * `pictures`, for pages of the owner, which show nothing of other posts.
 */
export const titles: Migration = {
  name: '0058-titles',
  async up(schema) {
    await (schema.dialect === 'sqlite' ? watchOnSqlite(schema) : watchOnPostgres(schema));
  },
};

/** The columns that links, archives and lists of names are made of. */
const shown = 'slug kind title date created_at status publish_at tags category authors'.split(' ');
const isPublic = { insert: `new.status = 'published'`, delete: `old.status = 'published'` };
const isRetitled = (differs: string) =>
  `(${isPublic.insert} or ${isPublic.delete}) and (${shown.map((name) => `old.${name} ${differs} new.${name}`).join(' or ')})`;

const TITLES = `insert into touched (tag) values ('titles');`;
const PICTURES = `insert into touched (tag) values ('pictures');`;
const isResized = 'new.width <> old.width or new.height <> old.height';

async function watchOnSqlite({ run }: MigrationSchema): Promise<void> {
  for (const [event, condition] of Object.entries({ ...isPublic, update: isRetitled('is not') })) {
    await run(`create trigger if not exists touched_titles_${event} after ${event} on posts
      when ${condition} begin ${TITLES} end`);
  }
  for (const [event, condition] of Object.entries({ insert: 'true', delete: 'true', update: isResized })) {
    await run(`create trigger if not exists touched_pictures_${event} after ${event} on picture_sizes
      when ${condition} begin ${PICTURES} end`);
  }
}

async function watchOnPostgres({ run }: MigrationSchema): Promise<void> {
  for (const [name, note] of Object.entries({ titles: TITLES, pictures: PICTURES })) {
    await run(`create or replace function touched_${name}() returns trigger language plpgsql as $$
      begin ${note} return null; end $$`);
  }
  for (const [event, condition] of Object.entries({ ...isPublic, update: isRetitled('is distinct from') })) {
    await run(`drop trigger if exists touched_titles_${event} on posts`);
    await run(`create trigger touched_titles_${event} after ${event} on posts
      for each row when (${condition}) execute function touched_titles()`);
  }
  for (const [event, condition] of Object.entries({ insert: 'true', delete: 'true', update: isResized })) {
    await run(`drop trigger if exists touched_pictures_${event} on picture_sizes`);
    await run(`create trigger touched_pictures_${event} after ${event} on picture_sizes
      for each row when (${condition}) execute function touched_pictures()`);
  }
}
