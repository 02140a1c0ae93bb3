import type { SqlEntityManager } from '@mikro-orm/sql';

import { Comment, type Section } from '../../entities/comment.ts';
import { FormerPostId } from '../../entities/former-post-id.ts';
import { Post } from '../../entities/post.ts';
import { Redirect } from '../../entities/redirect.ts';
import { isWithdrawn } from '../../shared/withdrawn.ts';
import { timestamp } from '../clock.ts';
import { MAX_DEPTH, textFields } from '../comments/submit.ts';
import { isSection } from '../comments/thread.ts';
import type { CallContext } from '../context.ts';
import { recordTag } from '../events/record.ts';
import { describeIssue } from '../issues.ts';
import { newId } from '../new-id.ts';
import { slugIn } from '../posts/store.ts';
import { findKnown, findKnownComment, keyIn } from './known.ts';
import { asPath } from './paths.ts';
import { importComment as schema, type ImportComment, type ImportCommentResult } from './schemas.ts';

/**
 * Imports a comment of another blog, and announces it to nobody. A known one stays as it is, because the owner may have
 * moderated it since. A reply to the deepest level becomes a reply to the comment above its parent.
 */
export async function importComment(
  ctx: CallContext,
  tx: SqlEntityManager,
  raw: unknown,
): Promise<ImportCommentResult> {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    return refused(keyIn(raw), parsed.error.issues.map((issue) => describeIssue(issue).message).join(' '));
  }
  const item = parsed.data;
  if (await findKnownComment(tx, item.sourceKey)) {
    return { sourceKey: item.sourceKey, outcome: 'unchanged' };
  }
  const section = isSection(item.post) ? item.post : null;
  const post = section === null ? await findPost(tx, item.post) : null;
  if (section === null && !post)
    return refused(item.sourceKey, `No post has the source key, the id or the former path "${item.post}".`);
  const parent = item.parent === undefined ? null : await findParent(tx, { post, section }, item.parent);
  if (item.parent !== undefined && !parent) {
    return refused(item.sourceKey, `Its post has no comment with the source key "${item.parent}".`);
  }
  await insert(ctx, tx, { item, post, section, parent });
  return { sourceKey: item.sourceKey, outcome: 'new' };
}

/** Where comments are: a post, or a section of the guestbook. */
interface Place {
  post: Post | null;
  section: Section | null;
}

async function insert(
  ctx: CallContext,
  tx: SqlEntityManager,
  { item, post, section, parent }: Place & { item: ImportComment; parent: Comment | null },
): Promise<void> {
  const { digest, ...texts } = textFields(item.author, item.content);
  const double = await tx.findOne(Comment, { post, section, digest });
  const now = timestamp(ctx.clock);
  const { created_at: written } = item;
  tx.create(Comment, {
    ...texts,
    // Other systems accept the same comment twice.
    digest: double || isWithdrawn(item) ? null : digest,
    id: newId('c', ctx.clock),
    post,
    section,
    parent,
    depth: parent ? parent.depth + 1 : 1,
    status: item.status,
    heldBecause: item.status === 'pending' ? 'moderation' : null,
    likes: 0,
    pinned: 0,
    featured: 0,
    owner: item.owner ? 1 : 0,
    createdAt: written != null && written < now ? written : now,
    receiptHash: null,
    sourceKey: item.sourceKey,
  });
  await tx.flush();
  if (item.status === 'pending') recordTag(tx, 'moderation');
}

async function findPost(tx: SqlEntityManager, reference: string): Promise<Post | null> {
  const known = await findKnown(tx, reference);
  if (known) return known;
  const path = asPath(reference);
  const redirect = await tx.findOne(Redirect, { path }, { populate: ['post'] });
  if (redirect) return redirect.post;
  const [, id = reference] = /^\/posts\/([^/]+)$/.exec(path) ?? [];
  const slug = slugIn(id);
  const current = await tx.findOne(Post, { slug });
  if (current) return current;
  const former = await tx.findOne(FormerPostId, { slug }, { populate: ['post'] });
  return former?.post ?? null;
}

/** The comment that a reply belongs below: its parent, or the one above if replies to the parent are too deep. */
async function findParent(tx: SqlEntityManager, { post, section }: Place, sourceKey: string): Promise<Comment | null> {
  const parent = await findKnownComment(tx, sourceKey);
  if (parent?.post !== post || parent.section !== section) return null;
  return parent.depth >= MAX_DEPTH ? (parent.parent ?? null) : parent;
}

function refused(sourceKey: string, reason: string): ImportCommentResult {
  return { sourceKey, outcome: 'refused', reason };
}
