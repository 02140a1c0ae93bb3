import type { TitledComment } from '../../types.ts';
import type { Translations } from '../translations/en/en.ts';

/** The sections of the guestbook, by the post id that stands for each. */
export const sections = { 'gb-note': 'notes', 'gb-idea': 'ideas' } as const;

type Place = Pick<TitledComment, 'id' | 'post_id' | 'post_title'>;

/** Where visitors see a comment. */
export function addressOf({ id, post_id }: Place): string {
  return `${isSection(post_id) ? '/guestbook' : `/posts/${encodeURIComponent(post_id)}`}#${id}`;
}

/** What a comment hangs on, as people call it. */
export function titleOf({ post_id, post_title }: Omit<Place, 'id'>, { comments }: Translations): string {
  return isSection(post_id) ? comments[sections[post_id]] : post_title;
}

function isSection(id: string): id is keyof typeof sections {
  return Object.hasOwn(sections, id);
}
