import type { SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { appError } from '../../base/errors.ts';
import type { CallContext } from '../../core/context.ts';
import { readerOf } from '../../core/reader.ts';
import { siteNamed } from '../page.ts';
import type { ListInput } from './schemas.ts';

/** A page of the threads of other sites, those with the newest first comment first, and their number. */
export async function listThreads(ctx: CallContext, { page, pageSize, site }: ListInput) {
  const host = site === undefined ? undefined : siteNamed(site);
  const found = readerOf(ctx)
    .selectFrom('threads')
    .$if(host !== undefined, (query) => query.where('threads.site', '=', host ?? ''));
  const rows = await columnsOf(found)
    .orderBy('threads.post_key', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const counted = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst();
  return { threads: rows.map(toShape), total: Number(counted?.total ?? 0) };
}

/**
 * One thread.
 *
 * @throws NOT_FOUND
 */
export async function getThread({ em }: CallContext, id: string) {
  const row = await columnsOf(kyselyOf(em).selectFrom('threads')).where('posts.slug', '=', id).executeTakeFirst();
  if (!row) throw appError('NOT_FOUND', 'There is no thread with this id.');
  return toShape(row);
}

function columnsOf(threads: SelectQueryBuilder<Tables, 'threads', object>) {
  return threads
    .innerJoin('posts', 'posts.key', 'threads.post_key')
    .leftJoin('post_scores', 'post_scores.post_key', 'threads.post_key')
    .select(['posts.slug', 'posts.title', 'posts.created_at', 'posts.comments_closed'])
    .select(['threads.site', 'threads.address', 'post_scores.comments']);
}

type Row = Awaited<ReturnType<ReturnType<typeof columnsOf>['executeTakeFirstOrThrow']>>;

function toShape({ slug: id, title, created_at, site, address: url, comments, comments_closed }: Row) {
  const closed = comments_closed === 1 && { closed: 1 as const };
  return { id, url, site, title, comments: comments ?? 0, created_at, ...closed };
}
