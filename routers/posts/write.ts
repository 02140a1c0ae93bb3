import type { Post } from '../../entities/post.ts';
import { today } from '../clock.ts';
import { emptyFields, type FieldValues } from '../../shared/field-values.ts';
import { fieldNames } from '../../shared/post-fields.ts';
import type { CallContext } from '../context.ts';
import { longTransaction, transactionOf } from '../long-transaction.ts';
import { checkVersion } from '../precondition.ts';
import { lockVersions } from '../sequence.ts';
import { storedFields } from './columns.ts';
import { checkCover } from './cover.ts';
import { dayFor } from './day.ts';
import { protect } from './protection.ts';
import { removePosts } from './remove.ts';
import type { CreateInput, UpdateInput } from './schemas.ts';
import { changePost, insertPost, loadPost, peekPost, type PostFields } from './store.ts';

/**
 * Characters of a text beyond which a write is a long one: among 100,000 posts, putting the words of 2,600 characters in
 * place of others takes SQLite 20 ms, since it wipes the old ones; adding new ones takes much less.
 */
const LONG = { new: 30_000, changed: 3000 };

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
  const isLong = fields.content.length > LONG.new;
  const post = await transactionOf(ctx.em, isLong, (tx) => insertPost(tx, ctx.clock, fields, input.id));
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
  const slug = await longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    const post = await loadPost(tx, id);
    checkVersion(ctx, ifVersion, post.version);
    await removePosts(tx, ctx.clock, [post.key]);
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

  const isLong = Math.max(seen.content.length, changes.content?.length ?? 0) > LONG.changed;
  const written = await transactionOf(ctx.em, isLong, async (tx) => {
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

/** A new post before its author fills it in. */
export function emptyPost(ctx: CallContext): PostFields {
  const { tags, ...fields } = emptyFields(today(ctx.clock));
  const plain = { encSalt: null, encIv: null, encData: null };
  return { ...fields, tags: JSON.stringify(tags), ...plain, excerptMade: 1, sourceKey: null };
}

/** All fields but those that `protect` works out. */
const plainNames = fieldNames.filter((name) => name !== 'content' && name !== 'protected');

/** The columns of the fields that are given; `protect` works out content and protection. */
export function plainFields(input: Partial<Pick<FieldValues, (typeof plainNames)[number]>>): Partial<PostFields> {
  return storedFields(input, plainNames);
}
