import { isSection } from './comments/thread.ts';
import { slugIn } from './posts/store.ts';

// The triggers of migration 0003 note what a commit touched by these tags; an answer names those that it depends on.

/** The tags of one post: its row, and its likes and views. */
export function postTags(id: string): string[] {
  return [`post:${slugIn(id)}`, `counts:${slugIn(id)}`];
}

/** The tags of the comments on a post or in a section: themselves, and the post that they go with. */
export function threadTags(id: string): string[] {
  return isSection(id) ? [`thread:${id}`] : [`thread:${slugIn(id)}`, `post:${slugIn(id)}`];
}

/** The ids of the posts whose rows these tags tell of. */
export function postsIn(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.startsWith('post:')).map((tag) => tag.slice('post:'.length));
}
