import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import { CompiledQuery, type Kysely } from 'kysely';

import { takeRecorded, type Recorded } from '../../routers/events/record.ts';
import { writeAndNotify, writeRecorded } from './recorded.ts';

/**
 * Collects the invalidations of every transaction: triggers write the tags of changed rows into the table `touched`
 * (migration 0003), an outbox that is emptied here in the same transaction. PostgreSQL sends them to the other instances
 * with the commit itself. Events and changes that the transaction recorded are written here too, as its last statement.
 */
export class InvalidationSubscriber implements EventSubscriber {
  readonly #invalidations = new WeakMap<object, string[]>();
  readonly #take: (transaction: Kysely<unknown>, recorded: Recorded | undefined) => Promise<string[]>;
  readonly #announce: (tags: string[]) => Promise<void>;
  /** Runs code outside of the transaction's async context, after its end. */
  readonly #outside = AsyncLocalStorage.snapshot();

  /** @param announce called after each commit with its invalidations; the response to the write waits for it */
  constructor(dialect: 'sqlite' | 'postgres', announce: (tags: string[]) => Promise<void>) {
    this.#take = dialect === 'sqlite' ? takeAndWrite : writeAndNotify;
    this.#announce = announce;
  }

  async beforeTransactionCommit({ transaction, em }: TransactionEventArgs): Promise<void> {
    if (!transaction || isSavepoint(transaction)) return;
    const tags = await this.#take(transaction as Kysely<unknown>, takeRecorded(em));
    if (tags.length > 0) this.#invalidations.set(transaction as object, tags);
  }

  async afterTransactionCommit({ transaction }: TransactionEventArgs): Promise<void> {
    const tags = this.#invalidations.get(transaction as object);
    if (tags) await this.#outside(() => this.#announce(tags));
  }
}

function isSavepoint(transaction: unknown): boolean {
  return Object.hasOwn(transaction as object, 'savepointName');
}

async function takeAndWrite(transaction: Kysely<unknown>, recorded: Recorded | undefined): Promise<string[]> {
  const tags = await takeInvalidations(transaction);
  return recorded ? [...tags, ...(await writeRecorded(transaction, recorded))] : tags;
}

/** Triggers add a row for each row that changes, so there may be thousands of rows with a few tags. */
async function takeInvalidations(transaction: Kysely<unknown>): Promise<string[]> {
  const { rows } = await transaction.executeQuery<{ tag: string }>(SELECT_TAGS);
  if (rows.length > 0) await transaction.executeQuery(DELETE_TAGS);
  return rows.map(({ tag }) => tag);
}

const SELECT_TAGS = CompiledQuery.raw('select distinct tag from touched');
const DELETE_TAGS = CompiledQuery.raw('delete from touched');
