import type { SqlEntityManager } from '@mikro-orm/sql';

import { prepareQuery } from '../base/prepare-query.ts';
import { readSequences } from '../data/sequence.ts';
import type { EventId, SequencedEvent } from '../core/event-hub.ts';
import { idText } from './event-id.ts';
import { streamMessage, type StreamMessage } from './schemas.ts';

/** An event as it is stored. */
export type StoredEvent = SequencedEvent<StreamMessage>;

/** The range of the stored events. */
export interface Marks {
  epoch: number;
  /** The number of the last event. */
  last: number;
  /** The number of the first stored event; null if there is none, or if it was not requested. */
  first: number | null;
}

/** @param withFirst whether `first` is needed */
export async function readMarks(em: SqlEntityManager, withFirst = false): Promise<Marks> {
  const { epoch, events } = await readSequences(em, ['epoch', 'events']);
  const [oldest] = withFirst ? await firstKept(em, {}) : [];
  return { epoch, last: events, first: oldest?.id ?? null };
}

/** Whether all events after this one are kept. */
export function isKept({ epoch, seq }: EventId, { epoch: current, last, first }: Marks): boolean {
  return epoch === current && (seq === last || (seq < last && first !== null && seq >= first - 1));
}

/** The events after this one, in their order. */
export async function eventsAfter(
  em: SqlEntityManager,
  { epoch, seq }: EventId,
  limit: number,
): Promise<StoredEvent[]> {
  const rows = await after(em, { seq, limit });
  return rows.map(({ id, type, subject, data, created_at }) => {
    const eventId = { epoch, seq: id };
    const message = { id: idText(eventId), type, timestamp: created_at };
    const whole = streamMessage.safeParse({ ...message, data: JSON.parse(data) });
    const known = whole.success ? whole : streamMessage.safeParse({ ...message, data: { id: subject } });
    return { id: eventId, message: known.data ?? null, length: data.length };
  });
}

const firstKept = prepareQuery((db) => db.selectFrom('events').select('id').orderBy('id').limit(1));

const after = prepareQuery((db, { seq, limit }: { seq: number; limit: number }) =>
  db
    .selectFrom('events')
    .select(['id', 'type', 'subject', 'data', 'created_at'])
    .where('id', '>', seq)
    .orderBy('id')
    .limit(limit),
);
