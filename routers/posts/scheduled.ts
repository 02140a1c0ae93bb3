import { prepared } from '../prepared.ts';

/** Category and tags of the published posts whose time has not come: usually none, or a few. */
export const stillToAppear = prepared((db, { now }: { now: string }) =>
  db
    .selectFrom('posts')
    .select(['posts.category', 'posts.tags'])
    .where('posts.publish_at', '>', now)
    .where('posts.status', '<>', 'draft'),
);
