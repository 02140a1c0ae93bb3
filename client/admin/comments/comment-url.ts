import type { TitledComment } from '../../api/types.ts';
import type { Translations } from '../translations/catalog.ts';
import { basePath } from '../place.ts';

/** The sections of the guestbook by post id. */
export const sections = { 'gb-note': 'notes', 'gb-idea': 'ideas' } as const;

type Target = Pick<TitledComment, 'id' | 'post_id' | 'post_title' | 'thread'>;

/** The URL of a comment on the site, or on the page of another site. */
export function commentUrl({ id, post_id, thread }: Target): string {
  if (thread) return `${thread.url}#${id}`;
  return `${basePath}${isSection(post_id) ? '/guestbook' : `/posts/${encodeURIComponent(post_id)}`}#${id}`;
}

/** The title of the post or section of a comment. */
export function targetTitle({ post_id, post_title }: Omit<Target, 'id'>, { comments }: Translations): string {
  return isSection(post_id) ? comments[sections[post_id]] : post_title;
}

function isSection(id: string): id is keyof typeof sections {
  return Object.hasOwn(sections, id);
}
