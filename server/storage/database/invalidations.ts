import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import { CompiledQuery, type Kysely } from 'kysely';

import { takeRecorded, type Recorded } from '../../../routers/data/record.ts';
import { writeRecorded } from './recorded.ts';

/**
 * Collects the invalidations of every transaction: triggers write the tags of changed rows into the table `touched`
 * (migration 0003), an outbox that is emptied here in the same transaction. PostgreSQL sends them to the other instances
 * with the commit itself. Events and changes that the transaction recorded are written here too, as its last statement.
 */
export class InvalidationSubscriber implements EventSubscriber {
  readonly #invalidations = new WeakMap<object, Invalidations>();
  readonly #take: TakeInvalidations;
  readonly #announce: Announce;
  /** Runs code outside of the transaction's async context, after its end. */
  readonly #outside = AsyncLocalStorage.snapshot();

  /**
   * @param take takes the invalidations of a transaction, and writes what it recorded; see `takeAndWrite`
   * @param announce called after each commit with its invalidations; the response to the write waits for it
   */
  constructor(take: TakeInvalidations, announce: Announce) {
    this.#take = take;
    this.#announce = announce;
  }

  async beforeTransactionCommit({ transaction, em }: TransactionEventArgs): Promise<void> {
    if (!transaction || isSavepoint(transaction)) return;
    const taken = await this.#take(transaction as Kysely<unknown>, takeRecorded(em));
    if (taken.tags.length > 0) this.#invalidations.set(transaction as object, taken);
  }

  async afterTransactionCommit({ transaction }: TransactionEventArgs): Promise<void> {
    const taken = this.#invalidations.get(transaction as object);
    if (taken) await this.#outside(() => this.#announce(taken));
  }
}

/** The invalidations of a transaction, and on PostgreSQL its number. */
export interface Invalidations {
  tags: string[];
  xid?: string;
}

type TakeInvalidations = (transaction: Kysely<unknown>, recorded: Recorded | undefined) => Promise<Invalidations>;
type Announce = (invalidations: Invalidations) => Promise<void>;

function isSavepoint(transaction: unknown): boolean {
  return Object.hasOwn(transaction as object, 'savepointName');
}

/** Takes the invalidations of a transaction on SQLite. */
export const takeAndWrite: TakeInvalidations = async (transaction, recorded) => {
  const tags = await takeInvalidations(transaction);
  return { tags: recorded ? [...tags, ...(await writeRecorded(transaction, recorded))] : tags };
};

/** Triggers add a row for each row that changes, so there may be thousands of rows with a few tags. */
async function takeInvalidations(transaction: Kysely<unknown>): Promise<string[]> {
  const { rows } = await transaction.executeQuery<{ tag: string }>(SELECT_TAGS);
  if (rows.length > 0) await transaction.executeQuery(DELETE_TAGS);
  return rows.map(({ tag }) => tag);
}

const SELECT_TAGS = CompiledQuery.raw('select distinct tag from touched');
const DELETE_TAGS = CompiledQuery.raw('delete from touched');
