import type { Migration } from './migration.ts';

/** The images of link previews are uses of files (migration 0023), and so are the pictures of tags and categories. */
export const shareImageUses: Migration = {
  name: '0057-share-image-uses',
  async up({ dialect, run }) {
    const list = `delete from unsearched_posts where post_key = new.key;
      insert into unsearched_posts (post_key) values (new.key);`;
    const watched = {
      search_new_share_image: ['insert on posts', `new.share_image <> ''`],
      search_changed_share_image: ['update of share_image on posts', 'new.share_image <> old.share_image'],
    };
    for (const [name, [event, condition]] of Object.entries(watched)) {
      if (dialect === 'sqlite') {
        await run(`create trigger if not exists ${name} after ${event} when ${condition} begin ${list} end`);
        continue;
      }
      await run(`create or replace function ${name}() returns trigger language plpgsql as $$
        begin ${list} return null; end $$`);
      await run(`drop trigger if exists ${name} on posts`);
      await run(`create trigger ${name} after ${event} for each row when (${condition}) execute function ${name}()`);
    }
    await run(`create index if not exists name_descriptions_picture on name_descriptions (kind, name)
      where picture <> ''`);
    await run(`insert into unsearched_posts (post_key) select key from posts where share_image <> ''
      on conflict do nothing`);
  },
};
