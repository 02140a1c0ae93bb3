import { kyselyOf } from '../../entities/kysely.ts';
import { PreviewLink } from '../../entities/preview-link.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { appError } from '../base/errors.ts';
import { peekPost } from '../posts/load.ts';
import { removeOne } from '../base/remove-one.ts';
import type { PreviewLinkShape } from './schemas.ts';

/**
 * The active preview links of a post, newest first. Links from before 2.16.0 are not listed.
 *
 * @throws NOT_FOUND
 */
export async function listPreviewLinks(ctx: CallContext, id: string): Promise<PreviewLinkShape[]> {
  const { key } = await peekPost(ctx.em, id);
  return kyselyOf(ctx.em)
    .selectFrom('preview_links')
    .select(['id', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('post_key', '=', key)
    .where('expires_at', '>', timestamp(ctx.clock))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Revokes a link of a post.
 *
 * @throws NOT_FOUND for an unknown post or link
 */
export async function revokePreviewLink(ctx: CallContext, id: string, linkId: string): Promise<void> {
  const { key } = await peekPost(ctx.em, id);
  await removeOne(ctx.em, PreviewLink, { id: linkId, post: key }, () =>
    appError('NOT_FOUND', 'This post has no preview link with this id.'),
  );
}
