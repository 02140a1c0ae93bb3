/** How long statements may block the event loop before it yields, in milliseconds. */
const SLICE = 10;
/** Statements that continue in one turn: most of them take a tenth of a millisecond. */
const STATEMENTS = 8;
/** The turns after which a write begins although statements wait. */
const PATIENCE = 4;

const statements: (() => void)[] = [];
const writes: (() => void)[] = [];
let sliceBegan = 0;
let isTurning = false;
let turnsWithoutWrite = 0;

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
 * @returns null if there is no need to wait
 */
export function turnToBegin(): Promise<void> | null {
  return waitIn(writes);
}

function waitIn(queue: (() => void)[]): Promise<void> | null {
  if (!isTurning) begin();
  if (queue.length === 0 && performance.now() - sliceBegan < SLICE) return null;
  return new Promise((resolve) => queue.push(resolve));
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
  for (const goOn of statements.splice(0, STATEMENTS)) goOn();
  if (isReady) writes.shift()?.();
}
