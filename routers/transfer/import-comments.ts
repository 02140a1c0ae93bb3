import type { SqlEntityManager } from '@mikro-orm/sql';

import { canonicalId } from '../../shared/post-id.ts';
import { FormerPostId } from '../../entities/former-post-id.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { Redirect } from '../../entities/redirect.ts';
import { isWithdrawn } from '../../shared/withdrawn.ts';
import { timestamp } from '../base/clock.ts';
import { beginThread } from '../comments/begin-thread.ts';
import { pageIfKnown, type Page } from '../comments/page.ts';
import { insertForeignComment, type Place } from '../comments/insert-row.ts';
import { textFields } from '../comments/submit.ts';
import { MAX_DEPTH } from '../comments/thread.ts';
import { isSection } from '../comments/thread.ts';
import type { CallContext } from '../core/context.ts';
import { recordTag } from '../data/record.ts';
import { describeIssue } from '../base/issues.ts';
import { newId } from '../base/new-id.ts';
import { isOutsideTrash } from '../posts/visible.ts';
import { findKnown, findKnownComments, readSourceKey, type KnownComment } from './known.ts';
import { asPath } from './paths.ts';
import { importComment as schema, type ImportComment, type ImportCommentResult } from './schemas.ts';

/** The data that the comments of a call refer to, read with a few statements for all of them. */
interface Stored {
  known: Map<string, KnownComment>;
  /** By the references that comments have; null if there is no such post, and a page whose thread does not exist yet. */
  places: Map<string, Place | ThreadPage | null>;
}

/** A page of a comment site, and the id of its thread. */
type ThreadPage = Page & { id: string };
type Pages = ReadonlyMap<string, ThreadPage>;

/** The pages of comment sites to which comments refer by URL, found before a transaction begins. */
export async function findPages(ctx: CallContext, comments: unknown[]): Promise<Pages> {
  const pages = new Map<string, ThreadPage>();
  for (const comment of comments) {
    const post = typeof comment === 'object' && comment !== null && 'post' in comment ? comment.post : undefined;
    if (typeof post !== 'string' || !/^https?:/i.test(post) || pages.has(post)) continue;
    const page = await pageIfKnown(ctx, post);
    if (page) pages.set(post, page);
  }
  return pages;
}

/**
 * Imports comments of another blog, and announces them to nobody. A known one stays as it is, because the owner may
 * have moderated it since. A reply to the deepest level becomes a reply to the comment above its parent. An invalid one
 * is refused individually.
 *
 * @param pages of comment sites, see `findPages`
 * @returns one result for each, in order
 */
export async function importComments(
  ctx: CallContext,
  tx: SqlEntityManager,
  comments: unknown[],
  pages: Pages,
): Promise<ImportCommentResult[]> {
  const parsed = comments.map((raw) => ({ raw, ...schema.safeParse(raw) }));
  const stored = await loadStored(
    tx,
    pages,
    parsed.flatMap(({ data }) => data ?? []),
  );
  const results: ImportCommentResult[] = [];
  for (const { raw, data, error } of parsed) {
    const reason = error?.issues.map((issue) => describeIssue(issue).message).join(' ');
    results.push(data ? await importOne(ctx, tx, data, stored) : refuse(readSourceKey(raw), reason ?? ''));
  }
  return results;
}

async function importOne(
  ctx: CallContext,
  tx: SqlEntityManager,
  item: ImportComment,
  stored: Stored,
): Promise<ImportCommentResult> {
  const { sourceKey } = item;
  if (stored.known.has(sourceKey)) return { sourceKey, outcome: 'unchanged' };
  const found = stored.places.get(item.post);
  if (!found) return refuse(sourceKey, noPost(item.post));
  const place = 'site' in found ? await beginPlace(ctx, tx, found, item.title) : found;
  stored.places.set(item.post, place);
  const parent = item.parent === undefined ? undefined : stored.known.get(item.parent);
  const isInThread = parent && parent.postKey === place.postKey && parent.section === place.section;
  if (item.parent !== undefined && !isInThread) {
    return refuse(sourceKey, `Its post has no comment with the source key "${item.parent}".`);
  }
  stored.known.set(sourceKey, await insert(ctx, tx, { item, place, parent }));
  return { sourceKey, outcome: 'new' };
}

interface New {
  item: ImportComment;
  place: Place;
  parent: KnownComment | undefined;
}

