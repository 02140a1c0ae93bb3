import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** Pages: posts of another kind, few, which the lists of posts leave out by their keys. */
export const pages: Migration = {
  name: '0032-pages',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    const kind = `constraint posts_kind_check check (kind in ('post', 'page'))`;
    await addColumn(schema, 'posts', 'kind', `${text} not null default 'post' ${kind}`);
    const flag = 'constraint posts_allow_comments_check check (allow_comments in (0, 1))';
    await addColumn(schema, 'posts', 'allow_comments', `integer not null default 0 ${flag}`);
    await schema.run(`create index if not exists posts_pages on posts (lower(title), slug) where kind = 'page'`);
  },
};
