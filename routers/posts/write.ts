import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { canonicalId } from '../../shared/post-id.ts';
import type { Post, PostKind } from '../../entities/post.ts';
import { noteObject } from '../data/audit.ts';
import { today } from '../base/clock.ts';
import { emptyFields, type FieldValues } from '../../shared/field-values.ts';
import { fieldNames } from '../../shared/post-fields.ts';
import type { CallContext } from '../core/context.ts';
import { wishMailing } from './mailing/start.ts';
import { longTransaction, transactionOf } from '../data/long-transaction.ts';
import type { CreatePageInput, UpdatePageInput } from './page-schemas.ts';
import { checkVersion } from '../core/precondition.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { lockVersions } from '../data/sequence.ts';
import { autosaverName, checkAutosave, checkAutosaved } from './autosave.ts';
import { checkByline } from './bylines.ts';
import { storedFields } from './columns.ts';
import { checkCover } from './cover.ts';
import { dayFor } from './day.ts';
import { idFollowing } from './follow-title.ts';
import { withKeysFor, withPostKeys, type PostKeys } from './post-keys.ts';
import { protect } from './protection.ts';
import { findWords } from './index/post-index.ts';
import { removePosts } from './remove.ts';
import type { CreateInput, UpdateInput } from './schemas.ts';
import { loadPost } from './load.ts';
import { changePost, insertPost, type PostFields } from './store.ts';

/** The length of a text from which its write is a long transaction: replacing its words takes SQLite about 3 ms. */
const LONG = 30_000;

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
  const protection = await withPostKeys(ctx.encrypting, (keys) => protect(keys, input));
  const fields = {
    ...emptyPost(ctx),
    ...writtenFields(input, kind),
    ...(await publicationDay(ctx, input)),
    ...protection,
    kind,
  };
  if (input.excerpt !== undefined) fields.excerptMade = 0;
  const isLong = fields.content.length > LONG;
  const post = await transactionOf(ctx.em, isLong, async (tx) => {
    const words = await findWords(fields.content);
    await checkByline(tx, input);
    const inserted = await insertPost(tx, ctx.clock, fields, input.id, { words });
    noteObject(inserted.slug);
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
  const { id, password, content = '' } = input;
  const isLong = content.length > LONG || (await isStoredTextLong(ctx, id));
  const write = (keys: PostKeys) => transactionOf(ctx.em, isLong, (tx) => update(ctx, tx, keys, input, kind));
  const run = password === undefined ? withPostKeys : withKeysFor(id);
  const { isNewlyEncrypted, ...written } = await run(ctx.encrypting, write);
  if (isNewlyEncrypted) await ctx.scrub();
  return written;
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
 * Everything is read under the lock of the version counter, so concurrent updates follow one another. What takes time and
 * needs nothing of the post comes before.
 */
async function update(
  ctx: CallContext,
  tx: SqlEntityManager,
  keys: PostKeys,
  input: ChangeInput,
  kind: PostKind,
): Promise<Written & { isNewlyEncrypted: boolean }> {
  const words = input.content === undefined ? undefined : await findWords(input.content);
  await lockVersions(tx);
  const post = await loadPost(tx, input.id, kind);
  checkCover(input.cover, [post.cover]);
  checkVersion(ctx, input.ifVersion, post.version);
  if (input.autosave) checkAutosaved(post);
  await checkByline(tx, input, post);
  const changes = {
    ...writtenFields(input, kind),
    ...(await publicationDay(ctx, input, post)),
    ...protect(keys, input, post),
  };
  const autosave = input.autosave && {
    autosaver: autosaverName(ctx),
    slug: await idFollowing(tx, post, changes.title),
  };
  await changePost(tx, ctx.clock, post, changes, { ...autosave, words });
  await wishMailing(ctx, tx, post.slug, input.notifySubscribers);
  return { id: post.slug, version: post.version, isNewlyEncrypted: changes.protected === 1 };
}

/** Decides only where the transaction runs; PostgreSQL does not block the event loop. */
async function isStoredTextLong({ em }: CallContext, id: string): Promise<boolean> {
  if (!(em.getPlatform() instanceof SqlitePlatform)) return false;
  const [post] = await sizeOfText(em, { slug: canonicalId(id) });
  return post !== undefined && post.size > LONG;
}

/** In bytes, which needs no reading of the text. */
const sizeOfText = prepareQuery((db, { slug }: { slug: string }) =>
  db
    .selectFrom('posts')
    .select(sql<number>`octet_length(content)`.as('size'))
    .where('slug', '=', slug),
);

/** The date follows the publish time, unless one is given. */
async function publicationDay(
  ctx: CallContext,
  { publishAt, date }: Pick<UpdateInput, 'publishAt' | 'date'>,
  stored?: Post,
) {
  if (publishAt === undefined || date !== undefined) return {};
  const { timeZone } = await ctx.settings.current();
  return dayFor({ clock: ctx.clock, timeZone }, publishAt, stored);
}

/** The defaults of a new post. */
export function emptyPost(ctx: CallContext): PostFields {
  const { tags, authors, ...fields } = emptyFields(today(ctx.clock));
  const lists = { tags: JSON.stringify(tags), authors: JSON.stringify(authors) };
  const plain = { encSalt: null, encIv: null, encData: null };
  const ofPages = { kind: 'post', allowComments: 0, commentsClosed: 0 } as const;
  return { ...fields, ...lists, ...plain, ...ofPages, excerptMade: 1, sourceKey: null };
}

function writtenFields(input: NewInput | ChangeInput, kind: PostKind): Partial<PostFields> {
  return { ...plainFields(input), ...takesCommentsFields(kind, input.allowComments) };
}

/** The column that says whether a post or page takes comments. */
function takesCommentsFields(kind: PostKind, allowComments: 0 | 1 | undefined): Partial<PostFields> {
  if (allowComments === undefined) return {};
  return kind === 'page' ? { allowComments } : { commentsClosed: allowComments === 1 ? 0 : 1 };
}

/** All fields except those that `protect` computes. */
const plainNames = fieldNames.filter((name) => name !== 'content' && name !== 'protected');

/** The columns of the given fields, except content and protection, which `protect` computes. */
export function plainFields(input: Partial<Pick<FieldValues, (typeof plainNames)[number]>>): Partial<PostFields> {
  return storedFields(input, plainNames);
}
