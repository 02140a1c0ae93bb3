import type { SqlEntityManager } from '@mikro-orm/sql';

import { surroundingOf } from '../../entities/kysely.ts';
import type { EventType } from '../../shared/event-types.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { takeAuditRows, type AuditRow } from './audit.ts';

export interface NewEvent {
  type: EventType;
  /** The id of the post, comment or subscriber. */
  subject: string;
  data: object;
  createdAt: string;
}

/** A change of the public post with an id. */
export interface NewChange {
  postId: string;
  version: number;
  deleted: 0 | 1;
  redirectsTo: string | null;
  at: string;
}

/** The records that a transaction writes right before its COMMIT, and announces to other instances. */
export interface Recorded {
  events: NewEvent[];
  /** By id; only the last change of an id counts. */
  changes: Map<string, NewChange>;
  /** Further tags for other instances, besides those of the triggers. */
  tags: Set<string>;
  /** Rows of the audit log. */
  audit: AuditRow[];
}

const recorded = new WeakMap<object, Recorded>();

/**
 * Records an event in a transaction, or in the next flush. It gets its number right before the COMMIT: the numbers
 * follow the order of the commits, and the counter is locked only for the commit.
 *
 * @param em of the transaction or of the flush
 */
export function recordEvent(
  em: SqlEntityManager,
  clock: Clock,
  type: EventType,
  data: NewEvent['data'] & ({ id: string } | { subscriberId: string }),
): void {
  const subject = 'id' in data ? data.id : data.subscriberId;
  recordedIn(em).events.push({ type, subject, data, createdAt: timestamp(clock) });
}

/** Records a public change of an id in the same way. */
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

/**
 * Tags that no trigger writes. Cached responses depend on `media:<path>`: the upload at this path was added, deleted,
 * or has smaller versions; and on `search`: posts were indexed; `excerpts`: generated excerpts
 * were made again, which is no change for `Last-Modified`. They do not depend on the others. `jobs`: a job was added
 * to the queue; `jobs.ended`: one has succeeded or failed; `events.texts`: texts were removed from events; `sessions`:
 * sessions have ended; `copy:<slug>`: the working copy of a post; `media`: files were deleted; `moderation`: comments
 * changed without an event; `webhooks`: the webhooks were changed.
 */
export type RecordedTag =
  | 'jobs'
  | 'jobs.ended'
  | 'events.texts'
  | 'sessions'
  | `copy:${string}`
  | 'media'
  | `media:${string}`
  | 'moderation'
  | 'search'
  | 'excerpts'
  | 'webhooks';

/** Announces a change to every instance with the commit. */
export function recordTag(em: SqlEntityManager, tag: RecordedTag): void {
  recordedIn(em).tags.add(tag);
}

/** Takes the recorded data, to write it. */
export function takeRecorded(em: object): Recorded | undefined {
  const audit = takeAuditRows();
  const found = recorded.get(em) ?? (audit.length > 0 ? nothing() : undefined);
  recorded.delete(em);
  return found && { ...found, audit };
}

function nothing(): Recorded {
  return { events: [], changes: new Map(), tags: new Set(), audit: [] };
}

function recordedIn(em: SqlEntityManager): Recorded {
  const owner = surroundingOf(em) ?? em;
  const known = recorded.get(owner) ?? nothing();
  recorded.set(owner, known);
  return known;
}
