import { setImmediate } from 'node:timers/promises';

import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Post } from '../../entities/post.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { toFailure, appError, AppError } from '../base/errors.ts';
import { describeIssue } from '../base/issues.ts';
import { dropDeed } from '../data/audit.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { checkAuthor } from '../posts/bylines.ts';
import { disclosureBy } from '../posts/cover.ts';
import { decryptText, encryptText, IV_BYTES, TAG_BYTES, type Encrypted } from '../posts/encryption.ts';
import { freeSlug, takenIdFinder } from '../posts/ids.ts';
import { SALT_BYTES, withPostKeys, type PostKeys } from '../posts/post-keys.ts';
import { encryptedColumns, encryptedText, passwordOfPlainPost, protect } from '../posts/protection.ts';
import { changePost, insertPost, type PostFields, type SourceTimes } from '../posts/store.ts';
import { emptyPost, plainFields } from '../posts/write.ts';
import { lockVersions } from '../data/sequence.ts';
import { bylineOfItem } from './byline.ts';
import { findAllKnown, findKnown, readSourceKey } from './known.ts';
import { importedPublication } from './publication.ts';
import { importComments, findPages } from './import-comments.ts';
import { addRedirects, countRedirects, type Stored } from './redirects.ts';
import { importItem, type ImportCommentResult, type ImportItem, type ImportResult } from './schemas.ts';

/**
 * Imports posts and comments from another blog: a known source key updates its post, others create one. All of a call
 * is written in one transaction; an invalid post or comment is rejected individually.
 *
 * @param dryRun reports the results without changes
 * @returns one result per post and per comment, in order
 */
