import { setTimeout as sleep } from 'node:timers/promises';

import { findRefusal, type Caller } from '../base/callers.ts';
import { isDatabaseFailure } from '../base/database-errors.ts';
import type { EventId, SequencedEvent, Signal, Subscription, SubscriptionOptions } from '../core/event-hub.ts';

/** A stream as the hub sees it. */
export interface OpenSubscription extends Subscription {
  readonly caller: NonNullable<Caller>;
  /** @param from the event after which the stream begins */
  begin(from: EventId): void;
  /** Wakes the reader, because there is something to read. */
  wake(): void;
  /** Receives a commit. */
  hear(tags: readonly string[], isUnclear: boolean): void;
  /** Whether the caller's access may have expired. */
  mayHaveExpired(now: number): boolean;
  /** Reads the events again that it has read and not sent, because texts may have been removed from them. */
  readAgain(): void;
  /** Requires that the caller is verified before anything else is sent. */
  doubt(): void;
  /** Ends it so that the client reconnects. */
  end(): void;
}

/** The maximum number of signals that wait for a slow reader; beyond it, `stream.refresh` replaces them. */
const MAX_SIGNALS = 50;
/** Milliseconds before a read that the database failed is retried. */
const PAUSE = 1000;

export function createSubscription(options: SubscriptionOptions): OpenSubscription {
  const { caller, hasSignals, verify, signal: gone, readAfter, release } = options;
  const signals = new Map<string, Signal>();
  // No event until it begins.
  let start: EventId = { epoch: -1, seq: 0 };
  let position = start;
  /** Events that are read but not sent yet, in reverse order: a page at most. */
  let page: SequencedEvent[] = [];
  /** How often it had to read them again. */
  let rereads = 0;
  let isDoubtful = false;
  let isEnded = false;
  let isClosed = false;
  let isAwake = false;
  /** Ends the wait for the next message. */
  let resume = () => {};

  function wake(): void {
    isAwake = true;
    resume();
  }

  function close(): void {
    gone.removeEventListener('abort', close);
    isClosed = true;
    page = [];
    signals.clear();
    release();
    wake();
  }

  async function read(): Promise<SequencedEvent | Signal | null> {
    if (isDoubtful) {
      isDoubtful = false;
      const refusal = findRefusal({ caller: await verify() }, { access: 'administrator', scope: 'events' });
      if (refusal) throw refusal;
    }
    for (let before = -1; page.length === 0 && before !== rereads;) {
      before = rereads;
      const events = await readAfter(position);
      if (before === rereads) page = events.toReversed();
    }
    const event = page.pop();
    if (event) {
      position = event.id;
      return event;
    }
    const [first] = signals;
    if (!first) return null;
    signals.delete(first[0]);
    return first[1];
  }

  gone.addEventListener('abort', close);

  return {
    caller,
    start: () => start,
    begin(from) {
      start = from;
      position = from;
    },
    wake,
    hear(tags, isUnclear) {
      if (!hasSignals) return;
      const found = isUnclear ? [REFRESH] : tags.flatMap(toSignals);
      for (const signal of found) signals.set(`${signal.type} ${signal.subject ?? ''}`, signal);
      if (signals.size > MAX_SIGNALS) {
        signals.clear();
        signals.set('', REFRESH);
      }
      if (found.length > 0) wake();
    },
    // Keys are cached: verifying one needs no query.
    mayHaveExpired: (now) => caller.kind === 'key' || Date.parse(caller.expiresAt) <= now,
    readAgain() {
      rereads += 1;
      page = [];
    },
    doubt() {
      isDoubtful = true;
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
    async next() {
      for (;;) {
        if (isClosed) return null;
        if (isEnded) throw new DOMException('The stream ended; connect again.', 'AbortError');
        isAwake = false;
        try {
          const found = await read();
          if (found) return found;
        } catch (error) {
          if (!isDatabaseFailure(error)) throw error;
          isDoubtful = true;
          await sleep(PAUSE, undefined, { signal: gone }).catch(() => undefined);
          continue;
        }
        if (!isAwake) await new Promise<void>((resolve) => (resume = resolve));
      }
    },
    close,
  };
}

const REFRESH: Signal = { type: 'stream.refresh' };

function toSignals(tag: string): Signal[] {
  if (tag === 'jobs' || tag === 'jobs.ended') return [{ type: 'jobs.changed' }];
  if (tag === 'moderation') return [{ type: 'comments.changed' }];
  const [, subject] = /^(?:post|copy):(.*)$/su.exec(tag) ?? [];
  return subject === undefined ? [] : [{ type: 'post.saved', subject }];
}
