import type { BlogInputs, BlogOutputs, PostOverview } from '../../api/types.ts';

export type BulkChange = BlogInputs['posts']['bulk'];
/** A bulk change without its posts. Deletions can be undone and are sent later (deletions/). */
export type BulkWish = Pick<BulkChange, 'tag' | 'category'> & { action: Exclude<BulkChange['action'], 'delete'> };
export type AllPosts = BlogOutputs['posts']['all'];

/** A page of posts after a bulk change, for the optimistic update. */
export function withChange(page: AllPosts, change: BulkChange): AllPosts {
  const isMeant = ({ id }: PostOverview) => change.ids?.includes(id) === true;
  if (change.action === 'trash') {
    const posts = page.posts.filter((post) => !isMeant(post));
    return { ...page, posts, total: page.total - (page.posts.length - posts.length) };
  }
  return { ...page, posts: page.posts.map((post) => (isMeant(post) ? applyChange(post, change) : post)) };
}

function applyChange(post: PostOverview, { action, tag = '', category = '' }: BulkChange): PostOverview {
  switch (action) {
    case 'publish':
      return { ...post, status: 'published', publishAt: isScheduled(post) ? null : post.publishAt };
    case 'unpublish':
      return { ...post, status: 'draft' };
    case 'tag':
      return { ...post, tags: [...new Set([...post.tags, tag])] };
    case 'untag':
      return { ...post, tags: post.tags.filter((one) => one !== tag) };
    case 'category':
      return { ...post, category };
    default:
      return post;
  }
}

/** Whether the publication time of a post is in the future. */
export function isScheduled({ publishAt }: Pick<PostOverview, 'publishAt'>): boolean {
  return publishAt !== null && Date.parse(publishAt) > Date.now();
}
