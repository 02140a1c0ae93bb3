import type { Post } from '../../entities/post.ts';
import { today } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { checkVersion } from '../precondition.ts';
import { lockVersions } from '../sequence.ts';
import { checkCover } from './cover.ts';
import { dayFor } from './day.ts';
import { protect } from './protection.ts';
import { removePosts } from './remove.ts';
import type { CreateInput, UpdateInput } from './schemas.ts';
import { changePost, insertPost, loadPost, peekPost, type PostFields } from './store.ts';

interface Written {
  id: string;
  version: number;
}

/**
 * Adds a post.
 *
 * @throws POST_EXISTS, BAD_REQUEST (protected without a password)
 */
export async function createPost(ctx: CallContext, input: CreateInput): Promise<Written> {
  checkCover(input.cover, []);
  const protection = await protect(ctx.encrypting, input);
  const fields = { ...emptyPost(ctx), ...plainFields(input), ...(await dayOf(ctx, input)), ...protection };
  if (input.excerpt !== undefined) fields.excerptMade = 0;
  const post = await ctx.em.transactional((tx) => insertPost(tx, ctx.clock, fields, input.id));
  return { id: post.slug, version: post.version };
}

/**
 * Changes the fields that are given.
 *
 * @throws NOT_FOUND, PRECONDITION_FAILED, BAD_REQUEST, WRONG_POST_PASSWORD
 */
export async function updatePost(ctx: CallContext, input: UpdateInput): Promise<Written> {
  for (;;) {
    const written = await tryUpdate(ctx, input);
    if (written) return written;
  }
}

/**
 * Deletes a post and, by the foreign keys of the database, everything that hangs on it.
 *
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function deletePost(ctx: CallContext, id: string, ifVersion: number | undefined): Promise<string> {
  const slug = await ctx.em.transactional(async (tx) => {
    await lockVersions(tx);
    const post = await loadPost(tx, id);
    checkVersion(ctx, ifVersion, post.version);
    await removePosts(tx, [post.key]);
    return post.slug;
  });
  await ctx.scrub();
  return slug;
}

/**
 * Hashing takes its time outside the transaction, so the content is worked out from the post as it was read; null
 * when somebody else changed it meanwhile, and the caller starts anew.
 */
async function tryUpdate(ctx: CallContext, input: UpdateInput): Promise<Written | null> {
  const seen = await peekPost(ctx.em.fork(), input.id);
  checkCover(input.cover, [seen.cover]);
  checkVersion(ctx, input.ifVersion, seen.version);
  const changes = {
    ...plainFields(input),
    ...(await dayOf(ctx, input, seen)),
    ...(await protect(ctx.encrypting, input, seen)),
  };

  const written = await ctx.em.fork().transactional(async (tx) => {
    await lockVersions(tx);
    const post = await loadPost(tx, input.id);
    checkVersion(ctx, input.ifVersion, post.version);
    if (post.version !== seen.version) return null;
    await changePost(tx, ctx.clock, post, changes);
    return { id: post.slug, version: post.version };
  });
  if (written && changes.protected === 1) await ctx.scrub();
  return written;
}

/** Unless a day is given, it follows the time of publication. */
async function dayOf(ctx: CallContext, { publishAt, date }: Pick<UpdateInput, 'publishAt' | 'date'>, stored?: Post) {
  if (publishAt === undefined || date !== undefined) return {};
  const { timeZone } = await ctx.settings.current();
  return dayFor({ clock: ctx.clock, timeZone }, publishAt, stored);
}

/** A new post before its writer said anything. */
export function emptyPost(ctx: CallContext): PostFields {
  return {
    title: '',
    date: today(ctx.clock),
    excerpt: '',
    excerptMade: 1,
    cover: '',
    category: '',
    tags: '[]',
    pinned: 0,
    protected: 0,
    status: 'published',
    publishAt: null,
    content: '',
    encSalt: null,
    encIv: null,
    encData: null,
    sourceKey: null,
  };
}

/** The columns that an input decides, content and protection aside. */
export function plainFields(input: Omit<CreateInput, 'title'> & { title?: string | undefined }): Partial<PostFields> {
  const { title, date, excerpt, cover, category, tags, pinned, status, publishAt } = input;
  return {
    ...(title !== undefined && { title }),
    ...(date !== undefined && { date }),
    ...(excerpt !== undefined && { excerpt }),
    ...(cover !== undefined && { cover }),
    ...(category !== undefined && { category }),
    ...(tags !== undefined && { tags: JSON.stringify(tags) }),
    ...(pinned !== undefined && { pinned }),
    ...(status !== undefined && { status }),
    ...(publishAt !== undefined && { publishAt }),
  };
}
