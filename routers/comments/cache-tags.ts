import { canonicalId } from '../../shared/post-id.ts';
import { isThreadId } from '../../shared/thread-address.ts';
import { isSection } from './thread.ts';

/** The tags of the comments on a post or in a section. Comments on a post depend on the post too. */
export function threadTags(id: string): string[] {
  if (isThreadId(id)) return [`thread:${id}`, `post:${id}`];
  return isSection(id) ? [`thread:${id}`] : [`thread:${canonicalId(id)}`, `post:${canonicalId(id)}`];
}
