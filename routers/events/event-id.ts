import { GREATEST } from '../data/cursor.ts';
import { fieldError } from '../base/errors.ts';
import type { EventId } from '../core/event-hub.ts';

/** As text: `<epoch>-<seq>`. */
export function idText({ epoch, seq }: EventId): string {
  return `${epoch}-${seq}`;
}

/**
 * Parses an id.
 *
 * @throws BAD_REQUEST for an invalid one
 */
export function parseEventId(text: string): EventId {
  const [, epoch, seq] = /^(\d{1,10})-(\d{1,10})$/.exec(text) ?? [];
  const id = { epoch: Number(epoch), seq: Number(seq) };
  if (epoch !== undefined && id.epoch <= GREATEST && id.seq <= GREATEST) return id;
  throw fieldError('lastEventId', '"lastEventId" must be the id of a message of the stream.');
}
