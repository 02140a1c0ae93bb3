import { sql, type RawBuilder } from 'kysely';

/**
 * A column of text in a form that no index answers, for conditions on rows that another condition finds. SQLite takes any
 * index on a column that must equal a value for better than a list of 200 keys, and would read all rows of that value.
 *
 * @param column such as `posts.status`
 */
export function unindexed<T extends string>(column: string): RawBuilder<T> {
  return sql<T>`${sql.ref(column)} || ''`;
}
