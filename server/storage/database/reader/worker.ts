// The thread of expensive reads: receives a statement, and responds with its rows in batches.
import { parentPort, workerData } from 'node:worker_threads';

import { openReader } from '../sqlite-connections.ts';
import { limitCache } from '../sqlite-pragmas.ts';
import type { ReadResponse, ReadRequest } from './messages.ts';

/** The approximate size of a batch in characters, so that copying it does not block the main thread. */
const CHARACTERS = 200_000;
const ROWS = 500;

const { file } = workerData as { file: string };
const database = openReader(file);
let isLimited = false;
let reading: Iterator<unknown> | null = null;

parentPort?.on('message', (request: ReadRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(execute(request));
});

function execute(request: ReadRequest): ReadResponse {
  try {
    if (!isLimited) limitCache(database);
    isLimited = true;
    if (request) reading = database.prepare(request.sql).iterate(...request.parameters);
    return someRows();
  } catch (error) {
    reading = null;
    const { message, code = '' } = error as { message: string; code?: string };
    return { error: { message, code } };
  }
}

function someRows(): ReadResponse {
  const rows: unknown[] = [];
  let characters = 0;
  while (rows.length < ROWS && characters < CHARACTERS) {
    const { value: row, done } = reading?.next() ?? { value: undefined, done: true };
    if (done === true) return { rows, done: true };
    rows.push(row);
    characters += rowLength(row as object);
  }
  return { rows, done: false };
}

function rowLength(row: object): number {
  let characters = 0;
  for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length;
  return characters;
}
