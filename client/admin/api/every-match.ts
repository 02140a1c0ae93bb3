import type { BlogOutputs } from '../../api/types.ts';

type Answer = BlogOutputs['posts']['bulk'] | BlogOutputs['comments']['bulk'];

/** The number of posts or comments that a call changes. */
export const PER_CALL = 200;

/** The fields of a call beside its filter: the number of matches that are left, and the id after which they begin. */
export interface Next {
  expected: number;
  after?: string | undefined;
}

/**
 * Repeats a bulk call until it has reached everything that matches its filter, 200 in a call.
 *
 * @param first the fields of the first call: the number of matches that the screen shows; if it has changed, nothing
 *   happens
 * @param call sends one call, with these fields beside its filter
 * @returns each answer
 */
export async function* everyMatch(first: Next, call: (next: Next) => Promise<Answer>): AsyncGenerator<Answer> {
  for (let next = first; next.expected > 0;) {
    const answer = await call(next);
    next = { expected: answer.left ?? 0, after: answer.after };
    yield answer;
  }
}
