import type { BlogOutputs } from '../../types.ts';

type Answer = BlogOutputs['posts']['bulk'] | BlogOutputs['comments']['bulk'];

/** The fields of a call beside its filter: the number of matches that are left, and the id after which they begin. */
export interface Next {
  expected: number;
  after?: string | undefined;
}

/**
 * Repeats a bulk call until it has reached everything that matches its filter, 200 in a call.
 *
 * @param expected the number of matches that the screen shows; if it has changed, nothing happens
 * @param call sends one call, with these fields beside its filter
 * @returns each answer
 */
export async function* everyMatch(expected: number, call: (next: Next) => Promise<Answer>): AsyncGenerator<Answer> {
  let answer: Answer | undefined;
  for (let left = expected; left > 0; left = answer.left ?? 0) {
    answer = await call({ expected: left, after: answer?.after });
    yield answer;
  }
}
