import { setImmediate } from 'node:timers/promises';

import type { PostKind } from '../../entities/post.ts';
import type { CallContext } from '../core/context.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import type { ListedPost } from './answers.ts';
import type { ListInput } from './schemas.ts';
import { toEncrypted } from './summary.ts';
import { seenAt, viewFor } from './visible.ts';

/** The maximum page size with texts: for visitors, and for sessions and API keys. */
const MAX_TEXTS = { public: 25, known: 100 };

/** Whether the posts of a list include their texts. */
export function includesTexts({ include = [] }: Pick<ListInput, 'include'>): boolean {
  return include.includes('content') || include.includes('html');
}

/** The size of a page, which is smaller with texts. */
export function listSize(ctx: CallContext, input: ListInput): number {
  if (!includesTexts(input)) return input.pageSize;
  const isKnown = ctx.caller !== null && !ctx.caller.mustChange;
  return Math.min(input.pageSize, isKnown ? MAX_TEXTS.known : MAX_TEXTS.public);
}

/** Adds the fields of `include` to posts. One more statement. */
export async function withIncluded(
  ctx: CallContext,
  posts: ListedPost[],
  { include = [] }: Pick<ListInput, 'include'>,
): Promise<ListedPost[]> {
  if (include.length === 0 || posts.length === 0) return posts;
  const rows = await texts(ctx.em, { slugs: posts.map(({ id }) => id), ...viewFor(ctx) });
  const byId = new Map(rows.map((row) => [row.slug, row]));
  const complete: ListedPost[] = [];
  for (const post of posts) {
    const row = byId.get(post.id);
    // It was deleted or hidden after the first statement.
    if (!row) continue;
    complete.push({
      ...post,
      ...(include.includes('content') && { content: row.content, enc: toEncrypted(row) }),
      ...(include.includes('html') && { html: await renderedHtml(ctx, { id: post.id, ...row }) }),
      ...(include.includes('comments') && { comments: row.comments ?? 0 }),
    });
    if (include.includes('html')) await setImmediate();
  }
  return complete;
}

/** The HTML of a post or page on the site, with absolute URLs; "" for a protected one. */
export async function renderedHtml(
  ctx: CallContext,
  post: { id: string; kind?: PostKind; content: string; protected: number },
): Promise<string> {
  if (post.protected === 1) return '';
  const { siteUrl } = await ctx.settings.current();
  return ctx.renderPost(post, siteUrl || ctx.request.ownOrigin, ctx.reply);
}

const texts = prepareQuery((db, { slugs, now }: { slugs: string[]; now: string | undefined }) =>
  db
    .selectFrom('posts')
    .leftJoin('post_scores', 'post_scores.post_key', 'posts.key')
    .select(['posts.slug', 'posts.content', 'posts.protected', 'posts.enc_salt', 'posts.enc_iv', 'posts.enc_data'])
    .select('post_scores.comments')
    .where('posts.slug', 'in', slugs)
    .where(seenAt(now)),
);
