import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { Post } from '../../entities/post.ts';
import { WorkingCopy } from '../../entities/working-copy.ts';
import { inChunks } from '../../shared/chunks.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { recordTag } from '../data/record.ts';
import { changePost } from '../posts/store.ts';
import { timeAfter } from '../working-copies/working-copies.ts';
import type { ReplacedTexts } from './prepared-texts.ts';
import { replaceUrl, type Replacement } from '../data/files/targets.ts';

/** The replacements of the URLs of a file. */
export interface Rewriting {
  texts: ReplacedTexts;
  replacement: Replacement;
}

/** The fields of a post or a working copy with URLs of files. */
interface Texts {
  content?: string;
  cover?: string;
  shareImage?: string;
}

/** Posts that are loaded at a time. */
const BATCH = 20;

/**
 * Replaces URLs in all posts that use them, and in their working copies. Each is an ordinary change of its post.
 *
 * @param tx with the lock of the version counter
 * @returns the number of posts that were changed, or whose working copies were
 */
export async function rewriteAll(
  ctx: CallContext,
  tx: SqlEntityManager,
  targets: readonly string[],
  rewriting: Rewriting,
): Promise<number> {
  const uses = kyselyOf(tx).selectFrom('media_uses').select('post_key').distinct().where('target', 'in', targets);
  const keys = (await uses.orderBy('post_key').execute()).map(({ post_key }) => post_key);
  let changed = 0;
  for (const batch of inChunks(keys, BATCH)) {
    tx.clear();
    // In a fixed order, so that concurrent writers do not deadlock.
    const orderBy = { key: 'asc' } as const;
    const posts = await tx.find(Post, { key: { $in: batch } }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy });
    const copies = await tx.find(WorkingCopy, { post: { key: { $in: batch } } });
    for (const post of posts) {
      const copy = copies.find((one) => one.post.key === post.key);
      if (await rewrite(ctx, tx, post, copy, rewriting)) changed += 1;
    }
  }
  tx.clear();
  return changed;
}

async function rewrite(
  { clock }: CallContext,
  tx: SqlEntityManager,
  post: Post,
  copy: WorkingCopy | undefined,
  { texts, replacement }: Rewriting,
): Promise<boolean> {
  const { version } = post;
  const replaceUrls = async ({ content, cover, shareImage }: Texts) => ({
    ...(content && { content: await texts.of(content) }),
    ...(cover && { cover: replaceUrl(cover, replacement) }),
    ...(shareImage && { shareImage: replaceUrl(shareImage, replacement) }),
  });
  const isChanged = await changePost(tx, clock, post, await replaceUrls(post));
  if (!copy) return isChanged;
  const fields = JSON.parse(copy.fields) as Texts;
  const written = JSON.stringify({ ...fields, ...(await replaceUrls(fields)) });
  const isCopyChanged = written !== JSON.stringify(fields);
  if (isCopyChanged) tx.assign(copy, { fields: written, savedAt: timeAfter(copy.savedAt, timestamp(clock)) });
  // It can still be published: it contains the same change.
  if (copy.baseVersion === version) tx.assign(copy, { baseVersion: post.version });
  await tx.flush();
  recordTag(tx, `copy:${post.slug}`);
  return isChanged || isCopyChanged;
}
