import { GREATEST } from '../cursor.ts';
import { fieldError } from '../errors.ts';

/** Which event, in the order of the commits. */
export interface EventId {
  /** Of the database: another one after a backup was restored. */
  epoch: number;
  /** Its number, without gaps; 0 is before the first event. */
  seq: number;
}

/** As text: `<epoch>-<seq>`. */
export function idText({ epoch, seq }: EventId): string {
  return `${epoch}-${seq}`;
}

/**
 * The id that a text stands for.
 *
 * @throws BAD_REQUEST for what never was an id
 */
export function idIn(text: string): EventId {
  const [, epoch, seq] = /^(\d{1,10})-(\d{1,10})$/.exec(text) ?? [];
  const id = { epoch: Number(epoch), seq: Number(seq) };
  if (epoch !== undefined && id.epoch <= GREATEST && id.seq <= GREATEST) return id;
  throw fieldError('lastEventId', '"lastEventId" must be the id of a message of the stream.');
}
