import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { fieldNames } from '../../shared/post-fields.ts';
import { fieldColumns } from './columns.ts';
import { prepareQuery } from '../base/prepare-query.ts';

/** The number of versions of a post that are kept, including the current one, which is the post itself. */
const MOST = 50;

/** The columns that posts and revisions share. */
export const keptColumns = [...fieldColumns(fieldNames), 'excerpt_made', 'enc_salt', 'enc_iv', 'enc_data'] as const;

/** Stores the current state of a post before it is changed. The database copies it, so that no text is sent. */
export async function keepRevision(tx: SqlEntityManager, key: number): Promise<void> {
  await copyPost(tx, { key });
}

const copyPost = prepareQuery((db, { key }: { key: number }) => copyPosts(db, [key]));

function copyPosts(db: Kysely<Tables>, keys: readonly number[]) {
  return db
    .insertInto('revisions')
    .columns(['post_key', 'version', 'saved_at', ...keptColumns])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .select(['key', 'version', 'updated_at', ...keptColumns])
        .where('key', 'in', keys),
    );
}

/**
 * The same for many posts, by statements, and deletes the versions beyond the newest 50.
 *
 * @param keys of the posts, before they are changed
 */
export async function keepRevisions(tx: SqlEntityManager, keys: readonly number[]): Promise<void> {
  const db = kyselyOf(tx);
  await copyPosts(db, keys).execute();
  await db
    .deleteFrom('revisions')
    .where('post_key', 'in', keys)
    .where('version', '<=', (from) =>
      from
        .selectFrom('revisions as newer')
        .select('newer.version')
        .whereRef('newer.post_key', '=', 'revisions.post_key')
        .orderBy('newer.version', 'desc')
        .limit(1)
        .offset(MOST - 1),
    )
    .execute();
}

/**
 * Deletes the versions beyond the newest 50, without loading their texts.
 *
 * @param key of the post
 */
export async function deleteOldRevisions(tx: SqlEntityManager, key: number): Promise<void> {
  await deleteOldest(tx, { key });
}

/** Deletes the unencrypted versions of a post, because a protected one must have none. */
export async function deletePlainRevisions(tx: SqlEntityManager, key: number): Promise<void> {
  await kyselyOf(tx).deleteFrom('revisions').where('post_key', '=', key).where('protected', '=', 0).execute();
}

const deleteOldest = prepareQuery((db, { key }: { key: number }) =>
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
