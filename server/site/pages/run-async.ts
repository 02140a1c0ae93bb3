import { turnWhenDue } from '../../process/turns.ts';

/** Steps between two checks of the clock: a hundred take about 0.1 ms. */
const STEPS_PER_CHECK = 100;

/**
 * Runs a generator of LiquidJS, which may yield generators, as `toValueSync` does, but yields to the event loop: a page
 * with hundreds of comments takes 50 ms and more.
 *
 * @param main a render in sync mode, without promises
 */
export async function runAsync(main: Running): Promise<unknown> {
  const stack = [main];
  let value: unknown;
  let error: { thrown: unknown } | null = null;
  for (let steps = 1; stack.length > 0; steps++) {
    if (steps % STEPS_PER_CHECK === 0) await turnWhenDue();
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
