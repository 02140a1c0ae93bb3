import type { SqlEntityManager } from '@mikro-orm/sql';

import { surroundingOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../clock.ts';

/** What can happen, as `type` of an event says it. */
export type EventType =
  | 'post.published'
  | 'post.updated'
  | 'post.unpublished'
  | 'post.deleted'
  | 'comment.created'
  | 'comment.approved'
  | 'comment.deleted';

export interface NewEvent {
  type: EventType;
  /** The id of the post or comment. */
  subject: string;
  data: object;
  createdAt: string;
}

/** What the public sees from now on under an id. */
export interface NewChange {
  postId: string;
  version: number;
  deleted: 0 | 1;
  redirectsTo: string | null;
  at: string;
}

/** What a transaction writes last of all, right before its COMMIT, and tells other instances. */
export interface Recorded {
  events: NewEvent[];
  /** By id, of which only the last one counts. */
  changes: Map<string, NewChange>;
  /** Tags for the other instances, beside those of the triggers. */
  tags: Set<string>;
}

const recorded = new WeakMap<object, Recorded>();

/**
 * Records an event with the transaction that makes it true, or with the next flush. It gets its number right before the
 * COMMIT: the numbers follow the order of the commits, and the counter is locked for the commit only.
 *
 * @param em of the transaction or of the flush
 */
export function recordEvent(
  em: SqlEntityManager,
  clock: Clock,
  type: EventType,
  data: NewEvent['data'] & { id: string },
): void {
  recordedIn(em).events.push({ type, subject: data.id, data, createdAt: timestamp(clock) });
}

/** Records in the same way what changed for the public under an id. */
export function recordChange(
  em: SqlEntityManager,
  clock: Clock,
  {
    postId,
    version,
    redirectsTo = null,
    deleted = 0,
  }: Omit<NewChange, 'at' | 'deleted' | 'redirectsTo'> & Partial<NewChange>,
): void {
  const { changes } = recordedIn(em);
  // Sequence numbers follow the order of this map: the last change of an id comes last.
  changes.delete(postId);
  changes.set(postId, { postId, version, deleted, redirectsTo, at: timestamp(clock) });
}

/** Tells every instance, with the commit, that this changed. */
export function recordTag(em: SqlEntityManager, tag: 'jobs'): void {
  recordedIn(em).tags.add(tag);
}

/** Takes out what was recorded, to write it. */
export function takeRecorded(em: object): Recorded | undefined {
  const found = recorded.get(em);
  recorded.delete(em);
  return found;
}

function recordedIn(em: SqlEntityManager): Recorded {
  const owner = surroundingOf(em) ?? em;
  const known = recorded.get(owner) ?? { events: [], changes: new Map(), tags: new Set() };
  recorded.set(owner, known);
  return known;
}
