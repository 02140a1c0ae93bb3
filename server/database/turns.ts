/** Milliseconds for which statements may hold the event loop before it turns. */
const SLICE = 10;

const waiting: (() => void)[] = [];
let sliceBegan = 0;
let isTurning = false;

/**
 * Lets the event loop turn when statements have held it for long: SQLite answers without waiting, so hundreds of requests
 * that arrive together would run to their end before a health check is even read. Those that wait go on one a turn.
 *
 * @returns null when there is no need to wait
 */
export function turnWhenDue(): Promise<void> | null {
  if (!isTurning) begin();
  if (waiting.length === 0 && performance.now() - sliceBegan < SLICE) return null;
  return new Promise((resolve) => waiting.push(resolve));
}

function begin(): void {
  isTurning = true;
  sliceBegan = performance.now();
  setImmediate(next);
}

function next(): void {
  const goOn = waiting.shift();
  if (!goOn) {
    isTurning = false;
    return;
  }
  begin();
  goOn();
}
