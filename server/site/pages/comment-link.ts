import { findPlace } from '../../../routers/comments/place.ts';
import type { Thread } from '../../../routers/comments/thread.ts';
import type { Services } from '../../../routers/core/context.ts';
import type { Context } from '../../http/request-state.ts';
import { articlePath } from '../../process/paths.ts';
import { anonymousContext, countRead } from '../../http/request-context.ts';

/**
 * Redirects from the permanent URL of a comment to the page that shows it now, which changes as newer comments follow.
 *
 * @throws NOT_FOUND
 */
export async function answerCommentLink(services: Services, ctx: Context): Promise<void> {
  const { state, params } = ctx;
  const { id = '', commentId = '' } = params as { id?: string; commentId?: string };
  await countRead(services, state);
  const { thread, before } = await findPlace(anonymousContext(services, state, state.reply), id, commentId);
  if (thread.page) {
    ctx.status = 302;
    ctx.set('Cache-Control', 'no-store');
    ctx.res.setHeader('Location', `${thread.page.url}#${commentId}`);
    return;
  }
  const { path, parameter } = pageOf(thread);
  ctx.status = 302;
  ctx.set('Cache-Control', 'no-store');
  ctx.redirect(`${path}${before === undefined ? '' : `?${parameter}=${before}`}#${commentId}`);
}

/** The page of a thread, and its parameter with the cursor of older comments. */
function pageOf(thread: Thread): { path: string; parameter: string } {
  if (thread.section !== null) return { path: '/guestbook', parameter: thread.section };
  return { path: articlePath(thread), parameter: 'before' };
}
