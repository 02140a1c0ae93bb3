import type { BlogInputs, BlogOutputs } from '../../api/types.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { client } from '../api/api.ts';
import { everyMatch, PER_CALL, type Next } from '../api/every-match.ts';

type BulkAnswer = BlogOutputs['posts']['bulk'];

/** The procedures that delete something. */
interface Inputs {
  'posts.delete': BlogInputs['posts']['delete'];
  'posts.bulk': BlogInputs['posts']['bulk'];
  'pages.delete': BlogInputs['pages']['delete'];
  'trash.delete': BlogInputs['trash']['delete'];
  'media.delete': BlogInputs['media']['delete'];
  'taxonomy.delete': BlogInputs['taxonomy']['delete'];
  'redirects.remove': BlogInputs['redirects']['remove'];
  'subscribers.remove': BlogInputs['subscribers']['remove'];
  'comments.bulk': BlogInputs['comments']['bulk'];
}

/** A call that deletes something. */
export type DeletionCall = { [P in keyof Inputs]: { path: P; input: Inputs[P] } }[keyof Inputs];

interface Attempt {
  /** Whether an earlier attempt may have been carried out although it had no response. */
  isRetry?: boolean;
  /** Called after each answer with what is left of the call. */
  progress?: (rest: DeletionCall) => Promise<void>;
}

/**
 * Makes a call, repeatedly while a filter has matches left. If the object no longer exists, the call counts as
 * successful.
 *
 * @throws BlogError
 */
export async function deleteBy({ path, input }: DeletionCall, { isRetry, progress }: Attempt = {}): Promise<void> {
  try {
    if (!('filter' in input) || input.expected === undefined) return void (await client.mutation(path, input));
    const first: Next = { expected: input.expected, after: input.after };
    const send = (next: Next) => client.mutation(path, { ...input, ...next }) as Promise<BulkAnswer>;
    const call = (next: Next) => (isRetry && next === first ? sendAgain(next, send) : send(next));
    for await (const answer of everyMatch(first, call)) {
      await progress?.({ path, input: { ...input, expected: answer.left, after: answer.after } } as DeletionCall);
    }
  } catch (error) {
    if (asBlogError(error).code !== 'NOT_FOUND') throw error;
  }
}

/** Repeats a call. If it was carried out before, as many fewer match. */
async function sendAgain(next: Next, send: (next: Next) => Promise<BulkAnswer>): Promise<BulkAnswer> {
  try {
    return await send(next);
  } catch (error) {
    if (asBlogError(error).code !== 'PRECONDITION_FAILED') throw error;
    return send({ ...next, expected: Math.max(0, next.expected - PER_CALL) });
  }
}
