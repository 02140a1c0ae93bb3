import type { Post, PostKind } from '../../entities/post.ts';
import { today } from '../clock.ts';
import { emptyFields, type FieldValues } from '../../shared/field-values.ts';
import { fieldNames } from '../../shared/post-fields.ts';
import type { CallContext } from '../context.ts';
import { wishMailing } from '../mailings/start.ts';
import { longTransaction, transactionOf } from '../long-transaction.ts';
import type { CreatePageInput, UpdatePageInput } from '../pages/schemas.ts';
import { checkVersion } from '../precondition.ts';
import { lockVersions } from '../sequence.ts';
import { autosaverOf, checkAutosave, checkAutosaved } from './autosave.ts';
import { storedFields } from './columns.ts';
import { checkCover } from './cover.ts';
import { dayFor } from './day.ts';
import { idFollowing } from './follow-title.ts';
import { protect } from './protection.ts';
import { removePosts } from './remove.ts';
import type { CreateInput, UpdateInput } from './schemas.ts';
import { changePost, insertPost, loadPost, peekPost, type PostFields } from './store.ts';

/**
 * Lengths of text from which a write is a long transaction: with 100,000 posts, replacing the words of 2,600 characters
 * takes SQLite 20 ms, because it overwrites the old ones; adding new ones takes much less.
 */
const LONG = { new: 30_000, changed: 3000 };

/** The input for a post, or for a page, which ignores date and mailing. */
type NewInput = Partial<Pick<CreateInput, 'date' | 'notifySubscribers'>> & CreatePageInput;
type ChangeInput = Partial<Pick<UpdateInput, 'date' | 'notifySubscribers'>> & UpdatePageInput;

interface Written {
  id: string;
  version: number;
}

/**
 * Creates a post or a page.
 *
 * @throws POST_EXISTS, BAD_REQUEST (protected without a password)
 */
export async function createPost(ctx: CallContext, input: NewInput, kind: PostKind = 'post'): Promise<Written> {
  checkCover(input.cover, []);
  const protection = await protect(ctx.encrypting, input);
  const fields = { ...emptyPost(ctx), ...writtenFields(input), ...(await dayOf(ctx, input)), ...protection, kind };
  if (input.excerpt !== undefined) fields.excerptMade = 0;
  const isLong = fields.content.length > LONG.new;
  const post = await transactionOf(ctx.em, isLong, async (tx) => {
    const inserted = await insertPost(tx, ctx.clock, fields, input.id);
    await wishMailing(ctx, tx, inserted.slug, input.notifySubscribers);
    return inserted;
  });
  return { id: post.slug, version: post.version };
}

/**
 * Updates the given fields.
 *
 * @throws NOT_FOUND, PRECONDITION_FAILED, BAD_REQUEST, WRONG_POST_PASSWORD
 */
export async function updatePost(ctx: CallContext, input: ChangeInput, kind: PostKind = 'post'): Promise<Written> {
  if (input.autosave) checkAutosave(ctx, input);
  for (;;) {
    const written = await tryUpdate(ctx, input, kind);
    if (written) return written;
  }
}

/**
 * Deletes a post or a page and, by foreign keys, its dependent rows.
 *
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function deletePost(
  ctx: CallContext,
  id: string,
  ifVersion: number | undefined,
  kind: PostKind = 'post',
): Promise<string> {
  const slug = await longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    const post = await loadPost(tx, id, kind);
    checkVersion(ctx, ifVersion, post.version);
    await removePosts(tx, ctx.clock, [post.key]);
    return post.slug;
  });
  await ctx.scrub();
  return slug;
}

/**
 * Hashing runs outside the transaction, so the content is computed from the post as read. Returns null if the post was
 * changed in the meantime, and the caller retries.
 */
async function tryUpdate(ctx: CallContext, input: ChangeInput, kind: PostKind): Promise<Written | null> {
  const seen = await peekPost(ctx.em.fork(), input.id, kind);
  checkCover(input.cover, [seen.cover]);
  checkVersion(ctx, input.ifVersion, seen.version);
  if (input.autosave) checkAutosaved(seen);
  const changes = {
    ...writtenFields(input),
    ...(await dayOf(ctx, input, seen)),
    ...(await protect(ctx.encrypting, input, seen)),
  };

  const isLong = Math.max(seen.content.length, changes.content?.length ?? 0) > LONG.changed;
  const written = await transactionOf(ctx.em, isLong, async (tx) => {
    await lockVersions(tx);
    const post = await loadPost(tx, input.id, kind);
    checkVersion(ctx, input.ifVersion, post.version);
    if (post.version !== seen.version) return null;
    const autosave = input.autosave && {
      autosaver: autosaverOf(ctx),
      slug: await idFollowing(tx, post, changes.title),
    };
    await changePost(tx, ctx.clock, post, changes, autosave || {});
    await wishMailing(ctx, tx, post.slug, input.notifySubscribers);
    return { id: post.slug, version: post.version };
  });
  if (written && changes.protected === 1) await ctx.scrub();
  return written;
}

/** The date follows the publish time, unless one is given. */
async function dayOf(ctx: CallContext, { publishAt, date }: Pick<UpdateInput, 'publishAt' | 'date'>, stored?: Post) {
  if (publishAt === undefined || date !== undefined) return {};
  const { timeZone } = await ctx.settings.current();
  return dayFor({ clock: ctx.clock, timeZone }, publishAt, stored);
}

/** The defaults of a new post. */
export function emptyPost(ctx: CallContext): PostFields {
  const { tags, ...fields } = emptyFields(today(ctx.clock));
  const plain = { encSalt: null, encIv: null, encData: null };
  const ofPages = { kind: 'post', allowComments: 0 } as const;
  return { ...fields, tags: JSON.stringify(tags), ...plain, ...ofPages, excerptMade: 1, sourceKey: null };
}

function writtenFields(input: NewInput | ChangeInput): Partial<PostFields> {
  const { allowComments } = input;
  return { ...plainFields(input), ...(allowComments !== undefined && { allowComments }) };
}

/** All fields except those that `protect` computes. */
const plainNames = fieldNames.filter((name) => name !== 'content' && name !== 'protected');

/** The columns of the given fields, except content and protection, which `protect` computes. */
export function plainFields(input: Partial<Pick<FieldValues, (typeof plainNames)[number]>>): Partial<PostFields> {
  return storedFields(input, plainNames);
}
