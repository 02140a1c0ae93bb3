import { setTimeout as sleep } from 'node:timers/promises';

import type { Services } from '../../../routers/core/context.ts';
import { logFailure } from '../../../routers/base/database-errors.ts';
import { consumeEvents, type EventConsumer } from '../../../routers/events/consumers.ts';
import { EVERYTHING, type Changes } from '../../storage/changes.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** The polling interval in milliseconds for events that no commit announced. */
const POLL_EVERY = 30_000;
/** The delay in milliseconds before events are read: requests are answered first, and several events share a commit. */
const GATHER = 250;
/** The pause in milliseconds after a failure. */
const PAUSE = 1000;

interface RelayOptions {
  services: Pick<Services, 'em' | 'clock' | 'log' | 'databaseFailed'>;
  changes: Pick<Changes, 'listen'>;
  /** Whether this process is notified of every commit. */
  isListening(): boolean;
}

/**
 * Passes events to a consumer soon after their commit, together with the other instances. No request waits for it.
 *
 * @returns stops it, and waits for its transaction
 */
export function startEventRelay(
  { services, changes, isListening }: RelayOptions,
  consumer: EventConsumer,
): () => Promise<void> {
  const { em, clock } = services;
  const stopping = new AbortController();
  /** Null: not known. While the consumer has no work, events cost no statement. */
  let isNeeded: boolean | null = null;
  /** How often that may have changed: an answer from before a change is not kept. */
  let needChanges = 0;
  let isStale = false;
  let relaying: Promise<void> | null = null;

  /** Relays all events. Calls during a run share one more run. */
  function relay(): void {
    isStale = true;
    if (relaying) return;
    relaying = relayWhileStale().finally(() => (relaying = null));
    inBackground(relaying);
  }

  async function relayWhileStale(): Promise<void> {
    while (isStale && !stopping.signal.aborted) {
      isStale = false;
      try {
        if (await mayHaveWork()) await relayAll();
      } catch (error) {
        if (stopping.signal.aborted) return;
        logFailure(error, services, `the events for ${consumer.name} could not be read yet`);
        isStale = true;
        await pause(PAUSE);
      }
    }
  }

  async function mayHaveWork(): Promise<boolean> {
    if (!isListening()) isNeeded = null;
    while (isNeeded === null) {
      const before = needChanges;
      const answer = await consumer.isNeeded(em.fork());
      if (needChanges === before) isNeeded = answer;
    }
    return isNeeded;
  }

  async function relayAll(): Promise<void> {
    await pause(GATHER);
    let isMore = true;
    while (isMore && !stopping.signal.aborted) {
      isMore = await em.fork().transactional((tx) => consumeEvents(tx, clock, consumer));
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
  }

  changes.listen((tags) => {
    const isUnclear = tags.includes(EVERYTHING);
    if (isUnclear || tags.includes(consumer.tag)) {
      isNeeded = null;
      needChanges += 1;
    }
    if (isUnclear || tags.includes('events')) relay();
  });
  const timer = setInterval(relay, POLL_EVERY).unref();
  relay();

  return async () => {
    clearInterval(timer);
    stopping.abort();
    await relaying;
  };
}
