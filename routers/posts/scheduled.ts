import { prepared } from '../prepared.ts';

/** Category and tags of scheduled posts, of which there are usually few. */
export const stillToAppear = prepared((db, { now }: { now: string }) =>
  db
    .selectFrom('posts')
    .select(['posts.category', 'posts.tags'])
    .where('posts.publish_at', '>', now)
    .where('posts.status', '<>', 'draft')
    .where('posts.kind', '=', 'post'),
);
