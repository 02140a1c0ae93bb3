import type { Executed } from './connection.ts';

/** A statement for the thread; null makes it close the file and end. */
export type WriteRequest = { sql: string; parameters: readonly unknown[] } | null;

/** The result of a statement, or its error. Errors lose their code between threads. */
export type WriteResponse = ({ executed: Executed } | { error: { message: string; code: string } }) & {
  /** Whether a transaction is open now. */
  inTransaction: boolean;
};
