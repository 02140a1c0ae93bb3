import { createHmac } from 'node:crypto';

import type { CallContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { postByKey } from '../posts/read.ts';
import type { PostDetail } from '../posts/answers.ts';
import { peekPost } from '../posts/store.ts';
import { secretKey } from '../secret-keys.ts';
import { sameSecret } from '../secrets.ts';
import type { LinkInput } from './schemas.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Signs a link under which a post can be read before it is published.
 *
 * @returns the page's absolute address, the token in it, and when it ends
 * @throws NOT_FOUND
 */
export async function linkPreview(ctx: CallContext, { id, days }: LinkInput) {
  const post = await peekPost(ctx.em, id);
  const { siteUrl, previewDays } = await ctx.settings.current();
  const expires = ctx.clock.now() + (days ?? previewDays) * DAY;
  const claim = `${post.key.toString(36)}.${expires.toString(36)}`;
  const token = `${claim}.${await sign(ctx, claim)}`;
  const base = siteUrl === '' ? ctx.request.ownOrigin : siteUrl;
  return { url: `${base}/preview/${token}`, token, expiresAt: new Date(expires).toISOString() };
}

/**
 * The post that a preview token shows, published or not. It is not counted as read.
 *
 * @throws PREVIEW_INVALID, the same for every token that is bad, over, or of a post that is gone
 */
export async function readPreview(ctx: CallContext, token: string): Promise<PostDetail> {
  const [, claim, key, expires, signature] = /^(([0-9a-z]{1,8})\.([0-9a-z]{1,10}))\.([\w-]{43})$/.exec(token) ?? [];
  if (claim === undefined || key === undefined || expires === undefined || signature === undefined) throw invalid();
  if (!sameSecret(signature, await sign(ctx, claim))) throw invalid();
  if (Number.parseInt(expires, 36) <= ctx.clock.now()) throw invalid();
  const post = await postByKey(ctx.em, Number.parseInt(key, 36));
  if (!post) throw invalid();
  return post;
}

/** HMAC-SHA256 over the internal key of the post, which is never used again, and the end of the link. */
async function sign(ctx: CallContext, claim: string): Promise<string> {
  return createHmac('sha256', await secretKey(ctx.em, ctx.clock, 'preview'))
    .update(claim)
    .digest('base64url');
}

function invalid() {
  return refuse('PREVIEW_INVALID');
}
