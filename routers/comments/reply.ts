import { Comment } from '../../entities/comment.ts';
import { Post } from '../../entities/post.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { commentNotFound } from '../base/errors.ts';
import { approveComments, recordCreated } from './announce.ts';
import { newId } from '../base/new-id.ts';
import { putReplyMails } from './replies/put.ts';
import { learnDecision } from './decide.ts';
import { lockComments } from './remove.ts';
import { replyDigest } from './reply-digest.ts';
import { visibleIds } from './seen.ts';
import type { CommentShape } from './answers.ts';
import type { ReplyInput } from './schemas.ts';
import { approvedState } from './initial-state.ts';
import { flushUnique, markdownFlag, shapeOfNew, textFields } from './submit.ts';
import { findThread, sections, MAX_DEPTH, type Thread } from './thread.ts';
import { truncate } from '../../shared/shorten.ts';
import { isThreadId } from '../../shared/thread-address.ts';

/** The maximum length of an author's name in code points. */
const MAX_NAME_LENGTH = 80;

/**
 * Replies to a comment as the owner of the site, even while comments are closed. The reply approves the comment.
 *
 * @throws NOT_FOUND, DUPLICATE_COMMENT
 */
export async function replyAsOwner(ctx: CallContext, { id, content }: ReplyInput): Promise<CommentShape> {
  const populate = ['post', 'parent.parent'] as const;
  const target = await ctx.em.findOne(Comment, { id }, { populate });
  if (!target || (await visibleIds(ctx, ctx.em, [id])).length === 0) throw commentNotFound();
  const { author, title } = await ctx.settings.current();
  const markdown = await markdownFlag(ctx);
  // A reply to the deepest level becomes a sibling of the comment.
  const parent = target.depth < MAX_DEPTH ? target : target.parent;
  const thread = await findCommentThread(ctx, target);
  return ctx.em.fork().transactional(async (tx) => {
    // A visible reply needs visible ancestors.
    const above = [target, target.parent, target.parent?.parent].flatMap((one) => one?.id ?? []);
    await lockComments(tx, above);
    await approveComments(tx, ctx.clock, above);
    await learnDecision(tx, above, 'good');
    const reply = tx.create(Comment, {
      id: newId('c', ctx.clock),
      post: target.post && tx.getReference(Post, target.post.key),
      section: target.section,
      parent: parent && tx.getReference(Comment, parent.key),
      depth: Math.min(target.depth + 1, MAX_DEPTH),
      ...approvedState,
      owner: 1,
      createdAt: timestamp(ctx.clock),
      ...textFields(shortenName(author || title), content),
      markdown,
      digest: replyDigest(target.id, content),
    });
    const shape = shapeOfNew(reply, parent?.id ?? null, thread);
    recordCreated(tx, ctx.clock, { ...shape, post_title: thread.title, heldBecause: null }, null);
    await flushUnique(tx);
    // The writer of a comment beside the reply is not found by its event.
    if (parent !== target && target.email != null && target.emailLanguage != null && ctx.policy.offersMail) {
      await putReplyMails(tx, ctx.clock, reply, [{ id: target.id, email: target.email }]);
    }
    return shape;
  });
}

async function findCommentThread(
  ctx: CallContext,
  { section, post }: Comment,
): Promise<Pick<Thread, 'id' | 'title' | 'page'>> {
  if (section) return { id: section, title: sections[section] };
  const { slug: id = '', title = '' } = post ?? {};
  return isThreadId(id) ? findThread(ctx, id) : { id, title };
}

/** The title of the site may be longer than a name. */
function shortenName(name: string): string {
  return truncate(name, MAX_NAME_LENGTH);
}
