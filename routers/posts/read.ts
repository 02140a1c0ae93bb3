import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely, Selectable } from 'kysely';

import { canonicalId } from '../../shared/post-id.ts';
import type { Tables } from '../../entities/index.ts';
import type { PostKind } from '../../entities/post.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { fieldNames } from '../../shared/post-fields.ts';
import type { CallContext } from '../core/context.ts';
import { pageNotFound, postNotFound } from '../base/errors.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import type { PostDetail } from './answers.ts';
import { rowFields, postFieldColumns } from './columns.ts';
import { toEncrypted } from './summary.ts';
import { isOutsideTrash, ofKind, seenAt, viewFor } from './visible.ts';

type Row = Selectable<Tables['posts']>;

const detailColumns = [
  'posts.slug',
  ...postFieldColumns(fieldNames),
  'posts.enc_salt',
  'posts.enc_iv',
  'posts.enc_data',
  'posts.kind',
  'posts.allow_comments',
  'posts.comments_closed',
  'posts.version',
  'posts.created_at',
  'posts.updated_at',
  'post_counters.views',
  'post_counters.likes',
] as const;

type Wanted = { slug: string; now: string | undefined; kind: PostKind };

const detail = prepareQuery((db, { slug, now, kind }: Wanted) =>
  detailsOf(db).where('posts.slug', '=', slug).where('posts.kind', '=', kind).where(seenAt(now, 'any')),
);

const detailByKey = prepareQuery((db, { key }: { key: number }) =>
  detailsOf(db).where('posts.key', '=', key).where(isOutsideTrash),
);

const seen = prepareQuery((db, { slug, now }: { slug: string; now: string | undefined }) =>
  db
    .selectFrom('posts')
    .leftJoin('post_scores', 'post_scores.post_key', 'posts.key')
    .select(['posts.key', 'posts.slug', 'posts.kind', 'posts.allow_comments', 'posts.title', 'post_scores.comments'])
    .select(['posts.comments_closed', 'posts.date', 'posts.publish_at', 'posts.public_since', 'posts.source_key'])
    .where('posts.slug', '=', slug)
    .where(seenAt(now, 'any')),
);

/**
 * One post, if the caller may see it.
 *
 * @throws NOT_FOUND
 */
export async function getPost(ctx: CallContext, id: string): Promise<PostDetail> {
  const [row] = await detail(ctx.em, { slug: canonicalId(id), kind: 'post', ...viewFor(ctx) });
  if (!row) throw postNotFound();
  return toDetail(row);
}

/**
 * One page, if the caller may see it. Its date has no meaning.
 *
 * @throws NOT_FOUND
 */
export async function getPage(ctx: CallContext, id: string): Promise<FullDetail> {
  const [row] = await detail(ctx.em, { slug: canonicalId(id), kind: 'page', ...viewFor(ctx) });
  if (!row) throw pageNotFound();
  return toFullDetail(row);
}

interface Seen {
  key: number;
  slug: string;
  kind: PostKind;
  title: string;
  comments: number;
  /** Whether it shows no comments, as pages do not by default. */
  isHidden: boolean;
  /** Whether it takes no new comments by its own setting. */
  isClosed: boolean;
  /** Since when a post is public, in UTC; the day of its date if it was imported. */
  publishedAt: string;
}

/**
 * Key, slug and title of a post or page that the caller may see, and the number of its approved comments.
 *
 * @throws NOT_FOUND
 */
export async function findSeen(ctx: CallContext, id: string): Promise<Seen> {
  const [row] = await seen(ctx.em, { slug: canonicalId(id), ...viewFor(ctx) });
  if (!row) throw postNotFound();
  const { key, slug, kind, title, source_key: source, public_since: since } = row;
  const isHidden = kind === 'page' && row.allow_comments === 0;
  const publishedAt = (source === null ? since : null) ?? row.publish_at ?? row.date;
  const isClosed = isHidden || row.comments_closed === 1;
  return { key, slug, kind, title, comments: row.comments ?? 0, isHidden, isClosed, publishedAt };
}

/** The post or page with this internal key, public or not; null if it does not exist, or is in the trash. */
export async function postByKey(em: SqlEntityManager, key: number): Promise<FullDetail | null> {
  const [row] = await detailByKey(em, { key });
  return row ? toFullDetail(row) : null;
}

/** The posts and pages in a range of keys, in order: one step of an export, without the trash. */
export async function walkPosts(em: SqlEntityManager, after: number, last: number) {
  const rows = await detailsOf(kyselyOf(em))
    .select(['posts.key', 'posts.source_key'])
    .where('posts.key', '>', after)
    .where('posts.key', '<=', last)
    .where(ofKind('any'))
    .orderBy('posts.key')
    .execute();
  return rows.map((row) => ({ key: row.key, sourceKey: row.source_key, post: toFullDetail(row) }));
}

function detailsOf(db: Kysely<Tables>) {
  return db.selectFrom('posts').leftJoin('post_counters', 'post_counters.post_key', 'posts.key').select(detailColumns);
}

type DetailRow = Omit<
  Row,
  | 'key'
  | 'excerpt_made'
  | 'source_key'
  | 'source_state'
  | 'public_since'
  | 'slug_made'
  | 'autosaved_by'
  | 'autosaved_since'
  | 'trash_until'
  | 'trash_state'
  | 'trash_publish_at'
> & {
  views: number | null;
  likes: number | null;
};

/** A post or page with the fields that distinguish the two. */
export type FullDetail = PostDetail & { kind: PostKind; allowComments: 0 | 1 };

function toFullDetail(row: DetailRow): FullDetail {
  return { ...toDetail(row), kind: row.kind, allowComments: row.allow_comments as 0 | 1 };
}

function toDetail(row: DetailRow): PostDetail {
  return {
    id: row.slug,
    ...rowFields(row, fieldNames),
    enc: toEncrypted(row),
    ...(row.kind === 'post' && row.comments_closed === 1 && { commentsClosed: 1 as const }),
    version: row.version,
    views: row.views ?? 0,
    likes: row.likes ?? 0,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
