import { sql, type Kysely } from 'kysely';

import { canonicalId } from '../../shared/post-id.ts';
import type { Tables } from '../../entities/index.ts';
import { fieldNames } from '../../shared/post-fields.ts';
import type { CallContext } from '../core/context.ts';
import { postNotFound, appError } from '../base/errors.ts';
import { rowFields } from '../posts/columns.ts';
import { toEncrypted } from '../posts/summary.ts';
import { isOutsideTrash } from '../posts/visible.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { keptColumns } from '../posts/keep-revision.ts';
import type { ListInput, Revision, RevisionSummary } from './schemas.ts';

/**
 * A page of the versions of a post, newest first, and their number.
 *
 * @throws NOT_FOUND
 */
export async function listRevisions(
  ctx: CallContext,
  { id, page, pageSize }: ListInput,
): Promise<{ revisions: RevisionSummary[]; total: number }> {
  const slug = canonicalId(id);
  const known = await versions(ctx.em, { slug });
  if (known.length === 0) throw postNotFound();
  const wanted = known.slice((page - 1) * pageSize, page * pageSize).map(({ version }) => version);
  const rows = wanted.length === 0 ? [] : await summaries(ctx.em, { slug, wanted });
  const revisions = rows.map((row) => ({ ...row, protected: row.protected as 0 | 1 }));
  return { revisions, total: known.length };
}

/**
 * A version of a post.
 *
 * @throws NOT_FOUND
 */
export async function getRevision(ctx: CallContext, id: string, version: number): Promise<Revision> {
  const [row] = await revisionsWith(ctx.em, { slug: canonicalId(id), wanted: [version] });
  if (!row) throw revisionNotFound();
  return { version, savedAt: row.saved_at, ...rowFields(row, fieldNames), enc: toEncrypted(row) };
}

export function revisionNotFound() {
  return appError('NOT_FOUND', 'There is no such revision of a post with this id.');
}

const versions = prepareQuery((db, { slug }: { slug: string }) =>
  versionsOf(db, slug).select('versions.version').orderBy('versions.version', 'desc'),
);

const revisionsWith = prepareQuery((db, { slug, wanted }: { slug: string; wanted: number[] }) =>
  versionsOf(db, slug).selectAll().where('versions.version', 'in', wanted).orderBy('versions.version', 'desc'),
);

// Without the texts, which may take a megabyte each.
const summaries = prepareQuery((db, { slug, wanted }: { slug: string; wanted: number[] }) =>
  versionsOf(db, slug)
    .select(['version', 'saved_at as savedAt', 'title', 'status', 'protected'])
    .select(sql<number>`length(content)`.as('characters'))
    .where('versions.version', 'in', wanted)
    .orderBy('versions.version', 'desc'),
);

/** The stored versions of a post and its current one, which is not stored as a revision. */
function versionsOf(db: Kysely<Tables>, slug: string) {
  const kept = db
    .selectFrom('revisions')
    .where('post_key', '=', (inner) =>
      inner.selectFrom('posts').select('key').where('slug', '=', slug).where(isOutsideTrash),
    )
    .select(['version', 'saved_at', ...keptColumns]);
  const present = db
    .selectFrom('posts')
    .where('slug', '=', slug)
    .where(isOutsideTrash)
    .where('version', 'not in', (inner) =>
      inner.selectFrom('revisions').select('revisions.version').whereRef('revisions.post_key', '=', 'posts.key'),
    )
    .select(['version', 'updated_at as saved_at', ...keptColumns]);
  return db.selectFrom(kept.unionAll(present).as('versions'));
}
