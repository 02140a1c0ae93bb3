import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { countedToo } from '../posts/scheduled.ts';
import { hiddenAt } from '../posts/visible.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { readerOf } from '../core/reader.ts';

/** The public totals of the blog: posts and their counts, approved comments, categories, tags. */
export async function countAll(ctx: CallContext) {
  const now = timestamp(ctx.clock);
  const reader = readerOf(ctx);
  const lists = await publishedLists(ctx.em, {}, reader);
  const others = await countedToo(ctx.em, { now });
  const [counted] = await sumCounters(ctx.em, {}, reader);
  const [totals] = await sumComments(ctx.em, {}, reader);
  const [hidden] = await sumHidden(ctx.em, { now }, reader);

  const categories = lengths('category', ({ category }) => [category]);
  const tags = lengths('tag', ({ tags }) => JSON.parse(tags) as string[]);
  return {
    posts: lengths('all', () => ['']).at(0)?.count ?? 0,
    comments: (totals?.comments ?? 0) + (totals?.entries ?? 0) - (hidden?.comments ?? 0),
    views: (counted?.views ?? 0) - (hidden?.views ?? 0),
    likes: (counted?.likes ?? 0) - (hidden?.likes ?? 0),
    categories: categories.flatMap(({ name, count }) => (name === '' ? [] : { category: name, count })),
    tags: tags.map(({ name, count }) => ({ tag: name, count })),
  };

  /** The lists of one kind without scheduled posts and pages, longest first. */
  function lengths(kind: string, namesOf: (post: (typeof others)[number]) => string[]) {
    const removed = new Map<string, number>();
    for (const name of others.flatMap(namesOf)) removed.set(name, (removed.get(name) ?? 0) + 1);
    return lists
      .filter((list) => list.kind === kind)
      .map(({ name, total }) => ({ name, count: total - (removed.get(name) ?? 0) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
  }
}

const publishedLists = prepareQuery((db) =>
  db
    .selectFrom('list_totals')
    .select(['kind', 'name', 'total'])
    .where('kind', 'in', ['all', 'category', 'tag'])
    .where('status', '=', 'published')
    .orderBy('name'),
);

const sumCounters = prepareQuery((db) =>
  db
    .selectFrom('post_counters')
    .select(({ fn }) => [fn.sum<number | null>('views').as('views'), fn.sum<number | null>('likes').as('likes')]),
);

/** Approved comments on posts, and entries in the guestbook. */
const sumComments = prepareQuery((db) =>
  db.selectFrom('post_scores').select(({ fn, selectFrom }) => [
    fn.sum<number | null>('comments').as('comments'),
    selectFrom('list_totals')
      .select(({ fn }) => fn.sum<number | null>('total').as('total'))
      .where('kind', '=', 'section')
      .where('status', '=', 'approved')
      .as('entries'),
  ]),
);

/**
 * The totals of what is not counted: hidden posts, and pages. Without a score they have none, so that the small rows of
 * scores are read in place of those of the posts.
 */
const sumHidden = prepareQuery((db, { now }: { now: string }) =>
  db
    .selectFrom('post_scores')
    .leftJoin('post_counters', 'post_counters.post_key', 'post_scores.post_key')
    .where('post_scores.post_key', 'in', hiddenAt(now))
    .where('post_scores.score', '>', 0)
    .select(({ fn }) => [
      fn.sum<number | null>('post_counters.views').as('views'),
      fn.sum<number | null>('post_counters.likes').as('likes'),
      fn.sum<number | null>('post_scores.comments').as('comments'),
    ]),
);
