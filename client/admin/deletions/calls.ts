import type { BlogInputs, BlogOutputs } from '../../types.ts';
import { asBlogError } from '../api/as-blog-error.ts';
import { client } from '../api/api.ts';

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
 * Makes a call, repeatedly while a filter has matches left. What is gone already counts as deleted.
 *
 * @throws BlogError
 */
export async function deleteBy({ path, input }: DeletionCall): Promise<void> {
  try {
    let next: typeof input | undefined = input;
    while (next) {
      const answer = await client.mutation(path, next);
      next = followOn(next, answer as Partial<BlogOutputs['posts']['bulk']>);
    }
  } catch (error) {
    if (asBlogError(error).code !== 'NOT_FOUND') throw error;
  }
}

/** The input for the matches behind those of the last call. */
function followOn<I extends DeletionCall['input']>(
  input: I,
  { left = 0, after }: Partial<BlogOutputs['posts']['bulk']>,
): I | undefined {
  return 'expected' in input && left > 0 ? { ...input, expected: left, after } : undefined;
}
