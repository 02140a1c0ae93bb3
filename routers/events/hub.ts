import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../base/clock.ts';
import type { Caller } from '../base/callers.ts';
import { logFailure, type FailureLog } from '../base/database-errors.ts';
import { withDeadline } from '../base/deadline.ts';
import { appError } from '../base/errors.ts';
import type { EventHub, EventId, SequencedEvent } from '../core/event-hub.ts';
import { eventsAfter, isKept, readMarks, type Marks } from './read.ts';
import { createSubscription, type OpenSubscription } from './subscription.ts';
import { inBackground } from '../base/defects.ts';

/** The maximum number of open streams of one session or API key in an instance, and of all together. */
const MAX_PER_CALLER = 50;
const MAX_STREAMS = 1000;
/** The Retry-After in seconds of a stream beyond these numbers. */
const RETRY_AFTER = 10;
/** The maximum number of events in memory for streams that lag, and of their characters. */
const MAX_RECENT = 500;
const MAX_RECENT_LENGTH = 1_000_000;
/** Events per read. */
const PAGE = 100;
/** Milliseconds between two checks of all callers, and before a failed read is retried. */
const CHECK_EVERY = 15_000;
const PAUSE = 1000;

interface HubOptions extends FailureLog {
  em: SqlEntityManager;
  clock: Clock;
  /** Whether this process receives the commits of others. */
  isListening(): boolean;
}

export function createEventHub({ em, clock, isListening, ...failureLog }: HubOptions): EventHub {
  const streams = new Set<OpenSubscription>();
  /** The last event that was read; null while there are no streams. */
  let head: EventId | null = null;
  /** The events read last, without gaps, up to `head`. */
  let recent: SequencedEvent[] = [];
  let recentLength = 0;
  /** How often texts may have been removed from events: those that are being read may have them still. */
  let removals = 0;
  let reading: Promise<void> | null = null;
  let isStale = false;
  let isEpochDoubtful = false;
  let isClosed = false;
  let checking: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;

  /** Reads new events. Calls during a read share one more read. */
  function readNew(): void {
    isStale = true;
    if (reading) return;
    reading = readWhileStale().finally(() => {
      reading = null;
      if (isStale && streams.size > 0) again = setTimeout(readNew, PAUSE).unref();
    });
    inBackground(reading);
  }

  async function readWhileStale(): Promise<void> {
    while (isStale && streams.size > 0) {
      clearTimeout(again);
      isStale = false;
      try {
        if (isEpochDoubtful) await checkEpoch();
        const from = head;
        // The last stream has ended, or the first one has not begun.
        if (!from) return;
        const before = removals;
        const events = await withDeadline(() => eventsAfter(em.fork(), from, PAGE));
        if (head !== from) continue;
        if (removals !== before) {
          isStale = true;
          continue;
        }
        if (events.length === PAGE) isStale = true;
        for (const event of events) keep(event);
        head = events.at(-1)?.id ?? head;
        if (events.length > 0) for (const stream of streams) stream.wake();
      } catch (error) {
        logFailure(error, failureLog, 'events could not be read yet');
        isStale = true;
        return;
      }
    }
  }

  async function checkEpoch(): Promise<void> {
    const marks = await withDeadline(() => readMarks(em.fork()));
    isEpochDoubtful = false;
    if (streams.size > 0) beginAt(marks);
  }

  /** Begins to follow the events, and again after a backup was restored: then the ids count other events. */
  function beginAt({ epoch, last }: Marks): void {
    if (head && head.epoch !== epoch) {
      for (const stream of streams) if (stream.start().epoch === head.epoch) stream.end();
      forget();
    }
    head ??= { epoch, seq: last };
  }

  function forget(): void {
    head = null;
    forgetRecent();
  }

  function forgetRecent(): void {
    recent = [];
    recentLength = 0;
  }

  function keep(event: SequencedEvent): void {
    recent.push(event);
    recentLength += event.length;
    while (recent.length > MAX_RECENT || recentLength > MAX_RECENT_LENGTH) recentLength -= recent.shift()!.length;
  }

  /**
   * Events after this one; none at the end. A stream that lags reads from the database, so that nothing is queued for
   * it.
   */
  async function readAfter(id: EventId): Promise<SequencedEvent[]> {
    if (!head || id.seq >= head.seq) return [];
    const [first] = recent;
    if (first && first.id.seq <= id.seq + 1) return recent.filter((event) => event.id.seq > id.seq).slice(0, PAGE);
    const events = await withDeadline(() => eventsAfter(em.fork(), id, PAGE));
    // Ids have no gaps.
    if (events[0]?.id.seq !== id.seq + 1) throw appError('CURSOR_EXPIRED');
    return events;
  }

  function check(): void {
    const isDeaf = !isListening();
    if (isDeaf) readNew();
    for (const stream of streams) if (isDeaf || stream.mayHaveExpired(clock.now())) stream.doubt();
  }

  function requireRoom({ kind, id }: NonNullable<Caller>): void {
    if (isClosed || streams.size >= MAX_STREAMS) {
      throw appError('SERVICE_UNAVAILABLE', 'There are too many streams; try again later.', {
        retryAfter: RETRY_AFTER,
      });
    }
    let own = 0;
    for (const { caller } of streams) if (caller.kind === kind && caller.id === id) own++;
    if (own < MAX_PER_CALLER) return;
    throw appError('RATE_LIMITED', `This token already has ${MAX_PER_CALLER} streams; close one first.`, {
      retryAfter: RETRY_AFTER,
    });
  }

  function release(stream: OpenSubscription): void {
    if (!streams.delete(stream) || streams.size > 0) return;
    clearInterval(checking);
    clearTimeout(again);
    forget();
  }

  return {
    async subscribe({ after: last, ...options }) {
      requireRoom(options.caller);
      const stream = createSubscription({ ...options, readAfter, release: () => release(stream) });
      // Before anything is read, so that no commit is missed in between.
      if (streams.size === 0) checking = setInterval(check, CHECK_EVERY).unref();
      streams.add(stream);
      if (options.signal.aborted) stream.close();
      try {
        const marks = await readMarks(em.fork(), last !== null);
        if (last && !isKept(last, marks)) throw appError('CURSOR_EXPIRED', EXPIRED);
        // The client may have left.
        if (!streams.has(stream)) return stream;
        beginAt(marks);
        stream.begin(last ?? { epoch: marks.epoch, seq: marks.last });
        // The caller's access may have ended before the stream could hear of it.
        stream.doubt();
        readNew();
        return stream;
      } catch (error) {
        stream.close();
        throw error;
      }
    },
    hear(tags, isUnclear) {
      if (streams.size === 0) return;
      isEpochDoubtful ||= isUnclear;
      const isRemoval = isUnclear || tags.includes('events.texts');
      if (isRemoval) {
        removals += 1;
        forgetRecent();
      }
      if (isUnclear || tags.includes('events')) readNew();
      const isAccess = isUnclear || tags.includes('keys') || tags.includes('sessions');
      for (const stream of streams) {
        stream.hear(tags, isUnclear);
        if (isRemoval) stream.readAgain();
        if (isAccess) stream.doubt();
      }
    },
    size: () => streams.size,
    close() {
      isClosed = true;
      for (const stream of streams) stream.end();
    },
  };
}

const EXPIRED = 'This event id is too old or unknown; begin again without it, and read what may have changed.';
