import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Insertable, Kysely } from 'kysely';

import type { Comment, Section } from '../../entities/comment.ts';
import type { Tables } from '../../entities/index.ts';
import { snakeCase } from '../../shared/snake-case.ts';
import { prepareQuery } from '../base/prepare-query.ts';

type Own =
  | 'id'
  | 'author'
  | 'content'
  | 'markdown'
  | 'searchText'
  | 'digest'
  | 'depth'
  | 'section'
  | 'createdAt'
  | 'receiptHash';
type NewRow = Pick<Comment, Own | 'status' | 'heldBecause' | 'verdict'> &
  Partial<
    Pick<Comment, 'owner' | 'sourceKey' | 'email' | 'emailLanguage' | 'ownAbove' | 'likes' | 'pinned' | 'featured'>
  > & {
    postKey: number | null;
    parentKey: number | null;
  };

/** Where comments are: a post, or a section of the guestbook. */
export type Place = { postKey: number; section: null } | { postKey: null; section: Section };

/**
 * Inserts a comment. Not as an entity, which takes 50 % more CPU time (bench/results/writes.md).
 */
export const insertCommentRow = prepareQuery(insertion);

/**
 * Inserts a comment of another blog. Other systems accept the same text twice in a thread: the later one gets no digest,
 * which is unique.
 *
 * @returns its key
 */
export async function insertForeignComment(tx: SqlEntityManager, comment: NewRow): Promise<number> {
  const [first] = comment.digest === null ? [] : await insertUnlessThere(tx, comment);
  const [row] = first ? [first] : await insertCommentRow(tx, { ...comment, digest: null });
  return row!.key;
}

const insertUnlessThere = prepareQuery((db, comment: NewRow) =>
  insertion(db, comment).onConflict((conflict) => conflict.doNothing()),
);

function insertion(db: Kysely<Tables>, comment: NewRow) {
  const row = Object.entries(comment).map(([name, value]) => [snakeCase(name), value] as const);
  return db
    .insertInto('comments')
    .values(Object.fromEntries(row) as Insertable<Tables['comments']>)
    .returning('key');
}
