import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Post } from '../../../entities/post.ts';
import { Revision } from '../../../entities/revision.ts';
import { emptyFields } from '../../../shared/field-values.ts';
import { fieldNames, type FieldName } from '../../../shared/post-fields.ts';
import { appError } from '../../base/errors.ts';
import { storedFields } from '../../posts/columns.ts';
import { peekPost } from '../../posts/load.ts';
import { storedContent } from './stored-content.ts';
import type { ArchivedRevision } from './records.ts';

/**
 * Adds an earlier version of a post.
 *
 * @returns false if it is already stored
 * @throws AppError with the reason why it is refused
 */
export async function addRevision(tx: SqlEntityManager, revision: ArchivedRevision): Promise<boolean> {
  const { version } = revision;
  if ((await tx.count(Revision, { version })) > 0) return false;
  const post = await peekPost(tx, revision.post);
  // The post has changed while the archive was made: its newer versions are not in it.
  if (version >= post.version) return false;
  const content = storedContent(revision);
  if (post.protected === 1 && content.protected === 0) {
    throw appError('BAD_REQUEST', 'The post is protected, so its revisions must be protected too.');
  }
  tx.create(Revision, {
    ...(storedFields({ ...emptyFields(revision.date), ...revision }, fieldNames) as Pick<Post, FieldName>),
    ...content,
    post,
    version,
    savedAt: revision.savedAt,
    excerptMade: revision.automaticExcerpt ? 1 : 0,
  });
  await tx.flush();
  return true;
}
