import type { CallContext } from '../core/context.ts';
import { fieldError } from '../base/errors.ts';
import { peekPost } from '../posts/load.ts';
import { composePost, mailedPost } from './compose.ts';
import type { MailPreviewShape } from './schemas.ts';

/**
 * The mail of a post in the language of the site, also of a draft, as a subscriber would get it; its link to unsubscribe
 * is nobody's.
 *
 * @throws NOT_FOUND, BAD_REQUEST without the address of the site, SERVICE_UNAVAILABLE
 */
export async function previewMailing(ctx: CallContext, slug: string): Promise<MailPreviewShape> {
  const { key } = await peekPost(ctx.em, slug, 'post');
  const settings = await ctx.settings.current();
  const post = await mailedPost(ctx, key, { showsHidden: true });
  if (!post) throw fieldError('siteUrl', 'Set the site address in Settings first.');
  const unsubscribe = `${settings.siteUrl}/mail/unsubscribe/preview`;
  const texts = await ctx.renderMail(settings, composePost(settings, post, settings.language, unsubscribe));
  return { ...texts, preview: post.excerpt, bytes: Buffer.byteLength(texts.html) };
}
