import type { Insertable } from 'kysely';

import type { Comment } from '../../entities/comment.ts';
import type { Tables } from '../../entities/index.ts';
import { snakeCase } from '../../shared/snake-case.ts';
import { prepared } from '../prepared.ts';

type Own = 'id' | 'author' | 'content' | 'searchText' | 'digest' | 'depth' | 'section' | 'createdAt' | 'receiptHash';
type NewRow = Pick<Comment, Own | 'status' | 'heldBecause' | 'verdict'> &
  Partial<
    Pick<Comment, 'owner' | 'sourceKey' | 'email' | 'emailLanguage' | 'ownAbove' | 'likes' | 'pinned' | 'featured'>
  > & {
    postKey: number | null;
    parentKey: number | null;
  };

/**
 * Inserts a comment. Not as an entity, which takes 50 % more CPU time (bench/results/writes.md).
 */
export const insertCommentRow = prepared((db, comment: NewRow) => {
  const row = Object.entries(comment).map(([name, value]) => [snakeCase(name), value] as const);
  return db
    .insertInto('comments')
    .values(Object.fromEntries(row) as Insertable<Tables['comments']>)
    .returning('key');
});
