/** Milliseconds for which statements may hold the event loop before it turns. */
const SLICE = 10;

const statements: (() => void)[] = [];
const requests: (() => void)[] = [];
let sliceBegan = 0;
let isTurning = false;

/**
 * Lets the event loop turn when statements have held it for long: SQLite answers without waiting, so hundreds of requests
 * that arrive together would run to their end before a health check is even read. Those that wait go on one a turn.
 *
 * @returns null when there is no need to wait
 */
export function turnWhenDue(): Promise<void> | null {
  return waitIn(statements);
}

/**
 * The same before a request that writes is begun, in a queue of its own: a read, and a write that was begun before, does
 * not wait behind hundreds of them.
 *
 * @returns null when there is no need to wait
 */
export function turnToBegin(): Promise<void> | null {
  return waitIn(requests);
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
  const goOn = [statements.shift(), requests.shift()];
  if (goOn.every((one) => one === undefined)) {
    isTurning = false;
    return;
  }
  begin();
  for (const one of goOn) one?.();
}
