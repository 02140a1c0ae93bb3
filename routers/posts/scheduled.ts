import { prepareQuery } from '../base/prepare-query.ts';
import { isPage, isPublished } from './visible.ts';

/** Category and tags of scheduled posts and pages, which the stored lengths of public lists include. Usually few. */
export const countedToo = prepareQuery((db, { now }: { now: string }) =>
  db
    .selectFrom('posts')
    .select(['posts.category', 'posts.tags'])
    .where('posts.publish_at', '>', now)
    .where('posts.status', '<>', 'draft')
    .where('posts.kind', '=', 'post')
    .unionAll(db.selectFrom('posts').select(['posts.category', 'posts.tags']).where(isPage).where(isPublished)),
);
