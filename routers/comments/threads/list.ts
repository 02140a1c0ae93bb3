import { kyselyOf } from '../../../entities/kysely.ts';
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
  const rows = await found
    .innerJoin('posts', 'posts.key', 'threads.post_key')
    .leftJoin('post_scores', 'post_scores.post_key', 'threads.post_key')
    .select([
      'posts.slug',
      'posts.title',
      'posts.created_at',
      'threads.site',
      'threads.address',
      'post_scores.comments',
    ])
    .orderBy('threads.post_key', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const counted = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst();
  const threads = rows.map(({ slug: id, title, created_at, site: of, address: url, comments }) => ({
    id,
    url,
    site: of,
    title,
    comments: comments ?? 0,
    created_at,
  }));
  return { threads, total: Number(counted?.total ?? 0) };
}

/** One thread. */
export async function getThread({ em }: CallContext, id: string) {
  const row = await kyselyOf(em)
    .selectFrom('threads')
    .innerJoin('posts', 'posts.key', 'threads.post_key')
    .leftJoin('post_scores', 'post_scores.post_key', 'threads.post_key')
    .select([
      'posts.slug',
      'posts.title',
      'posts.created_at',
      'threads.site',
      'threads.address',
      'post_scores.comments',
    ])
    .where('posts.slug', '=', id)
    .executeTakeFirstOrThrow();
  const { slug, address: url, comments, ...others } = row;
  return { ...others, id: slug, url, comments: comments ?? 0 };
}
