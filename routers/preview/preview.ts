import { kyselyOf } from '../../entities/kysely.ts';
import { PreviewLink } from '../../entities/preview-link.ts';
import type { CallContext } from '../core/context.ts';
import { appError } from '../base/errors.ts';
import { newId } from '../base/new-id.ts';
import { postByKey, type FullDetail } from '../posts/read.ts';
import { loadPost } from '../posts/load.ts';
import { secretKey } from '../base/secret-keys.ts';
import type { LinkInput } from './schemas.ts';
import { signPreview, verifyPreview } from './token.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Creates a link under which a post can be read before it is published, and deletes the rows of expired links.
 *
 * @returns the absolute URL of the page, its token, and when it expires
 * @throws NOT_FOUND
 */
export async function linkPreview(ctx: CallContext, { id, days }: LinkInput) {
  const { siteUrl, previewDays } = await ctx.settings.current();
  const key = await previewKey(ctx);
  const now = ctx.clock.now();
  const [createdAt, expires] = [new Date(now).toISOString(), now + (days ?? previewDays) * DAY];
  const expiresAt = new Date(expires).toISOString();
  const linkId = newId('l', ctx.clock);
  const post = await ctx.em.fork().transactional(async (tx) => {
    const post = await loadPost(tx, id);
    await tx.nativeDelete(PreviewLink, { expiresAt: { $lte: createdAt } });
    tx.create(PreviewLink, { id: linkId, post, createdAt, expiresAt });
    return post;
  });
  const token = signPreview({ postKey: post.key, expires, linkId }, key);
  const base = siteUrl === '' ? ctx.request.ownOrigin : siteUrl;
  return { url: `${base}/preview/${token}`, token, expiresAt };
}

/**
 * The post of a preview token, published or not. Does not count a view.
 *
 * @throws PREVIEW_INVALID for every token that is invalid, expired, revoked, or of a deleted post
 */
export async function readPreview(ctx: CallContext, token: string): Promise<FullDetail> {
  const claim = verifyPreview(token, await previewKey(ctx));
  if (!claim || claim.expires <= ctx.clock.now()) throw appError('PREVIEW_INVALID');
  if (claim.linkId !== null && !(await isKept(ctx, claim.linkId))) throw appError('PREVIEW_INVALID');
  const post = await postByKey(ctx.em, claim.postKey);
  if (!post) throw appError('PREVIEW_INVALID');
  return post;
}

async function isKept(ctx: CallContext, id: string): Promise<boolean> {
  const links = kyselyOf(ctx.em).selectFrom('preview_links').select('id').where('id', '=', id);
  return (await links.executeTakeFirst()) !== undefined;
}

function previewKey(ctx: CallContext): Promise<string> {
  return secretKey(ctx.em, ctx.clock, 'preview');
}
