import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Post } from '../../entities/post.ts';
import { pick } from '../../shared/pick.ts';
import { timestamp, type Clock } from '../clock.ts';
import { dropJobs, putJob } from '../jobs/queue.ts';
import { summarized, summaryOfPost } from '../posts/summary.ts';
import { recordChange, recordEvent } from './record.ts';

/** The properties of a post that its state consists of. */
export const stateNames = ['key', 'status', 'publishAt', 'publicSince', ...summarized] as const;

/** A post as far as events and changes tell of it. */
export type PostState = Pick<Post, (typeof stateNames)[number]>;

/** Remembers a post as it is, before it is changed. */
export function stateOf(post: PostState): PostState {
  return pick(post, stateNames);
}

interface Options {
  /** Whether what can be seen of it changed; true when absent. */
  isChanged?: boolean;
  /** Whether changes are recorded, but no events: for imports. */
  silent?: boolean;
}

/** A clock that stands still: `publicSinceAfter` and `recordPost` of one write must not disagree on what is public. */
export function stoppedClock(clock: Clock): Clock {
  const now = clock.now();
  return { now: () => now, monotonic: clock.monotonic };
}

/** Whether the public sees a post in this state. */
export function isPublicAt(now: string, { status, publishAt }: Pick<PostState, 'status' | 'publishAt'>): boolean {
  return status === 'published' && (publishAt ?? '') <= now;
}

/**
 * What `publicSince` of a post becomes.
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
 * Records what a write means for the public: events, entries of the change sequence, and the job that publishes it later.
 * Every write of posts comes by here, in its own transaction.
 *
 * @param tx holds the lock of the version counter
 * @param clock the one that `publicSinceAfter` got, stopped
 * @param before null for a new post
 * @param after null for one that is deleted
 */
export async function recordPost(
  tx: SqlEntityManager,
  clock: Clock,
  before: PostState | null,
  after: PostState | null,
  { isChanged = true, silent = false }: Options = {},
): Promise<void> {
  const now = timestamp(clock);
  const event: typeof recordEvent = silent ? () => undefined : recordEvent;
  const becomesPublic = (post: PostState) => {
    event(tx, clock, 'post.published', summaryOfPost(post));
    recordChange(tx, clock, { postId: post.slug, version: post.version });
  };
  let isKnown = before !== null && before.publicSince !== null;
  // Its time came, and nobody has said so yet.
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
    if (after) event(tx, clock, 'post.unpublished', summaryOfPost(after));
    else event(tx, clock, 'post.deleted', { id: before.slug });
    recordChange(tx, clock, { postId: before.slug, version: (after ?? before).version, deleted: 1 });
  }
  await schedule(tx, clock, before, after);
}

/** The job that tells of a scheduled post when its time has come. */
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

/** Puts the job that tells of a post at this time in place of the one that there is, if any. */
export function putPublication(tx: SqlEntityManager, clock: Clock, key: number, runAt: string): Promise<void> {
  return putJob(tx, clock, { kind: 'publish', data: { key }, key: publicationKey(key), runAt });
}

function publicationKey(key: number): string {
  return `publish:${key}`;
}
