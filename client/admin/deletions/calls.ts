import type { BlogInputs, BlogOutputs } from '../../types.ts';
import { asBlogError } from '../api/as-blog-error.ts';
import { client } from '../api/api.ts';
import { everyMatch, type Next } from '../api/every-match.ts';

type BulkAnswer = BlogOutputs['posts']['bulk'];

/** The procedures that delete something. */
interface Inputs {
  'posts.delete': BlogInputs['posts']['delete'];
  'posts.bulk': BlogInputs['posts']['bulk'];
  'pages.delete': BlogInputs['pages']['delete'];
  'media.delete': BlogInputs['media']['delete'];
  'taxonomy.delete': BlogInputs['taxonomy']['delete'];
  'subscribers.remove': BlogInputs['subscribers']['remove'];
  'comments.bulk': BlogInputs['comments']['bulk'];
}

/** A call that deletes something. */
export type DeletionCall = { [P in keyof Inputs]: { path: P; input: Inputs[P] } }[keyof Inputs];

/**
 * Makes a call, repeatedly while a filter has matches left. If the object no longer exists, the call counts as
 * successful.
 *
 * @throws BlogError
 */
export async function deleteBy({ path, input }: DeletionCall): Promise<void> {
  try {
    if (!('filter' in input) || input.expected === undefined) return void (await client.mutation(path, input));
    const send = (next: Next) => client.mutation(path, { ...input, ...next }) as Promise<BulkAnswer>;
    // The answers only contain the fields of the next call.
    for await (const _ of everyMatch(input.expected, send));
  } catch (error) {
    if (asBlogError(error).code !== 'NOT_FOUND') throw error;
  }
}
