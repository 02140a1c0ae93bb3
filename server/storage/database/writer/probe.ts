import { QueueTimeout } from '../queue-timeout.ts';
import type { SqliteTransaction } from './transaction.ts';

/** The part of the writer that a probe uses. */
interface Probed {
  open(options: { within: number; first: boolean }): Promise<SqliteTransaction>;
  onCommit(): void;
}

/**
 * Takes and releases the write lock, which shows that no lock prevents writing. A long write of this process that makes
 * progress, such as an import, shows the same.
 *
 * @param within the timeout in milliseconds
 * @param reallyWrite whether to write as well: a page with the same content, and a sync
 */
export async function probe(writer: Probed, within: number, reallyWrite: boolean): Promise<void> {
  const transaction = await open(writer, within);
  if (!transaction) return;
  try {
    await transaction.begin('begin immediate', within);
    if (!reallyWrite) return;
    await writeSamePage(transaction);
    writer.onCommit();
  } finally {
    transaction.end();
  }
}

/** Null while other writes of this process make progress. */
async function open(writer: Probed, within: number): Promise<SqliteTransaction | null> {
  try {
    return await writer.open({ within, first: true });
  } catch (error) {
    if (error instanceof QueueTimeout) return null;
    throw error;
  }
}

async function writeSamePage(transaction: SqliteTransaction): Promise<void> {
  const { rows } = await transaction.run<{ user_version: number }>('pragma user_version', []);
  await transaction.run(`pragma user_version = ${rows[0]!.user_version}`, []);
  await transaction.commit();
}