async function insert(ctx: CallContext, tx: SqlEntityManager, { item, place, parent }: New): Promise<KnownComment> {
  const { digest, ...fields } = textFields(item.author, item.content);
  const now = timestamp(ctx.clock);
  const { created_at: written, status } = item;
  const isTooDeep = parent !== undefined && parent.depth >= MAX_DEPTH;
  const position = {
    ...place,
    parentKey: (isTooDeep ? parent.parentKey : parent?.key) ?? null,
    depth: isTooDeep ? MAX_DEPTH : (parent?.depth ?? 0) + 1,
  };
  const key = await insertForeignComment(tx, {
    ...fields,
    markdown: item.markdown ? 1 : 0,
    ...position,
    digest: isWithdrawn(item) ? null : digest,
    id: newId('c', ctx.clock),
    status,
    heldBecause: status === 'pending' ? 'moderation' : null,
    verdict: null,
    owner: item.owner ? 1 : 0,
    createdAt: written != null && written < now ? written : now,
    receiptHash: null,
    sourceKey: item.sourceKey,
    // Without a language: nothing is mailed to it.
    email: item.email ?? null,
  });
  if (status === 'pending') recordTag(tx, 'moderation');
  return { key, ...position };
}

/** The place of the first comment on a page, which begins its thread. */
async function beginPlace(ctx: CallContext, tx: SqlEntityManager, page: ThreadPage, title: string): Promise<Place> {
  const postKey = await beginThread(ctx, tx, { id: page.id, title: title || page.url, page });
  return { postKey, section: null };
}

function noPost(reference: string): string {
  const isUrl = /^https?:/i.test(reference);
  return isUrl
    ? `No post has the former path of ${reference}, and its site is not one of the comment sites: add it in the settings.`
    : `No post has the source key, the id or the former path "${reference}".`;
}

async function loadStored(tx: SqlEntityManager, pages: Pages, items: ImportComment[]): Promise<Stored> {
  const stored: Stored = { known: new Map(), places: new Map() };
  if (items.length === 0) return stored;
  const keys = items.flatMap(({ sourceKey, parent }) => (parent === undefined ? [sourceKey] : [sourceKey, parent]));
  stored.known = await findKnownComments(tx, [...new Set(keys)]);
  stored.places = await findPlaces(tx, pages, [...new Set(items.map(({ post }) => post))]);
  return stored;
}

async function findPlaces(tx: SqlEntityManager, pages: Pages, references: string[]): Promise<Stored['places']> {
  const posts = await kyselyOf(tx)
    .selectFrom('posts')
    .select(['key', 'source_key'])
    .where('source_key', 'in', references)
    .where(isOutsideTrash)
    .execute();
  const keys = new Map(posts.map(({ key, source_key }) => [source_key, key]));
  const places: Stored['places'] = new Map();
  for (const reference of references) {
    const page = pages.get(reference);
    if (page) {
      const thread = await findBySlug(tx, page.id);
      places.set(reference, thread ? { postKey: thread.key, section: null } : page);
      continue;
    }
    const postKey = isSection(reference) ? null : (keys.get(reference) ?? (await findPost(tx, reference)));
    const ofPost = postKey === null ? null : ({ postKey, section: null } as const);
    places.set(reference, isSection(reference) ? { postKey: null, section: reference } : ofPost);
  }
  return places;
}

/** The key of the post with a source key of an export, a former path, an id or a former id. */
async function findPost(tx: SqlEntityManager, reference: string): Promise<number | null> {
  const known = await findKnown(tx, reference);
  if (known) return known.trashUntil === null ? known.key : null;
  const path = asPath(reference);
  const redirect = await tx.findOne(Redirect, { path });
  if (redirect) return redirect.post.key;
  const [, id = reference] = /^\/posts\/([^/]+)$/.exec(path) ?? [];
  const slug = canonicalId(id);
  const current = await findBySlug(tx, slug);
  if (current) return current.key;
  const former = await tx.findOne(FormerPostId, { slug });
  return former?.post.key ?? null;
}

function findBySlug(tx: SqlEntityManager, slug: string): Promise<{ key: number } | undefined> {
  return kyselyOf(tx)
    .selectFrom('posts')
    .select('key')
    .where('slug', '=', slug)
    .where(isOutsideTrash)
    .executeTakeFirst();
}

function refuse(sourceKey: string, reason: string): ImportCommentResult {
  return { sourceKey, outcome: 'refused', reason };
}
