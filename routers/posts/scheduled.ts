import { prepared } from '../prepared.ts';
import { isPage } from './visible.ts';

/** Category and tags of what the stored lengths of public lists count too: scheduled posts, and pages. Usually few. */
export const countedToo = prepared((db, { now }: { now: string }) =>
  db
    .selectFrom('posts')
    .select(['posts.category', 'posts.tags'])
    .where('posts.publish_at', '>', now)
    .where('posts.status', '<>', 'draft')
    .where('posts.kind', '=', 'post')
    .unionAll(
      db
        .selectFrom('posts')
        .select(['posts.category', 'posts.tags'])
        .where(isPage)
        .where('posts.status', '=', 'published'),
    ),
);
