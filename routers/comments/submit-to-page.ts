import { isNotFound } from '../base/errors.ts';
import { limits } from '../base/limits.ts';
import type { CallContext } from '../core/context.ts';
import type { Page } from './page.ts';
import type { CommentShape } from './answers.ts';
import type { SubmitInput } from './schemas.ts';
import { countSuccess, storeComment } from './submit.ts';
import { findThread } from './thread.ts';

/** How often a comment is stored while its thread is removed. */
const ATTEMPTS = 3;

/**
 * Stores a visitor's comment on a page of another site, whose thread begins with its first comment.
 *
 * @param page with the id of its thread
 * @param title of the page
 * @throws as `submitComment`, but not NOT_FOUND; ORIGIN_NOT_ALLOWED
 */
export async function submitToPage(
  ctx: CallContext,
  input: SubmitInput,
  page: Page & { id: string },
  title: string,
): Promise<{ comment: CommentShape; receipt: string }> {
  const { id, url, site } = page;
  const submitOnce = async () => {
    const thread = await findThread(ctx, id);
    return storeComment(ctx, input, thread.page ? thread : { ...thread, title: title || url, page: { url, site } });
  };
  return countSuccess(ctx, limits.comments, async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await submitOnce();
      } catch (error) {
        // The last comment was deleted at the same time, and the thread with it: it begins again.
        if (!isNotFound(error) || input.parentId !== undefined || attempt === ATTEMPTS) throw error;
      }
    }
  });
}
