import type { PostKind } from '../../entities/post.ts';
import type { NameKind } from '../../routers/taxonomy/schemas.ts';

/** The path of a post. */
export function postPath(id: string): string {
  return `/posts/${encodeURIComponent(id)}`;
}

/** The path of a page. */
export function pagePath(id: string): string {
  return `/${encodeURIComponent(id)}`;
}

/** The path of a post or page. */
export function articlePath({ id, kind }: { id: string; kind: PostKind }): string {
  return kind === 'page' ? pagePath(id) : postPath(id);
}

/** A plain post or page as Markdown. Ids contain no dots, so this path is unambiguous. */
export function markdownPath(one: { id: string; kind: PostKind }): string {
  return `${articlePath(one)}.md`;
}

/** The lists of all tags and of all categories, below which each has its page. */
export const nameFolders = { tag: '/tags', category: '/categories' } as const;

/** The page of a tag or category. */
export function namePath(kind: NameKind, name: string): string {
  return `${nameFolders[kind]}/${encodeURIComponent(name)}`;
}

/** The list of all authors, below which each has their page. */
export const AUTHORS = '/authors';

/** The page of an author. */
export function authorPath(id: string): string {
  return `${AUTHORS}/${encodeURIComponent(id)}`;
}

/** A feed of a tag or category. @param file such as `feed.xml` */
export function nameFeedPath(kind: NameKind, name: string, file: string): string {
  return `${namePath(kind, name)}/${file}`;
}

/** The comments on a post or page as RSS. */
export function commentFeedPath(id: string): string {
  return `${postPath(id)}/comments.xml`;
}

/** The permanent URL of a comment, which leads to the page that shows it. */
export function commentPath(id: string, commentId: string): string {
  return `${postPath(id)}/comments/${commentId}`;
}
