import { setImmediate } from 'node:timers/promises';

import type { SqlEntityManager } from '@mikro-orm/sql';

import { FormerPostId } from '../../entities/former-post-id.ts';
import { Post } from '../../entities/post.ts';
import { Redirect } from '../../entities/redirect.ts';
import type { CallContext } from '../context.ts';
import { failureOf, appError, AppError } from '../errors.ts';
import { describeIssue } from '../issues.ts';
import { longTransaction } from '../long-transaction.ts';
import { COVER_WITH_PASSWORD, revealsPassword } from '../posts/cover.ts';
import { IV_BYTES, SALT_BYTES, TAG_BYTES } from '../posts/encryption.ts';
import { decryptText } from '../posts/encryption.ts';
import { encryptedOf, passwordOfPlainPost, protect } from '../posts/protection.ts';
import { changePost, freeSlug, insertPost, loadPost, type PostFields } from '../posts/store.ts';
import { emptyPost, plainFields } from '../posts/write.ts';
import { lockVersions } from '../sequence.ts';
import { publicationOf } from './publication.ts';
import { importItem, type ImportItem, type ImportResult } from './schemas.ts';

/**
 * Takes in posts from another blog: a source key that is known updates its post, another makes one. All of a call
 * are one transaction; a post that does not fit is refused by itself.
 *
 * @param dryRun tells what would happen and changes nothing
 * @returns one result for each post, in their order
 */
