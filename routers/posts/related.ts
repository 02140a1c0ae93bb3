import { sql } from 'kysely';

import { canonicalId } from '../../shared/post-id.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import type { PostDetail } from './answers.ts';
import { visibleAt } from './visible.ts';

/** A link to another post. */
export interface PostTitle {
  id: string;
  title: string;
  date: string;
}

/** The number of posts that a 404 page, or a search without results, offers. */
const RECENT = 5;
/** The maximum number of related posts. */
const RELATED = 4;
/** The number of tags searched for related posts, and of the newest posts of each. */
const TAGS = 5;
const NEWEST = 40;

const titleColumns = ['posts.slug as id', 'posts.title', 'posts.date'] as const;

interface Place {
  now: string;
  date: string;
  createdAt: string;
  slug: string;
}

const older = prepareQuery((db, { now, date, createdAt, slug }: Place) =>
  db
    .selectFrom('posts')
    .select(titleColumns)
    .where(visibleAt(now))
    .where(sql<boolean>`(posts.date, posts.created_at, posts.slug) < (${date}, ${createdAt}, ${slug})`)
    .orderBy('posts.date', 'desc')
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.slug', 'desc')
    .limit(1),
);

const newer = prepareQuery((db, { now, date, createdAt, slug }: Place) =>
  db
    .selectFrom('posts')
    .select(titleColumns)
    .where(visibleAt(now))
    .where(sql<boolean>`(posts.date, posts.created_at, posts.slug) > (${date}, ${createdAt}, ${slug})`)
    .orderBy('posts.date')
    .orderBy('posts.created_at')
    .orderBy('posts.slug')
    .limit(1),
);

const newest = prepareQuery((db, { now }: { now: string }) =>
  db
    .selectFrom('posts')
    .select(titleColumns)
    .where(visibleAt(now))
    .orderBy('posts.date', 'desc')
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.slug', 'desc')
    .limit(RECENT),
);

/** The newest public posts, for pages that do not exist. */
export function newestTitles({ em, clock }: Pick<CallContext, 'em' | 'clock'>): Promise<PostTitle[]> {
  return newest(em, { now: timestamp(clock) });
}

const sharing = prepareQuery((db, { now, slug, names }: { now: string; slug: string; names: string[] }) => {
  const [first, ...more] = names.map((name) =>
    db
      .selectFrom(
        db
          .selectFrom('post_tags')
          .select('post_tags.post_key')
          .where('post_tags.name', '=', name)
          .orderBy('post_tags.post_key', 'desc')
          .limit(NEWEST)
          .as('newest'),
      )
      .select('newest.post_key'),
  );
  const tagged = more.reduce((all, one) => all.unionAll(one), first!);
  return db
    .selectFrom(tagged.as('tagged'))
    .innerJoin('posts', 'posts.key', 'tagged.post_key')
    .select(titleColumns)
    .where(visibleAt(now, 'post', 'elsewhere'))
    .where('posts.slug', '<>', slug)
    .groupBy(['posts.key', 'posts.slug', 'posts.title', 'posts.date'])
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('posts.date', 'desc')
    .orderBy('posts.key', 'desc')
    .limit(RELATED);
});

/** The previous and the next public post by date, and those with the most tags in common. */
export async function relatedPosts(
  ctx: CallContext,
  { id, date, created_at: createdAt, tags }: PostDetail,
): Promise<{ older: PostTitle | undefined; newer: PostTitle | undefined; related: PostTitle[] }> {
  const slug = canonicalId(id);
  const now = timestamp(ctx.clock);
  const place = { now, date, createdAt, slug };
  const [before] = await older(ctx.em, place);
  const [after] = await newer(ctx.em, place);
  const names = tags.slice(0, TAGS);
  return {
    older: before,
    newer: after,
    related: names.length === 0 ? [] : await sharing(ctx.em, { now, slug, names }),
  };
}
