/** How long statements may block the event loop before it yields, in milliseconds. */
const SLICE = 10;

const statements: (() => void)[] = [];
const requests: (() => void)[] = [];
let sliceBegan = 0;
let isTurning = false;

/**
 * Yields to the event loop when statements have blocked it for long: SQLite responds without waiting, so hundreds of
 * concurrent requests would be completed before a health check is even read. Waiting callers continue one per turn.
 *
 * @returns null if there is no need to wait
 */
export function turnWhenDue(): Promise<void> | null {
  return waitIn(statements);
}

/**
 * The same before a write is started, in a separate queue: reads, and writes that have started, do not wait for hundreds
 * of new writes.
 *
 * @returns null if there is no need to wait
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
