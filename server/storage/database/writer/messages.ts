import type { Executed } from './connection.ts';

/** Size and time of a file. */
export interface FileState {
  size: bigint;
  mtimeNs: bigint;
}

/** A statement for the thread; null makes it close the file and end. */
export type WriteRequest = {
  sql: string;
  parameters: readonly unknown[];
  /** Of a checkpoint: it is not made if the file is in another state. */
  expected?: FileState | undefined;
} | null;

/** The result of a statement, or its error. Errors lose their code between threads. */
export type WriteResponse = ({ executed: Executed } | { error: { message: string; code: string } }) & {
  /** Whether a transaction is open now. */
  inTransaction: boolean;
};
