import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Post } from '../../entities/post.ts';
import { Revision } from '../../entities/revision.ts';
import { fieldNames } from '../../shared/post-fields.ts';
import { columnsOf } from '../posts/columns.ts';
import { prepared } from '../prepared.ts';

/** Versions of a post that are kept, the newest; the present one is the post itself. */
const MOST = 50;

const keptProperties = [...fieldNames, 'excerptMade', 'encSalt', 'encIv', 'encData'] as const;
type KeptProperty = (typeof keptProperties)[number];

/** The columns of a post that its revisions have too. */
export const keptColumns = [...columnsOf(fieldNames), 'excerpt_made', 'enc_salt', 'enc_iv', 'enc_data'] as const;

/** Keeps a post as it is now, before it is changed; the next flush writes it. */
export function keepRevision(tx: SqlEntityManager, post: Post): void {
  const { version, updatedAt } = post;
  const kept = Object.fromEntries(keptProperties.map((name) => [name, post[name]])) as Pick<Post, KeptProperty>;
  tx.create(Revision, { post, version, savedAt: updatedAt, ...kept });
}

/**
 * Deletes the versions beyond the newest 50, without loading their texts.
 *
 * @param key of the post
 */
export async function deleteOldRevisions(tx: SqlEntityManager, key: number): Promise<void> {
  await deleteOldest(tx, { key });
}

/** Deletes the versions of a post whose text is not encrypted: a protected post has none. */
export async function deletePlainRevisions(tx: SqlEntityManager, key: number): Promise<void> {
  await kyselyOf(tx).deleteFrom('revisions').where('post_key', '=', key).where('protected', '=', 0).execute();
}

const deleteOldest = prepared((db, { key }: { key: number }) =>
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
