import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

const texts = [
  'cover_alt',
  'cover_caption',
  'meta_title',
  'meta_description',
  'canonical_url',
  'share_title',
  'share_description',
  'share_image',
];

/** How search engines and link previews show a post or page, and the words about its cover. */
export const searchAndSharing: Migration = {
  name: '0045-search-and-sharing',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    for (const table of ['posts', 'revisions']) {
      for (const column of texts) await addColumn(schema, table, column, `${text} not null default ''`);
      const flag = `constraint ${table}_noindex_check check (noindex in (0, 1))`;
      await addColumn(schema, table, 'noindex', `integer not null default 0 ${flag}`);
    }
    await schema.run(
      "create index if not exists posts_unlisted on posts (key) where noindex = 1 or canonical_url <> ''",
    );
  },
};
