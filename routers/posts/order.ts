import { sql, type SelectQueryBuilder } from 'kysely';

/** The order of lists: pinned first, then newest. */
export function orderPosts<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) {
  return query
    .orderBy(sql.ref('posts.pinned'), 'desc')
    .orderBy(sql.ref('posts.date'), 'desc')
    .orderBy(sql.ref('posts.created_at'), 'desc')
    .orderBy(sql.ref('posts.slug'));
}