export async function importAll(
  ctx: CallContext,
  { posts, comments, dryRun }: { posts: unknown[]; comments: unknown[]; dryRun: boolean },
): Promise<{ results: ImportResult[]; comments: ImportCommentResult[] }> {
  const prepared: Prepared[] = [];
  for (const raw of posts) {
    prepared.push(await prepare(ctx, raw));
    await setImmediate();
  }

  const pages = await findPages(ctx, comments);
  const results: ImportResult[] = [];
  const commentResults: ImportCommentResult[] = [];
  const work = async (tx: SqlEntityManager) => {
    await lockVersions(tx);
    const keys = prepared.flatMap((one) => ('item' in one ? [one.item.sourceKey] : []));
    const known = await findAllKnown(tx, keys);
    const done = new Set<string>();
    for (const one of prepared) {
      if ('outcome' in one) {
        results.push(one);
        continue;
      }
      const { sourceKey } = one.item;
      // The same key may be twice in a call.
      const post = done.has(sourceKey) ? await findKnown(tx, sourceKey) : known.get(sourceKey);
      results.push(await store(ctx, tx, one, post ?? null));
      done.add(sourceKey);
    }
    await tx.flush();
    commentResults.push(...(await importComments(ctx, tx, comments, pages)));
    if (![...results, ...commentResults].some(({ outcome }) => outcome === 'new' || outcome === 'changed')) dropDeed();
    if (dryRun) throw new DryRun();
  };
  try {
    await longTransaction(ctx.em, work);
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  const sealed = prepared.some((one) => 'fields' in one && one.fields.protected === 1);
  if (sealed && !dryRun) await ctx.scrub();
  return { results, comments: commentResults };
}

/** Thrown to roll back a dry run. */
class DryRun extends Error {}

type Fields = Partial<PostFields> & { title: string };
type Prepared = ImportResult | Valid;

interface Valid {
  item: ImportItem;
  fields: Fields;
  /** The stored text, encrypted, that is the same: if it is still stored, it is not encrypted again. */
  same: string | null;
}

/** Validates a post, and hashes its password before the transaction begins. */
async function prepare(ctx: CallContext, raw: unknown): Promise<Prepared> {
  const parsed = importItem.safeParse(raw);
  if (!parsed.success)
    return refuse(
      readSourceKey(raw),
      parsed.error.issues.map((issue) => describeIssue(issue).message),
    );
  const { date, ...dateless } = parsed.data;
  const item = dateless.kind === 'page' || date === undefined ? dateless : { ...dateless, date };
  try {
    const { content, same } = item.enc
      ? { content: readEncrypted(item.enc), same: null }
      : await contentColumns(ctx, item);
    const { title, sourceKey, allowComments, commentsClosed } = item;
    const { authors: _authors, ...plain } = item;
    if (!item.authors?.length) checkAuthor(item.author);
    return {
      item,
      fields: {
        ...plainFields(plain),
        title,
        ...content,
        sourceKey,
        ...(allowComments !== undefined && { allowComments }),
        ...(item.kind === 'post' && commentsClosed !== undefined && { commentsClosed }),
      },
      same,
    };
  } catch (error) {
    const { status, body } = toFailure(error);
    if (status >= 500) throw error;
    return refuse(item.sourceKey, [body.error]);
  }
}

/** The content columns, and which stored text is the same, with the same password. */
async function contentColumns(
  ctx: CallContext,
  item: ImportItem,
): Promise<{ content: Partial<PostFields>; same: string | null }> {
  const { password, content = '' } = item;
  // An import never decrypts stored posts.
  if (item.protected === 0 && password !== undefined) throw passwordOfPlainPost();
  const known = password === undefined ? null : await findKnown(ctx.em.fork(), item.sourceKey);
  return withPostKeys(ctx.encrypting, (keys) => {
    const stored = known?.protected === 1 ? encryptedText(known) : null;
    if (password === undefined || !stored || !isSame(keys, stored, password, content)) {
      return { content: protect(keys, item), same: null };
    }
    // The key of its salt is known. The post may be another one by the time it is written.
    const again = encryptText(keys, content, password, Buffer.from(stored.salt, 'base64'));
    return { content: encryptedColumns(again), same: stored.data };
  });
}

function isSame(keys: PostKeys, stored: Encrypted, password: string, content: string): boolean {
  try {
    return decryptText(keys, stored, password) === content;
  } catch (error) {
    if (error instanceof AppError && error.reason === 'WRONG_POST_PASSWORD') return false;
    throw error;
  }
}

async function store(
  ctx: CallContext,
  tx: SqlEntityManager,
  { item, fields, same }: Valid,
  known: Post | null,
): Promise<ImportResult> {
  const { sourceKey } = item;
  if (known !== null && known.trashUntil !== null) {
    return refuse(sourceKey, ['The post is in the trash here; restore it, or delete it for ever.']);
  }
  if (known?.protected === 1 && fields.protected !== 1) {
    return refuse(sourceKey, ['The post is protected here; make it a plain post first.']);
  }
  const problem = disclosureBy(item.cover, known ? [known.cover] : []);
  if (problem !== null) return refuse(sourceKey, [problem]);
  const { timeZone } = await ctx.settings.current();
  const { sourceState, note, ...publication } = importedPublication(item, known, { clock: ctx.clock, timeZone });
  const { status: _status, publishAt: _publishAt, ...others } = fields;
  const isKept = known?.protected === 1 && known.encData === same;
  const byline = await bylineOfItem(tx, item);
  const imported = { ...others, ...byline, ...(isKept && encryptedColumns(encryptedText(known))), ...publication };
  const options = { silent: true, times: timesOf(ctx, item, known) };
  const result = async (outcome: ImportResult['outcome'], post: Stored): Promise<ImportResult> => ({
    sourceKey,
    outcome,
    id: post.slug,
    status: post.status,
    ...(await countRedirects(ctx, tx, post, item.aliases)),
    ...(note !== undefined && { note }),
  });
  if (known === null) {
    const { kind, excerpt } = item;
    const made = { ...emptyPost(ctx), ...imported, kind, excerptMade: excerpt === undefined ? 1 : 0, sourceState };
    // Its id in the source, or the next free one.
    const id = item.id === undefined ? undefined : await freeSlug(tx, item.id, takenIdFinder(kind));
    const { key, slug } = await insertPost(tx, ctx.clock, made, id, options);
    await addRedirects(tx, key, item.aliases);
    return result('new', { ...made, key, slug });
  }
  const changed = await changePost(tx, ctx.clock, known, { ...imported, sourceKey: known.sourceKey }, options);
  tx.assign(known, { sourceState });
  const redirected = await addRedirects(tx, known.key, item.aliases);
  return result(changed || redirected ? 'changed' : 'unchanged', known);
}

/**
 * The times that a source declares; none is later than now, and no change earlier than the creation. In place of a later
 * one, a post keeps the time that it has.
 */
function timesOf(
  { clock }: CallContext,
  { created_at: created, updated_at: updated }: ImportItem,
  known: Pick<Post, 'createdAt' | 'updatedAt'> | null,
): SourceTimes | undefined {
  if (created == null) return undefined;
  const now = timestamp(clock);
  const createdAt = created < now ? created : (known?.createdAt ?? now);
  const updatedAt = updated == null ? createdAt : updated < now ? updated : (known?.updatedAt ?? now);
  return { createdAt, updatedAt: updatedAt > createdAt ? updatedAt : createdAt };
}

/**
 * The content columns of a text that is encrypted already.
 *
 * @throws BAD_REQUEST
 */
export function readEncrypted({ salt, iv, data }: { salt: string; iv: string; data: string }) {
  if ([salt, iv, data].some((text) => !/^[A-Za-z0-9+/]+={0,2}$/.test(text))) {
    throw appError('BAD_REQUEST', '"enc" must contain salt, iv and data in base64.');
  }
  const bytes = (text: string) => Buffer.from(text, 'base64').length;
  if (bytes(salt) !== SALT_BYTES || bytes(iv) !== IV_BYTES || bytes(data) < TAG_BYTES) {
    throw appError(
      'BAD_REQUEST',
      '"enc" must contain a salt of 16 bytes, an iv of 12 bytes and at least 16 bytes of data.',
    );
  }
  return { content: '', protected: 1, encSalt: salt, encIv: iv, encData: data } as const;
}

function refuse(sourceKey: string, reasons: string[]): ImportResult {
  return { sourceKey, outcome: 'refused', reason: reasons.join(' ') };
}
