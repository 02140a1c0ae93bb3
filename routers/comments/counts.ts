import { canonicalId } from '../../shared/post-id.ts';
import type { Section } from '../../entities/comment.ts';
import type { CallContext } from '../core/context.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { seenAt, takesComments, viewFor } from '../posts/visible.ts';
import { isSection } from './thread.ts';

/** The number of approved comments by post and section; 0 for those hidden from the caller. Two statements at most. */
export async function countComments(ctx: CallContext, ids: readonly string[]): Promise<Record<string, number>> {
  const sections = ids.filter(isSection);
  const slugs = ids.filter((id) => !isSection(id)).map(canonicalId);
  const inPosts = byId(slugs.length === 0 ? [] : await ofPosts(ctx.em, { slugs, ...viewFor(ctx) }));
  const inSections = byId(sections.length === 0 ? [] : await ofSections(ctx.em, { sections }));
  // In any other case, the id of a section names nothing.
  return Object.fromEntries(
    ids.map((id) => [id, (isSection(id) ? inSections.get(id) : inPosts.get(canonicalId(id))) ?? 0]),
  );
}

function byId(rows: { id: string; comments: number | null }[]): Map<string, number | null> {
  return new Map(rows.map(({ id, comments }) => [id, comments]));
}

const ofPosts = prepareQuery((db, { slugs, now }: { slugs: string[]; now: string | undefined }) =>
  db
    .selectFrom('posts')
    .leftJoin('post_scores', 'post_scores.post_key', 'posts.key')
    .select(['posts.slug as id', 'post_scores.comments'])
    .where('posts.slug', 'in', slugs)
    .where(seenAt(now, 'any'))
    .where(takesComments),
);

const ofSections = prepareQuery((db, { sections }: { sections: Section[] }) =>
  db
    .selectFrom('list_totals')
    .select(['name as id', 'total as comments'])
    .where('kind', '=', 'section')
    .where('name', 'in', sections)
    .where('status', '=', 'approved'),
);
