import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/**
 * Comments whose text is Markdown. All earlier ones are plain, and so are those that an earlier version writes. The
 * setting is on for a new database only.
 */
export const commentMarkdown: Migration = {
  name: '0056-comment-markdown',
  async up(schema) {
    const flag = 'constraint comments_markdown_check check (markdown in (0, 1))';
    await addColumn(schema, 'comments', 'markdown', `integer not null default 0 ${flag}`);
    const isNew = (await schema.all('select 1 from administrators union all select 1 from posts limit 1')).length === 0;
    if (!isNew) return;
    await schema.run(`insert into settings (name, value) values ('commentMarkdown', 'true') on conflict do nothing`);
  },
};
