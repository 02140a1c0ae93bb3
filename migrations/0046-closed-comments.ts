import { addColumn } from './add-column.ts';
import type { Migration } from './migration.ts';

/** Posts that take no new comments. Pages have a column of their own, which earlier versions write for posts as well. */
export const closedComments: Migration = {
  name: '0046-closed-comments',
  async up(schema) {
    const flag = 'constraint posts_comments_closed_check check (comments_closed in (0, 1))';
    await addColumn(schema, 'posts', 'comments_closed', `integer not null default 0 ${flag}`);
  },
};
