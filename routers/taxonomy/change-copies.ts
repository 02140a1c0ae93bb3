import { LockMode } from '@mikro-orm/core';
import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { WorkingCopy } from '../../entities/working-copy.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { recordTag } from '../data/record.ts';
import { timeAfter, type WorkingFields } from '../working-copies/working-copies.ts';
import { renameTag, type NameChange, type Versions } from './change-posts.ts';

/** A change of fields in working copies. */
interface CopiesChange {
  /** A text that is in each of them, such as the name of a tag. */
  text: string;
  change(fields: WorkingFields): WorkingFields;
}

/** Renames or removes a tag or category in working copies, which would bring it back when they are published. */
export function changeNameInCopies(
  tx: SqlEntityManager,
  clock: Clock,
  change: NameChange,
  versions: ReadonlyMap<number, Versions>,
): Promise<void> {
  return changeFieldsInCopies(
    tx,
    clock,
    { text: change.name, change: (fields) => renamedFields(fields, change) },
    versions,
  );
}

/**
 * Changes fields in working copies. A copy of the version that the same change replaced is based on the new one.
 *
 * @param versions of the posts that were changed, by their keys
 */
export async function changeFieldsInCopies(
  tx: SqlEntityManager,
  clock: Clock,
  change: CopiesChange,
  versions: ReadonlyMap<number, Versions>,
): Promise<void> {
  const named = JSON.stringify(change.text);
  const found = kyselyOf(tx)
    .selectFrom('working_copies')
    .innerJoin('posts', 'posts.key', 'working_copies.post_key')
    .select(['posts.key', 'posts.slug', sql<number>`replace(fields, ${named}, '') <> fields`.as('mayHave')])
    .orderBy('posts.key');
  // The posts first, as those who save working copies do.
  const copies = await (tx.getPlatform() instanceof SqlitePlatform ? found : found.forUpdate('posts')).execute();
  for (const { key, slug, mayHave } of copies) {
    if (!mayHave && !versions.has(key)) continue;
    const copy = await tx.findOne(WorkingCopy, { post: key }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (copy && changeCopy(copy, change, versions.get(key), timestamp(clock))) recordTag(tx, `copy:${slug}`);
  }
  await tx.flush();
}

function changeCopy(copy: WorkingCopy, { change }: CopiesChange, versions: Versions | undefined, now: string): boolean {
  const isOfBefore = versions !== undefined && copy.baseVersion === versions.before;
  if (isOfBefore) copy.baseVersion = versions.after;
  const fields = JSON.stringify(change(JSON.parse(copy.fields) as WorkingFields));
  if (fields === copy.fields) return isOfBefore;
  copy.fields = fields;
  copy.savedAt = timeAfter(copy.savedAt, now);
  return true;
}

function renamedFields(fields: WorkingFields, change: NameChange): WorkingFields {
  const { tags, category } = fields;
  if (change.kind === 'tag') return tags === undefined ? fields : { ...fields, tags: renameTag(tags, change) };
  return category === change.name ? { ...fields, category: change.newName ?? '' } : fields;
}
