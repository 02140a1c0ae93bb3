import type { Executed } from './connection.ts';

/** A statement for the thread; null asks it to close the file and to end. */
export type Asked = { sql: string; parameters: readonly unknown[] } | null;

/** What a statement gave, or why it failed. Errors lose their code on the way between threads. */
export type Answer = ({ executed: Executed } | { error: { message: string; code: string } }) & {
  /** Whether a transaction is open now. */
  inTransaction: boolean;
};
