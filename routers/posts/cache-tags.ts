import { canonicalId } from '../../shared/post-id.ts';

// The triggers of migration 0003 write these cache tags for each change; a response declares those that it depends on.

/** The tags of a post: its row, and its counters of likes and views. */
export function postTags(id: string): string[] {
  return [`post:${canonicalId(id)}`, `counts:${canonicalId(id)}`];
}

/** The ids of the posts among these tags. */
export function taggedPosts(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.startsWith('post:')).map((tag) => tag.slice('post:'.length));
}
