import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../base/clock.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { readSequences } from '../data/sequence.ts';
import { eventsAfter, type StoredEvent } from './read.ts';

/** Events in one call of a consumer. */
const PAGE = 25;

/**
 * A part of the service that does something because of events, by jobs. It gets every event once, in the order of the
 * commits, in the transaction that also stores its position: neither a crash nor another instance loses or repeats one.
 */
export interface EventConsumer {
  /** The row of `sequences` with the number of the last event that it got: `events.<name>`, made by a migration. */
  name: string;
  /** The tag of commits that change what `isNeeded` returns. */
  tag: string;
  /** Whether it has anything to do; otherwise it skips events. */
  isNeeded(em: SqlEntityManager): Promise<boolean>;
  /** Puts the jobs of these events into the queue (`putJob`). Sends nothing itself. */
  consume(tx: SqlEntityManager, clock: Clock, events: readonly StoredEvent[]): Promise<void>;
}

/**
 * Gives a consumer the next events, in a transaction.
 *
 * @returns whether there may be more
 */
export async function consumeEvents(tx: SqlEntityManager, clock: Clock, consumer: EventConsumer): Promise<boolean> {
  const name = `events.${consumer.name}`;
  // Serializes concurrent instances.
  const [position] = await lock(tx, { name });
  if (!position) throw new Error(`There is no sequence ${name}.`);
  if (!(await consumer.isNeeded(tx))) {
    await skip(tx, { name });
    return false;
  }
  const { epoch } = await readSequences(tx, ['epoch']);
  const events = await eventsAfter(tx, { epoch, seq: position.value }, PAGE);
  const last = events.at(-1);
  if (!last) return false;
  await consumer.consume(tx, clock, events);
  await move(tx, { name, seq: last.id.seq });
  return events.length === PAGE;
}

/**
 * Gives a consumer all events up to now. The caller may then change what the consumer depends on, in the same
 * transaction: each event is handled as configured at the time of its commit.
 */
export async function catchUp(tx: SqlEntityManager, clock: Clock, consumer: EventConsumer): Promise<void> {
  while (await consumeEvents(tx, clock, consumer));
}

const lock = prepareQuery((db, { name }: { name: string }) =>
  db
    .updateTable('sequences')
    .set(({ ref }) => ({ value: ref('value') }))
    .where('name', '=', name)
    .returning('value'),
);

const move = prepareQuery((db, { name, seq }: { name: string; seq: number }) =>
  db.updateTable('sequences').set({ value: seq }).where('name', '=', name),
);

const skip = prepareQuery((db, { name }: { name: string }) =>
  db
    .updateTable('sequences')
    .set(({ selectFrom }) => ({
      value: selectFrom('sequences as events').select('events.value').where('events.name', '=', 'events'),
    }))
    .where('name', '=', name),
);
