import type { Kysely, Selectable } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { escapeHtml } from '../base/text.ts';
import { mentionSource } from './source-key.ts';
import type { Reason } from './spam-filter/rules.ts';
import type { AnnouncedComment, CommentShape, TitledComment } from './answers.ts';
import type { Page } from './page.ts';
import { sections } from './thread.ts';

/** A query of comments joined with their parents, to be narrowed. */
export function commentsWithParents(db: Kysely<Tables>) {
  return db.selectFrom('comments').leftJoin('comments as parents', 'parents.key', 'comments.parent_key');
}

/** The columns of a comment in responses, and its key. */
export const commentColumns = [
  'comments.key',
  'comments.id',
  'comments.author',
  'comments.content',
  'comments.created_at',
  'comments.status',
  'comments.likes',
  'comments.pinned',
  'comments.featured',
  'comments.owner',
  'comments.source_key',
  'parents.id as parent_id',
] as const;

type Row = Pick<
  Selectable<Tables['comments']>,
  'id' | 'author' | 'content' | 'created_at' | 'status' | 'likes' | 'pinned' | 'featured' | 'owner' | 'source_key'
> & { parent_id: string | null };

/** The further columns of a comment in the administrator's list, with post and thread joined. */
export const titledColumns = [
  ...commentColumns,
  'comments.held_because',
  'comments.verdict',
  'comments.section',
  'posts.slug',
  'posts.title',
  'threads.address',
  'threads.site',
] as const;

type TitledRow = Row &
  Pick<Selectable<Tables['comments']>, 'held_because' | 'verdict' | 'section'> & {
    slug: string | null;
    title: string | null;
    address: string | null;
    site: string | null;
  };

/** A row as events show it. */
export function toAnnouncedComment(row: TitledRow): AnnouncedComment {
  return {
    ...toComment(row, row.section ?? row.slug ?? '', pageIn(row)),
    post_title: row.section ? sections[row.section] : (row.title ?? ''),
    // An approved comment keeps its reason, in case the approval is undone.
    heldBecause: row.status === 'pending' ? (row.verdict === 'spam' ? 'spam' : row.held_because) : null,
  };
}

/** The further columns of a comment that the spam filter has checked. */
export const checkColumns = ['comment_checks.score', 'comment_checks.reasons'] as const;

/** A row as the administrator's list shows it, with the findings of the spam filter. */
export function toTitledComment(
  row: TitledRow & { score: number | null; reasons: string | null; email: string | null },
): TitledComment {
  const { verdict, score, reasons, email } = row;
  const spam = verdict && { verdict, score: score ?? 0, reasons: JSON.parse(reasons ?? '[]') as Reason[] };
  return { ...toAnnouncedComment(row), email, spam };
}

function pageIn({ address, site }: Pick<TitledRow, 'address' | 'site'>): Page | undefined {
  return address === null || site === null ? undefined : { url: address, site };
}

/** A row as responses show it. @param page of another site */
export function toComment(row: Row, postId: string, page?: Page): CommentShape {
  const source = mentionSource(row.source_key);
  return {
    id: row.id,
    post_id: postId,
    author: escapeHtml(row.author),
    content: escapeHtml(row.content),
    date: row.created_at,
    status: row.status,
    parent_id: row.parent_id,
    likes: row.likes,
    pinned: row.pinned as 0 | 1,
    featured: row.featured as 0 | 1,
    owner: row.owner as 0 | 1,
    ...(source !== undefined && { source }),
    ...(page && { thread: { url: page.url, site: page.site } }),
  };
}
