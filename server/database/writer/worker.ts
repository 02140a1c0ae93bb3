// The thread of long transactions: receives a statement, and responds with its result.
import { parentPort, workerData } from 'node:worker_threads';

import BetterSqlite3 from 'better-sqlite3';

import { setPragmas } from '../sqlite-pragmas.ts';
import { LocalConnection } from './connection.ts';
import type { WriteResponse, WriteRequest } from './messages.ts';

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

function execute({ sql, parameters }: NonNullable<WriteRequest>): WriteResponse {
  try {
    connection ??= open();
    return { executed: connection.execute(sql, parameters), inTransaction: connection.inTransaction };
  } catch (error) {
    const { message, code = '' } = error as { message: string; code?: string };
    return { error: { message, code }, inTransaction: connection?.inTransaction ?? false };
  }
}

function open(): LocalConnection {
  database = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
  setPragmas(database);
  return new LocalConnection(database);
}
