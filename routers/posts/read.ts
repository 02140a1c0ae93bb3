import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Selectable, SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { isAdministrator } from '../admin/sessions.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { noSuchPost } from '../errors.ts';
import { contains } from '../contains.ts';
import type { ListInput, PostDetail, PostSummary } from './schemas.ts';
import { slugIn } from './store.ts';
import { visibleAt } from './visible.ts';

type Row = Selectable<Tables['posts']>;
type PostQuery<O> = SelectQueryBuilder<Tables, 'posts', O>;

export const summaryColumns = [
  'posts.slug',
  'posts.title',
  'posts.date',
  'posts.excerpt',
  'posts.cover',
  'posts.pinned',
  'posts.protected',
  'posts.tags',
  'posts.category',
  'posts.status',
] as const;

const detailColumns = [
  ...summaryColumns,
  'posts.content',
  'posts.enc_salt',
  'posts.enc_iv',
  'posts.enc_data',
  'posts.version',
  'posts.created_at',
  'posts.updated_at',
  'post_counters.views',
  'post_counters.likes',
] as const;

/** A page of the posts that the caller may see, and how many there are. Two statements, whatever the filters. */
export async function listPosts(ctx: CallContext, input: ListInput): Promise<{ posts: PostSummary[]; total: number }> {
  const matching = allMatching(ctx, input);
  const rows = await matching
    .select(summaryColumns)
    .orderBy('posts.pinned', 'desc')
    .orderBy('posts.date', 'desc')
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.slug')
    .limit(input.pageSize)
    .offset((input.page - 1) * input.pageSize)
    .execute();
  const { total } = await matching.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { posts: rows.map(summaryOf), total: Number(total) };
}

/**
 * One post, as far as the caller may see it.
 *
 * @throws NOT_FOUND
 */
export async function getPost(ctx: CallContext, id: string): Promise<PostDetail> {
  const row = await withId(seenBy(ctx), id)
    .leftJoin('post_counters', 'post_counters.post_key', 'posts.key')
    .select(detailColumns)
    .executeTakeFirst();
  if (!row) throw noSuchPost();
  return detailOf(row);
}

/**
 * The key and the slug of a post, as far as the caller may see it.
 *
 * @throws NOT_FOUND
 */
export async function findSeen(ctx: CallContext, id: string): Promise<{ key: number; slug: string }> {
  const row = await withId(seenBy(ctx), id).select(['posts.key', 'posts.slug']).executeTakeFirst();
  if (!row) throw noSuchPost();
  return row;
}

/** The posts that this caller may see at all: everything for the administrator. */
export function seenBy(ctx: CallContext): PostQuery<object> {
  const posts = postsOf(ctx.em);
  return isAdministrator(ctx) ? posts : posts.where(visibleAt(timestamp(ctx.clock)));
}

/** Narrows to the post with this id, in whatever case it is written; to none when there can be no such id. */
export function withId<O>(query: PostQuery<O>, id: string): PostQuery<O> {
  return query.where('posts.slug', '=', slugIn(id));
}

/** The post with this internal key, whoever may see it; null when it is gone. */
export async function postByKey(em: SqlEntityManager, key: number): Promise<PostDetail | null> {
  const row = await postsOf(em)
    .leftJoin('post_counters', 'post_counters.post_key', 'posts.key')
    .select(detailColumns)
    .where('posts.key', '=', key)
    .executeTakeFirst();
  return row ? detailOf(row) : null;
}

/** Every post with its key, after a given one, in the order of keys: the walk of an export. */
export async function walkPosts(em: SqlEntityManager, after: number, limit: number) {
  const rows = await postsOf(em)
    .leftJoin('post_counters', 'post_counters.post_key', 'posts.key')
    .select(['posts.key', 'posts.source_key', ...detailColumns])
    .where('posts.key', '>', after)
    .orderBy('posts.key')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ key: row.key, sourceKey: row.source_key, post: detailOf(row) }));
}

/** All posts, to narrow further: who asks must add what its caller may see. */
export function postsOf(em: SqlEntityManager): PostQuery<object> {
  return kyselyOf(em).selectFrom('posts');
}

function allMatching(ctx: CallContext, { category, tag, search, status }: ListInput): PostQuery<object> {
  let query = seenBy(ctx);
  if (status !== undefined) query = query.where('posts.status', '=', status);
  if (category !== undefined) query = query.where('posts.category', '=', category);
  if (tag !== undefined) {
    query = query.where('posts.key', 'in', (eb) =>
      eb.selectFrom('post_tags').select('post_tags.post_key').where('post_tags.name', '=', tag),
    );
  }
  if (search !== undefined) {
    query = query.where('posts.key', 'in', (eb) =>
      eb.selectFrom('post_search').select('post_search.post_key').where(contains('post_search.text', search)),
    );
  }
  return query;
}

/** A row as lists show it. */
export function summaryOf(row: Pick<Row, 'slug' | Exclude<keyof PostSummary, 'id'>>): PostSummary {
  return {
    id: row.slug,
    title: row.title,
    date: row.date,
    excerpt: row.excerpt,
    cover: row.cover,
    pinned: row.pinned as 0 | 1,
    protected: row.protected as 0 | 1,
    tags: JSON.parse(row.tags) as string[],
    category: row.category,
    status: row.status,
  };
}

type DetailRow = Omit<Row, 'key' | 'excerpt_made' | 'publish_at' | 'source_key'> & {
  views: number | null;
  likes: number | null;
};

function detailOf(row: DetailRow): PostDetail {
  return {
    ...summaryOf(row),
    content: row.content,
    enc:
      row.enc_salt !== null && row.enc_iv !== null && row.enc_data !== null
        ? { salt: row.enc_salt, iv: row.enc_iv, data: row.enc_data }
        : null,
    version: row.version,
    views: row.views ?? 0,
    likes: row.likes ?? 0,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
