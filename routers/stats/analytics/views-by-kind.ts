import { sql, type Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import type { ViewKind } from '../../../entities/view-statistics.ts';
import type { CallContext } from '../../core/context.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import { readerOf } from '../../core/reader.ts';
import { OTHER } from '../../data/views/visit.ts';
import type { Scope } from './period.ts';

/** The most values in a list, without `other`. */
const MOST = 100;

type Query = Scope & { kind: ViewKind; other: string };

/** The values of a kind with the most views, then all others as `other`. */
export async function viewsByKind(ctx: CallContext, scope: Scope, kind: ViewKind) {
  const query = { ...scope, kind, other: OTHER };
  const reader = readerOf(ctx);
  const most = await mostFrequent(ctx.em, { ...query, limit: MOST }, reader);
  const [all] = await sumOfAll(ctx.em, { ...scope, kind }, reader);
  const other = (all?.views ?? 0) - most.reduce((sum, { views }) => sum + views, 0);
  return other > 0 ? [...most, { value: OTHER, views: other }] : most;
}

const mostFrequent = prepareQuery((db, { limit, other, ...query }: Query & { limit: number }) =>
  rowsIn(db, query)
    .select(({ fn }) => ['value', fn.sum<number>('views').as('views')])
    .where('value', '<>', other)
    .groupBy('value')
    .orderBy(sql`sum(views)`, 'desc')
    .orderBy('value')
    .limit(limit),
);

const sumOfAll = prepareQuery((db, query: Omit<Query, 'other'>) =>
  rowsIn(db, query).select(({ fn }) => fn.sum<number | null>('views').as('views')),
);

function rowsIn(db: Kysely<Tables>, { from, to, postKey, kind }: Omit<Query, 'other'>) {
  const rows =
    postKey === undefined
      ? db.selectFrom('site_views').selectAll()
      : db.selectFrom('post_views').select(['day', 'kind', 'value', 'views']).where('post_key', '=', postKey);
  return db.selectFrom(rows.as('counted')).where('day', '>=', from).where('day', '<=', to).where('kind', '=', kind);
}
