import { sql } from 'kysely';

import { pick } from '../../shared/pick.ts';
import { fieldsWith } from '../../shared/post-fields.ts';
import type { CallContext } from '../core/context.ts';
import { rowFields, postFieldColumns } from '../posts/columns.ts';
import { isPage, seenAt, viewFor } from '../posts/visible.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import type { PageListInput, PageSummary } from '../posts/page-schemas.ts';

const shown = fieldsWith('shownIn', 'lists', 'adminList').filter((name) => name !== 'date');

type Window = ReturnType<typeof viewFor> & { limit: number; offset: number };

const byTitle = prepareQuery((db, { now, limit, offset }: Window) =>
  db
    .selectFrom('posts')
    .select(['posts.slug', ...postFieldColumns(shown), 'posts.version', 'posts.created_at', 'posts.updated_at'])
    .select('posts.allow_comments')
    .where(isPage)
    .where(seenAt(now, 'page'))
    .orderBy(sql`lower(posts.title)`)
    .orderBy('posts.slug')
    .limit(limit)
    .offset(offset),
);

const counted = prepareQuery((db, { now }: ReturnType<typeof viewFor>) =>
  db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isPage)
    .where(seenAt(now, 'page')),
);

/** Some of the pages that the caller may see, by title, and their number. Two statements. */
export async function listPages(
  ctx: CallContext,
  { page, pageSize }: PageListInput,
): Promise<{ pages: PageSummary[]; total: number }> {
  const view = viewFor(ctx);
  const rows = await byTitle(ctx.em, { ...view, limit: pageSize, offset: (page - 1) * pageSize });
  const [count] = await counted(ctx.em, view);
  const pages = rows.map((row) => ({
    id: row.slug,
    ...rowFields(row, shown),
    ...pick(row, ['version', 'created_at', 'updated_at']),
    allowComments: row.allow_comments as 0 | 1,
  }));
  return { pages, total: Number(count?.total ?? 0) };
}
