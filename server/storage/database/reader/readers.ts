import { Kysely, type KyselyConfig } from 'kysely';

import type { Readers } from '../../../../routers/core/context.ts';
import { enforceDeadline } from '../deadline.ts';
import { ReaderDialect } from './dialect.ts';
import { readerThread, type ReaderOptions } from './thread.ts';

/** The readers of a database, and their control. */
export interface OpenReaders<DB> {
  readers: Readers<DB>;
  /** Runs `work` while no read is open, because open reads prevent SQLite from emptying its log. */
  between<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens readers of an SQLite file, each in its own thread.
 *
 * @param options for each thread
 */
export function openReaders<DB>(
  file: string,
  log: Pick<KyselyConfig, 'log'>,
  options: Pick<ReaderOptions, 'onReplaced' | 'beforeOpening' | 'beforeReading' | 'onFailure'>,
): OpenReaders<DB> {
  const threads = { visitors: readerThread(file, options), owner: readerThread(file, options) };
  const visitors = new Kysely<DB>({ dialect: enforceDeadline(new ReaderDialect(threads.visitors)), ...log });
  const owner = new Kysely<DB>({ dialect: enforceDeadline(new ReaderDialect(threads.owner)), ...log });
  return {
    readers: { visitors, owner },
    between: (work) => threads.visitors.between(() => threads.owner.between(work)),
    async close() {
      await Promise.all([threads.visitors.close(), threads.owner.close()]);
    },
  };
}

/** For PostgreSQL, which reads in its own process, so that the shared client is sufficient. */
export function sharedReaders<DB>(kysely: Kysely<DB>): OpenReaders<DB> {
  return {
    readers: { visitors: kysely, owner: kysely },
    between: (work) => work(),
    close: () => Promise.resolve(),
  };
}
