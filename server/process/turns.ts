import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long statements may block the event loop before it yields, in milliseconds. */
const SLICE = 10;
/** Statements that continue in one turn: most of them take a tenth of a millisecond. */
const STATEMENTS = 8;
/** The turns after which a write begins although statements wait. */
const PATIENCE = 4;
/** Writes that are given up in one turn, because they have waited for too long. */
const GIVEN_UP = 50;
/** The most turns between two transactions while clients connect. */
const ARRIVALS = 20;

interface Waiting {
  /** When it is given up, by `performance.now()`. */
  until: number;
  goOn(): void;
}

const statements: Waiting[] = [];
const writes: Waiting[] = [];
let sliceBegan = 0;
let isTurning = false;
let turnsWithoutWrite = 0;
let hasArrived = false;

/**
 * Yields to the event loop when statements have blocked it for long: SQLite responds without waiting, so hundreds of
 * concurrent requests would be completed before a health check is even read.
 *
 * @returns null if there is no need to wait
 */
export function turnWhenDue(): Promise<void> | null {
  return waitIn(statements);
}

/**
 * The same before a write is started, in a separate queue: one continues per turn, and only when no statement waits, so
 * that reads, and writes that have started, do not wait for hundreds of new writes.
 *
 * @param within after this time in milliseconds, it does not wait for its turn
 * @returns null if there is no need to wait
 */
export function turnToBegin(within: number): Promise<void> | null {
  return waitIn(writes, within);
}

/** A client has connected. */
export function clientArrived(): void {
  hasArrived = true;
}

/**
 * Yields to the event loop before a transaction, and again while clients connect: Node.js accepts one connection in each
 * turn, and hundreds that wait would be accepted one by one between transactions.
 */
export async function turnsOfArrivals(): Promise<void> {
  for (let turns = 0; turns < ARRIVALS; turns += 1) {
    hasArrived = false;
    await nextTurn();
    if (!hasArrived) return;
  }
}

function waitIn(queue: Waiting[], within = Infinity): Promise<void> | null {
  if (!isTurning) begin();
  const now = performance.now();
  if (queue.length === 0 && now - sliceBegan < SLICE) return null;
  return new Promise((resolve) => queue.push({ until: now + within, goOn: resolve }));
}

function begin(): void {
  isTurning = true;
  sliceBegan = performance.now();
  setImmediate(next);
}

function next(): void {
  if (statements.length === 0 && writes.length === 0) {
    isTurning = false;
    return;
  }
  begin();
  const isReady = statements.length <= STATEMENTS || turnsWithoutWrite >= PATIENCE;
  turnsWithoutWrite = isReady ? 0 : turnsWithoutWrite + 1;
  for (const { goOn } of statements.splice(0, STATEMENTS)) goOn();
  for (let late = 0; late < GIVEN_UP && writes[0] && writes[0].until <= sliceBegan; late += 1) writes.shift()!.goOn();
  if (isReady) writes.shift()?.goOn();
}
