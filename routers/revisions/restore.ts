import type { InferEntity } from '@mikro-orm/core';

import { Revision } from '../../entities/revision.ts';
import { pick } from '../../shared/pick.ts';
import { fieldsWith } from '../../shared/post-fields.ts';
import type { CallContext } from '../core/context.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { checkVersion } from '../core/precondition.ts';
import { loadPost } from '../posts/load.ts';
import { changePost, type PostFields } from '../posts/store.ts';
import { lockVersions } from '../data/sequence.ts';
import { revisionNotFound } from './read.ts';
import type { RestoreInput } from './schemas.ts';

const restored = fieldsWith('restored', true);

/**
 * Restores the text and the fields of a version as a new version. Status, publish time and pinning stay unchanged.
 *
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function restoreRevision(
  ctx: CallContext,
  { id, version, ifVersion }: RestoreInput,
): Promise<{ id: string; version: number }> {
  const post = await longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    const found = await loadPost(tx, id);
    checkVersion(ctx, ifVersion, found.version);
    const revision = await tx.findOne(Revision, { version, post: found });
    if (!revision && version !== found.version) throw revisionNotFound();
    if (revision) await changePost(tx, ctx.clock, found, revisionFields(revision));
    return found;
  });
  if (post.protected === 1) await ctx.scrub();
  return { id: post.slug, version: post.version };
}

function revisionFields(revision: InferEntity<typeof Revision>): Partial<PostFields> {
  const { excerpt, ...others } = pick(revision, [...restored, 'excerptMade', 'encSalt', 'encIv', 'encData']);
  // A generated excerpt is generated again.
  return { ...others, ...(others.excerptMade === 0 && { excerpt }) };
}
