import type { TitledComment } from '../../api/types.ts';
import type { Translations } from '../translations/en/en.ts';
import { basePath } from '../api/place.ts';

/** The sections of the guestbook by post id. */
export const sections = { 'gb-note': 'notes', 'gb-idea': 'ideas' } as const;

type Target = Pick<TitledComment, 'id' | 'post_id' | 'post_title'>;

/** The URL of a comment on the site. */
export function commentUrl({ id, post_id }: Target): string {
  return `${basePath}${isSection(post_id) ? '/guestbook' : `/posts/${encodeURIComponent(post_id)}`}#${id}`;
}

/** The title of the post or section of a comment. */
export function titleOf({ post_id, post_title }: Omit<Target, 'id'>, { comments }: Translations): string {
  return isSection(post_id) ? comments[sections[post_id]] : post_title;
}

function isSection(id: string): id is keyof typeof sections {
  return Object.hasOwn(sections, id);
}
