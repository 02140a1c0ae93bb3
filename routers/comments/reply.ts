import { Comment } from '../../entities/comment.ts';
import { Post } from '../../entities/post.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { commentNotFound } from '../errors.ts';
import { withoutIgnorable } from '../../shared/invisible.ts';
import { newId } from '../new-id.ts';
import { sha256 } from '../secrets.ts';
import { stateFor } from './moderate.ts';
import type { CommentShape, ReplyInput } from './schemas.ts';
import { approved, DEEPEST, flushUnique, shapeOfNew, textFields } from './submit.ts';

/** Code points that an author's name may have. */
const LONGEST_NAME = 80;

/**
 * Answers a comment as the owner of the site, also while comments are closed. Who is answered is approved by it.
 *
 * @throws NOT_FOUND, DUPLICATE_COMMENT
 */
export async function replyAsOwner(ctx: CallContext, { id, content }: ReplyInput): Promise<CommentShape> {
  const populate = ['post', 'parent.parent'] as const;
  const answered = await ctx.em.findOne(Comment, { id }, { populate });
  if (!answered) throw commentNotFound();
  const { author, title } = await ctx.settings.current();
  // Below the deepest level nothing can hang: such an answer stands beside what it answers.
  const parent = answered.depth < DEEPEST ? answered : answered.parent;
  // An answer that is shown below a comment that is not would hang in the air.
  for (const one of [answered, answered.parent, answered.parent?.parent])
    if (one) ctx.em.assign(one, stateFor('approved'));
  const reply = ctx.em.create(Comment, {
    id: newId('c', ctx.clock),
    post: answered.post && ctx.em.getReference(Post, answered.post.key),
    section: answered.section,
    parent: parent && ctx.em.getReference(Comment, parent.key),
    depth: Math.min(answered.depth + 1, DEEPEST),
    ...approved,
    owner: 1,
    createdAt: timestamp(ctx.clock),
    ...textFields(nameOf(author || title), content),
    // Owners may thank two people in the same words, but not one of them twice.
    digest: sha256(`owner\u0000${answered.id}\u0000${withoutIgnorable(content)}`),
  });
  await flushUnique(ctx);
  return shapeOfNew(reply, parent?.id ?? null, answered.section ?? answered.post?.slug ?? '');
}

/** The title of a site may be longer than a name. */
function nameOf(name: string): string {
  return Array.from(name).slice(0, LONGEST_NAME).join('');
}
