// The thread of long transactions: receives a statement, and responds with its result.
import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

import BetterSqlite3 from 'better-sqlite3';

import { setPragmas } from '../sqlite-pragmas.ts';
import { LocalConnection, type Executed } from './connection.ts';
import type { FileState, WriteResponse, WriteRequest } from './messages.ts';

const { file } = workerData as { file: string };
let database: BetterSqlite3.Database | undefined;
let connection: LocalConnection | undefined;

parentPort?.on('message', (request: WriteRequest) => {
  if (request === null) {
    database?.close();
    parentPort?.close();
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(execute(request));
});

function execute({ sql, parameters, expected }: NonNullable<WriteRequest>): WriteResponse {
  try {
    connection ??= open();
    // Immediately before: this thread may have taken a while to start.
    const executed = isAsExpected(expected) ? connection.execute(sql, parameters) : BUSY;
    return { executed, inTransaction: connection.inTransaction };
  } catch (error) {
    const { message, code = '' } = error as { message: string; code?: string };
    return { error: { message, code }, inTransaction: connection?.inTransaction ?? false };
  }
}

/** The result of a checkpoint that another process prevents. */
const BUSY: Executed = { result: { rows: [{ busy: 1, log: -1, checkpointed: -1 }] }, wrote: false };

function isAsExpected(expected: FileState | undefined): boolean {
  if (!expected) return true;
  const { size, mtimeNs } = statSync(file, { bigint: true });
  return size === expected.size && mtimeNs === expected.mtimeNs;
}

function open(): LocalConnection {
  database = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
  setPragmas(database);
  return new LocalConnection(database);
}
