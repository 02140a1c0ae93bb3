import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { prepared } from '../prepared.ts';

/** So many versions of a post there are at most, the newest; the present one is the post itself. */
const MOST = 50;

/** What is kept of a post, as columns. */
export const keptColumns = [
  'title',
  'date',
  'excerpt',
  'excerpt_made',
  'cover',
  'category',
  'tags',
  'pinned',
  'protected',
  'status',
  'publish_at',
  'enc_salt',
  'enc_iv',
  'enc_data',
  'content',
] as const;

/**
 * Keeps a post as its row is now, before it is changed. Versions beyond the newest 50 go.
 *
 * @param key of the post
 */
export async function keepRevision(tx: SqlEntityManager, key: number): Promise<void> {
  await keep(tx, { key });
  await forgetOldest(tx, { key });
}

/** Deletes the versions of a post whose text is not encrypted: a protected post has none. */
export async function forgetPlainRevisions(tx: SqlEntityManager, key: number): Promise<void> {
  await kyselyOf(tx).deleteFrom('revisions').where('post_key', '=', key).where('protected', '=', 0).execute();
}

const keep = prepared((db, { key }: { key: number }) =>
  db
    .insertInto('revisions')
    .columns(['post_key', 'version', 'saved_at', ...keptColumns])
    .expression((from) =>
      from
        .selectFrom('posts')
        .select(['key', 'version', 'updated_at', ...keptColumns])
        .where('key', '=', key),
    )
    .onConflict((conflict) => conflict.column('version').doNothing()),
);

const forgetOldest = prepared((db, { key }: { key: number }) =>
  db
    .deleteFrom('revisions')
    .where('post_key', '=', key)
    .where('version', '<=', (from) =>
      from
        .selectFrom('revisions')
        .select('version')
        .where('post_key', '=', key)
        .orderBy('version', 'desc')
        .limit(1)
        .offset(MOST - 1),
    ),
);
