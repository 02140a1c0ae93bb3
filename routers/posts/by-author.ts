import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { orderPosts } from './order.ts';
import type { ListInput } from './schemas.ts';
import { listColumns } from './summary.ts';
import { seenAt, type viewFor } from './visible.ts';

type Listed = Pick<ListInput, 'status'> &
  ReturnType<typeof viewFor> & { author: string; limit: number; offset: number };

// As for tags (list.ts): SQLite reads the tables of a cross join in the order of the statement.

/** A page of the posts by an author of many: scans all posts in the order of the list and skips the others. */
export const byFrequentAuthor = prepareQuery((db, { limit, offset, ...listed }: Listed) =>
  orderPosts(having(listed, db.selectFrom('posts').crossJoin('post_authors')))
    .limit(limit)
    .offset(offset),
);

/** A page of the posts by an author of few: finds all of them and sorts them. */
export const byRareAuthor = prepareQuery((db, { limit, offset, ...listed }: Listed) =>
  orderPosts(having(listed, db.selectFrom('post_authors').crossJoin('posts')))
    .limit(limit)
    .offset(offset),
);

type Filters = Omit<Listed, 'limit' | 'offset'>;

function having({ author, now, status }: Filters, tables: SelectQueryBuilder<Tables, 'posts' | 'post_authors', {}>) {
  return tables
    .whereRef('post_authors.post_key', '=', 'posts.key')
    .where('post_authors.author_id', '=', author)
    .where(seenAt(now))
    .$if(status !== undefined, (some) => some.where('posts.status', '=', status!))
    .select(listColumns);
}

/** Whether a post is by an author, by a lookup per post. */
export function hasAuthor(author: string) {
  return ({ exists, selectFrom }: ExpressionBuilder<Tables, 'posts'>) =>
    exists(
      selectFrom('post_authors')
        .select('post_authors.post_key')
        .whereRef('post_authors.post_key', '=', 'posts.key')
        .where('post_authors.author_id', '=', author),
    );
}
