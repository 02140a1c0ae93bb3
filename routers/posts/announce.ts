import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Post } from '../../entities/post.ts';
import { pick } from '../../shared/pick.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { dropJobs, putJob } from '../data/queue.ts';
import { planMailing, withdrawMailing } from './mailing/start.ts';
import { summarized, summaryOfPost } from './summary.ts';
import { recordChange, recordEvent } from '../data/record.ts';

/** The properties that make up the state of a post. */
export const stateNames = ['key', 'kind', 'status', 'publishAt', 'publicSince', ...summarized] as const;

/** The state of a post for events and changes. */
export type PostState = Pick<Post, (typeof stateNames)[number]>;

/** Copies the state of a post before it is changed. */
export function publicationState(post: PostState): PostState {
  return pick(post, stateNames);
}

interface Options {
  /** Whether its public content changed; default: true. */
  isChanged?: boolean;
  /** Whether to record only changes and no events, for imports. */
  silent?: boolean;
}

/** A fixed clock, so that `publicSinceAfter` and `recordPost` of one write agree on what is public. */
export function stopClock(clock: Clock): Clock {
  const now = clock.now();
  return { now: () => now, monotonic: clock.monotonic };
}

/** Whether a post in this state is public. */
export function isPublicAt(now: string, { status, publishAt }: Pick<PostState, 'status' | 'publishAt'>): boolean {
  return status === 'published' && (publishAt ?? '') <= now;
}

/**
 * The new value of `publicSince`.
 *
 * @param before null for a new post
 */
export function publicSinceAfter(
  clock: Clock,
  before: Pick<PostState, 'publicSince'> | null,
  after: Pick<PostState, 'status' | 'publishAt'>,
): string | null {
  const now = timestamp(clock);
  return isPublicAt(now, after) ? (before?.publicSince ?? now) : null;
}

/**
 * Records the public effects of a write: events, entries of the change sequence, and the job of a scheduled
 * publication. Every write of posts calls it in its own transaction. Pages have neither events nor changes.
 *
 * @param tx holds the lock of the version counter
 * @param clock the fixed one that `publicSinceAfter` got
 * @param before null for a new post
 * @param after null for a deleted post
 */
export async function recordPost(
  tx: SqlEntityManager,
  clock: Clock,
  before: PostState | null,
  after: PostState | null,
  { isChanged = true, silent = false }: Options = {},
): Promise<void> {
  if ((before ?? after)?.kind === 'page') return schedule(tx, clock, before, after);
  const now = timestamp(clock);
  const event: typeof recordEvent = silent ? () => undefined : recordEvent;
  const becomesPublic = (post: PostState) => {
    event(tx, clock, 'post.published', summaryOfPost(post));
    recordChange(tx, clock, { postId: post.slug, version: post.version });
    isPublished = true;
  };
  let isPublished = false;
  let isKnown = before !== null && before.publicSince !== null;
  // The post has been published by its schedule, but no event was recorded yet.
  if (before && !isKnown && isPublicAt(now, before)) {
    becomesPublic(before);
    isKnown = true;
  }

  const isPublic = after !== null && isPublicAt(now, after);
  if (isPublic && !isKnown) becomesPublic(after);
  else if (isPublic && isChanged) {
    if (before && before.slug !== after.slug) {
      recordChange(tx, clock, { postId: before.slug, version: after.version, deleted: 1, redirectsTo: after.slug });
    }
    event(tx, clock, 'post.updated', summaryOfPost(after));
    recordChange(tx, clock, { postId: after.slug, version: after.version });
  } else if (before && isKnown && !isPublic) {
    // As it was while it was public: what was changed with it is not.
    if (after) {
      const { version, updatedAt } = after;
      event(tx, clock, 'post.unpublished', summaryOfPost({ ...before, version, updatedAt }));
      await withdrawMailing(tx, after.key);
    } else event(tx, clock, 'post.deleted', { id: before.slug });
    recordChange(tx, clock, { postId: before.slug, version: (after ?? before).version, deleted: 1 });
  }
  // No mailing of a new post can have been requested yet.
  if (before && after && isPublished && !silent) await planMailing(tx, clock, after.key);
  await schedule(tx, clock, before, after);
}

/** The job of a scheduled publication. */
async function schedule(
  tx: SqlEntityManager,
  clock: Clock,
  before: PostState | null,
  after: PostState | null,
): Promise<void> {
  const now = timestamp(clock);
  const timeOf = (post: PostState | null) => (post?.status === 'published' ? (post.publishAt ?? null) : null);
  const time = timeOf(after);
  if (after && time !== null && time > now) {
    if (before && timeOf(before) === time && before.publicSince === null) return;
    await putPublication(tx, clock, after.key, time);
  } else if (before && timeOf(before) !== null) {
    await dropJobs(tx, [publicationKey(before.key)]);
  }
}

/** Adds the job that records the publication of a post at this time, replacing an existing one. */
export async function putPublication(tx: SqlEntityManager, clock: Clock, key: number, runAt: string): Promise<void> {
  await putJob(tx, clock, { kind: 'publish', data: { key }, key: publicationKey(key), runAt });
}

function publicationKey(key: number): string {
  return `publish:${key}`;
}
