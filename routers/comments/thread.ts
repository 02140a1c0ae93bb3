import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Section } from '../../entities/comment.ts';
import type { PostKind } from '../../entities/post.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import type { CallContext } from '../core/context.ts';
import { isNotFound } from '../base/errors.ts';
import { findByFormerId } from '../posts/former.ts';
import { findSeen } from '../posts/read.ts';
import { isThreadId } from '../../shared/thread-address.ts';
import type { Page } from './page.ts';

/** Comment, reply, reply to a reply. */
export const MAX_DEPTH = 3;

/** The sections of the guestbook: post ids that always exist, and their titles. */
export const sections: Record<Section, string> = { 'gb-note': 'Note', 'gb-idea': 'Idea' };

/**
 * A thread: the comments on a post or page, with the number of approved ones, or in a section of the guestbook. Those on
 * a page of another site have `page`; no post has their key 0 before the first comment.
 */
export type Thread = {
  id: string;
  title: string;
  /** Whether it shows no comments. */
  isHidden: boolean;
  /** Whether visitors cannot write. */
  isClosed: boolean;
  page?: Page;
} & ({ postKey: number; kind: PostKind; section: null; approved: number } | { postKey: null; section: Section });

/**
 * Finds the post or section with this id if the caller may see it. One statement at most.
 *
 * @throws NOT_FOUND
 */
export async function findThread(ctx: CallContext, id: string): Promise<Thread> {
  if (isSection(id)) return { id, title: sections[id], section: id, postKey: null, isHidden: false, isClosed: false };
  if (isThreadId(id)) return findPageThread(ctx.em, id);
  const { key, slug, kind, title, comments, isHidden, ...seen } = await findSeen(ctx, id);
  const isClosed = seen.isClosed || (kind === 'post' && (await isTooOld(ctx, seen.publishedAt)));
  return { id: slug, title, section: null, postKey: key, kind, approved: comments, isHidden, isClosed };
}

/**
 * The same for a former id of a post too.
 *
 * @throws NOT_FOUND
 */
export async function findCurrent(ctx: CallContext, id: string): Promise<Thread> {
  return findThread(ctx, id).catch(async (error: unknown) => {
    const current = isNotFound(error) ? await findByFormerId(ctx, id) : null;
    if (current === null) throw error;
    return findThread(ctx, current.id);
  });
}

/** The thread with this id; without comments if it does not exist. One statement. */
export async function findPageThread(em: SqlEntityManager, id: string): Promise<Thread> {
  const [row] = await threadRow(em, { id });
  const place = { id, kind: 'post', section: null, isHidden: false, isClosed: false } as const;
  if (!row) return { ...place, title: '', postKey: 0, approved: 0 };
  const { key: postKey, title, comments, address: url, site, comments_closed } = row;
  const isClosed = comments_closed === 1;
  return { ...place, isClosed, title, postKey, approved: comments ?? 0, page: { url, site } };
}

const threadRow = prepareQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('posts')
    .innerJoin('threads', 'threads.post_key', 'posts.key')
    .leftJoin('post_scores', 'post_scores.post_key', 'posts.key')
    .select(['posts.key', 'posts.title', 'posts.comments_closed', 'post_scores.comments'])
    .select(['threads.address', 'threads.site'])
    .where('posts.slug', '=', id),
);

export function isSection(id: string): id is Section {
  return Object.hasOwn(sections, id);
}

const DAY_MS = 86_400_000;

/** Whether the setting `closeCommentsAfterDays` closes a post by now. Until it does, the response ends at that time. */
async function isTooOld(ctx: CallContext, publishedAt: string): Promise<boolean> {
  ctx.reply.dependsOn?.(['settings']);
  const { closeCommentsAfterDays: days } = await ctx.settings.current();
  if (days === 0) return false;
  const closesAt = Date.parse(publishedAt) + days * DAY_MS;
  if (closesAt <= ctx.clock.now()) return true;
  ctx.reply.endsAt = Math.min(ctx.reply.endsAt ?? Infinity, closesAt);
  return false;
}
