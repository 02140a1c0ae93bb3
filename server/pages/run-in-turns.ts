import { turnWhenDue } from '../turns.ts';

/** Steps between two looks at the clock: a hundred of them take about a tenth of a millisecond. */
const STEPS = 100;

/**
 * Runs one of LiquidJS's generators, whose values may be generators, as its own `toValueSync` does, except that the event
 * loop turns on the way: a page with hundreds of comments takes 50 ms and more.
 *
 * @param main a render in sync mode, in which no value is a promise
 */
export async function runInTurns(main: Running): Promise<unknown> {
  const stack = [main];
  let value: unknown;
  let error: { thrown: unknown } | null = null;
  for (let steps = 1; stack.length > 0; steps++) {
    if (steps % STEPS === 0) await turnWhenDue();
    const running = stack.at(-1)!;
    try {
      const result = error ? running.throw(error.thrown) : running.next(value);
      error = null;
      value = result.value;
      if (result.done === true) stack.pop();
      if (isRunning(value)) {
        stack.push(value);
        value = undefined;
      }
    } catch (thrown) {
      stack.pop();
      error = { thrown };
    }
  }
  if (error) throw error.thrown;
  return value;
}

type Running = Iterator<unknown, unknown, unknown> & Required<Pick<Iterator<unknown>, 'throw'>>;

function isRunning(value: unknown): value is Running {
  return typeof value === 'object' && value !== null && 'next' in value && 'throw' in value;
}
