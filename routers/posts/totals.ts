import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ExpressionBuilder, Kysely } from 'kysely';

import type { PostStatus } from '../../entities/post.ts';
import type { Tables } from '../../entities/index.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { FIELD_BOUNDARY } from '../base/text.ts';
import { hasAuthor } from './by-author.ts';
import type { ListInput } from './schemas.ts';
import { isOutsideTrash, isPage, type viewFor } from './visible.ts';

/** What the posts of a list have in common. */
type Names = Partial<Pick<ListInput, 'category' | 'tag' | 'author'>>;

/** A list of posts whose length is stored: by names of posts, or by an author. */
export type KeptList = Names & Pick<ListInput, 'status'> & ReturnType<typeof viewFor>;

/**
 * The length of a list, and of all posts. The database stores both for every status (migration 0005), so only scheduled
 * posts and pages are counted and subtracted.
 */
export async function countList(em: SqlEntityManager, list: KeptList): Promise<{ total: number; all: number }> {
  const status = list.now === undefined ? list.status : 'published';
  const [row] = await kept(em, { ...list, ...tableKey(list), status });
  return { total: (row?.total ?? 0) - (row?.hidden ?? 0) - (row?.pages ?? 0), all: row?.all ?? 0 };
}

type Kept = KeptList & ReturnType<typeof tableKey>;

const kept = prepareQuery((db, { kind, name, status, now, ...list }: Kept) =>
  totalsOf(db, status)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .select(({ lit }) => [
      totalsOf(db, status).where('kind', '=', 'all').as('all'),
      (now === undefined ? lit(0) : stillToAppear(db, now, list)).as('hidden'),
      pagesIn(db, status, list).as('pages'),
    ]),
);

/** The name of a list in the table of lengths. */
function tableKey({ category, tag, author }: KeptList) {
  if (author !== undefined) return { kind: 'author' as const, name: author };
  if (category !== undefined && tag !== undefined) {
    return { kind: 'category+tag' as const, name: `${category}${FIELD_BOUNDARY}${tag}` };
  }
  if (category !== undefined) return { kind: 'category' as const, name: category };
  return tag === undefined ? { kind: 'all' as const, name: '' } : { kind: 'tag' as const, name: tag };
}

function totalsOf(db: Kysely<Tables>, status: PostStatus | undefined) {
  const totals = db.selectFrom('list_totals').select(({ fn }) => fn.sum<number | null>('total').as('total'));
  return status === undefined ? totals : totals.where('status', '=', status);
}

/** The number of scheduled posts in a list: few, and found by their time. */
function stillToAppear(db: Kysely<Tables>, now: string, list: Names) {
  return db
    .selectFrom('posts')
    .where('posts.publish_at', '>', now)
    .where('posts.status', '<>', 'draft')
    .where('posts.kind', '=', 'post')
    .select(({ fn, eb }) => fn.countAll<number>().filterWhere(isIn(list)(eb)).as('hidden'));
}

/**
 * The number of pages in a list: few, and found by an index. With a condition on the status, SQLite would choose an index
 * that begins with it, and read all published posts.
 */
function pagesIn(db: Kysely<Tables>, status: PostStatus | undefined, list: Names) {
  return db
    .selectFrom('posts')
    .where(isPage)
    .where(isOutsideTrash)
    .select(({ fn, eb }) =>
      fn
        .countAll<number>()
        .filterWhere(eb.and([isIn(list)(eb), ...(status === undefined ? [] : [eb('posts.status', '=', status)])]))
        .as('pages'),
    );
}

function isIn({ category, tag, author }: Names) {
  return (eb: ExpressionBuilder<Tables, 'posts'>) =>
    eb.and([
      ...(category === undefined ? [] : [eb('posts.category', '=', category)]),
      ...(tag === undefined ? [] : [hasTag(tag)(eb)]),
      ...(author === undefined ? [] : [hasAuthor(author)(eb)]),
    ]);
}

/** Whether a post has a tag, by a lookup per post. */
export function hasTag(tag: string) {
  return ({ exists, selectFrom }: ExpressionBuilder<Tables, 'posts'>) =>
    exists(
      selectFrom('post_tags')
        .select('post_tags.post_key')
        .whereRef('post_tags.post_key', '=', 'posts.key')
        .where('post_tags.name', '=', tag),
    );
}
