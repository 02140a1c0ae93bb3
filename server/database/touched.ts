import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import { CompiledQuery, type Kysely, sql } from 'kysely';

/** The channel on which PostgreSQL tells other instances what a commit touched. */
export const TOUCHED_CHANNEL = 'octavo_touched';

/**
 * Sees what every transaction touched, whoever wrote it and however: triggers note it in the table `touched`
 * (migration 0003), and here it is taken out in the same transaction. PostgreSQL tells the other instances with the
 * commit itself.
 */
export class TouchedSubscriber implements EventSubscriber {
  readonly #notes = new WeakMap<object, string[]>();
  readonly #take: (transaction: Kysely<unknown>) => Promise<string[]>;
  readonly #announce: (tags: string[]) => Promise<void>;
  /** Leaves the transaction's context, which is over. */
  readonly #outside = AsyncLocalStorage.snapshot();

  /** @param announce told after each commit that touched something; the write's answer waits for it */
  constructor(dialect: 'sqlite' | 'postgres', announce: (tags: string[]) => Promise<void>) {
    this.#take = dialect === 'sqlite' ? takeNotes : takeNotesAndNotify;
    this.#announce = announce;
  }

  async beforeTransactionCommit({ transaction }: TransactionEventArgs): Promise<void> {
    if (!transaction || isSavepoint(transaction)) return;
    const tags = await this.#take(transaction as Kysely<unknown>);
    if (tags.length > 0) this.#notes.set(transaction as object, tags);
  }

  async afterTransactionCommit({ transaction }: TransactionEventArgs): Promise<void> {
    const tags = this.#notes.get(transaction as object);
    if (tags) await this.#outside(() => this.#announce(tags));
  }
}

function isSavepoint(transaction: unknown): boolean {
  return Object.hasOwn(transaction as object, 'savepointName');
}

async function takeNotes(transaction: Kysely<unknown>): Promise<string[]> {
  const { rows } = await transaction.executeQuery<{ tag: string }>(TAKE);
  return distinct(rows);
}

const TAKE = CompiledQuery.raw('delete from touched returning tag');

async function takeNotesAndNotify(transaction: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    with taken as (delete from touched returning tag)
    select tag, pg_notify(${TOUCHED_CHANNEL}, tag) from (select distinct tag from taken) as tags`.execute(transaction);
  return distinct(rows);
}

function distinct(rows: { tag: string }[]): string[] {
  return [...new Set(rows.map(({ tag }) => tag))];
}
