import type { SqlEntityManager } from '@mikro-orm/sql';

import { prepareQuery } from '../base/prepare-query.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { nextVersion } from '../data/sequence.ts';
import { insertCounter, insertRow, type PostFields } from './store.ts';

/**
 * Inserts the row of the comments on a page of another site, unless it exists: a draft without text, which is in no index
 * of the search.
 *
 * @returns its key
 */
export async function insertThread(
  tx: SqlEntityManager,
  clock: Clock,
  slug: string,
  fields: PostFields,
  ownVersion?: number,
): Promise<number> {
  // The lock of the version prevents two rows.
  const version = ownVersion ?? (await nextVersion(tx));
  const [known] = await keyOfSlug(tx, { slug });
  if (known) return known.key;
  const now = timestamp(clock);
  const times = { createdAt: now, updatedAt: now, publicSince: null };
  const [row] = await insertRow(tx, { ...fields, slug, slugMade: 0, version, ...times });
  await insertCounter(tx, { key: row!.key });
  return row!.key;
}

const keyOfSlug = prepareQuery((db, { slug }: { slug: string }) =>
  db.selectFrom('posts').select('key').where('slug', '=', slug),
);