export async function importPosts(
  ctx: CallContext,
  { posts, dryRun }: { posts: unknown[]; dryRun: boolean },
): Promise<ImportResult[]> {
  const prepared: Prepared[] = [];
  for (const raw of posts) {
    prepared.push(await prepare(ctx, raw));
    await setImmediate();
  }

  const results: ImportResult[] = [];
  const work = async (tx: SqlEntityManager) => {
    await lockVersions(tx);
    for (const one of prepared) {
      results.push('outcome' in one ? one : await store(ctx, tx, one));
    }
    if (dryRun) throw new DryRun();
  };
  try {
    await longTransaction(ctx.em, work);
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  const sealed = prepared.some((one) => 'fields' in one && one.fields.protected === 1);
  if (sealed && !dryRun) await ctx.scrub();
  return results;
}

/** Thrown to roll back what a dry run did. */
class DryRun extends Error {}

type Fields = Partial<PostFields> & { title: string };
type Prepared = ImportResult | { item: ImportItem; fields: Fields };

/** Checks one post, and hashes what has to be hashed before the transaction begins. */
async function prepare(ctx: CallContext, raw: unknown): Promise<Prepared> {
  const parsed = importItem.safeParse(raw);
  if (!parsed.success)
    return refused(
      keyIn(raw),
      parsed.error.issues.map((issue) => describeIssue(issue).message),
    );
  const item = parsed.data;
  try {
    const content = item.enc ? encrypted(item.enc) : await contentOf(ctx, item);
    return { item, fields: { ...plainFields(item), title: item.title, ...content, sourceKey: item.sourceKey } };
  } catch (error) {
    const { status, body } = failureOf(error);
    if (status >= 500) throw error;
    return refused(item.sourceKey, [body.error]);
  }
}

/** The content columns; a protected post whose text and password are the same is not encrypted anew. */
async function contentOf(ctx: CallContext, item: ImportItem): Promise<Partial<PostFields>> {
  const { password, content = '' } = item;
  // An import never decrypts what is here.
  if (item.protected === 0 && password !== undefined) throw passwordOfPlainPost();
  const known = password === undefined ? null : await findKnown(ctx.em.fork(), item.sourceKey);
  if (password === undefined || known?.protected !== 1) return protect(ctx.encrypting, item);
  const same = await isSame(ctx, known, password, content);
  return same ? { protected: 1 } : protect(ctx.encrypting, item);
}

async function isSame(ctx: CallContext, known: Post, password: string, content: string): Promise<boolean> {
  try {
    return (await decryptText(ctx.encrypting, encryptedOf(known), password)) === content;
  } catch (error) {
    if (error instanceof AppError && error.reason === 'WRONG_POST_PASSWORD') return false;
    throw error;
  }
}

async function store(
  ctx: CallContext,
  tx: SqlEntityManager,
  { item, fields }: { item: ImportItem; fields: Fields },
): Promise<ImportResult> {
  const known = await findKnown(tx, item.sourceKey);
  if (known?.protected === 1 && fields.protected !== 1) {
    return refused(item.sourceKey, ['The post is protected here; make it a plain post first.']);
  }
  if (revealsPassword(item.cover, known ? [known.cover] : [])) return refused(item.sourceKey, [COVER_WITH_PASSWORD]);
  const { timeZone } = await ctx.settings.current();
  const { sourceState, note, ...publication } = publicationOf(item, known, { clock: ctx.clock, timeZone });
  const { status: _status, publishAt: _publishAt, ...others } = fields;
  const wanted = { ...others, ...publication };
  const post = known ?? (await add(ctx, tx, item, wanted));
  const changed =
    known !== null &&
    (await changePost(tx, ctx.clock, known, { ...wanted, sourceKey: known.sourceKey }, { silent: true }));
  tx.assign(post, { sourceState });
  const led = await leadHere(tx, post, item.aliases);
  const outcome = known === null ? 'new' : changed || led ? 'changed' : 'unchanged';
  return {
    sourceKey: item.sourceKey,
    outcome,
    id: post.slug,
    status: post.status,
    ...(note !== undefined && { note }),
  };
}

/**
 * The post that a source key means. An export calls a post that was written here, and so has no key,
 * `octavo:<id>@<created_at>`; the moment tells it from another post of the same id in another instance. It may have been
 * renamed since.
 */
async function findKnown(tx: SqlEntityManager, sourceKey: string): Promise<Post | null> {
  const known = await tx.findOne(Post, { sourceKey });
  const [, slug, createdAt] = /^octavo:(.+)@([^@]+)$/.exec(sourceKey) ?? [];
  if (known || slug === undefined || createdAt === undefined) return known;
  const written = { createdAt, sourceKey: null };
  const former = await tx.findOne(FormerPostId, { slug, post: written }, { populate: ['post'] });
  return former ? former.post : tx.findOne(Post, { slug, ...written });
}

/** Under the id that it had where it comes from, or the next that is free. */
async function add(ctx: CallContext, tx: SqlEntityManager, item: ImportItem, fields: Fields): Promise<Post> {
  const made = { ...emptyPost(ctx), ...fields, excerptMade: item.excerpt === undefined ? 1 : 0 };
  const id = item.id === undefined ? undefined : await freeSlug(tx, item.id);
  const { slug } = await insertPost(tx, ctx.clock, made, id, { silent: true });
  return loadPost(tx, slug);
}

/**
 * Keeps old paths as redirects. A path that leads to another post already stays with that one.
 *
 * @returns whether a redirect is new
 */
async function leadHere(tx: SqlEntityManager, post: Post, paths: string[]): Promise<boolean> {
  const wanted = [...new Set(paths.map(asPath))];
  if (wanted.length === 0) return false;
  const kept = await tx.find(Redirect, { path: { $in: wanted } });
  const missing = wanted.filter((path) => !kept.some((redirect) => redirect.path === path));
  for (const path of missing) tx.create(Redirect, { path, post });
  await tx.flush();
  return missing.length > 0;
}

/** `2024/02/04/name/` and `https://old.example/2024/02/04/name` as `/2024/02/04/name`. */
function asPath(alias: string): string {
  const path = URL.canParse(alias) ? new URL(alias).pathname : alias;
  return `/${path.replace(/^\/+|\/+$/g, '')}`;
}

function encrypted({ salt, iv, data }: { salt: string; iv: string; data: string }): Partial<PostFields> {
  if ([salt, iv, data].some((text) => !/^[A-Za-z0-9+/]+={0,2}$/.test(text))) {
    throw appError('BAD_REQUEST', '"enc" must hold salt, iv and data in base64.');
  }
  const bytes = (text: string) => Buffer.from(text, 'base64').length;
  if (bytes(salt) !== SALT_BYTES || bytes(iv) !== IV_BYTES || bytes(data) < TAG_BYTES) {
    throw appError('BAD_REQUEST', '"enc" must hold a salt of 16 bytes, an iv of 12 and data of 16 or more.');
  }
  return { content: '', protected: 1, encSalt: salt, encIv: iv, encData: data };
}

function refused(sourceKey: string, reasons: string[]): ImportResult {
  return { sourceKey, outcome: 'refused', reason: reasons.join(' ') };
}

function keyIn(raw: unknown): string {
  const key = typeof raw === 'object' && raw !== null && 'sourceKey' in raw ? raw.sourceKey : undefined;
  return typeof key === 'string' ? key : '';
}
