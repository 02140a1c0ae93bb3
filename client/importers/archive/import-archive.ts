import type { ImportOptions, ImportReport } from '../import-posts.ts';
import { emptyReport } from '../import-posts.ts';
import { importExactly } from './exactly.ts';
import { importLikeOthers } from './like-others.ts';
import type { Archive } from './open.ts';
import type { ArchiveTarget } from './target.ts';

/** The result of an import of an archive. */
export interface ArchiveReport extends ImportReport {
  /** Whether everything is, or would be, as it was in the blog of the archive. */
  exact: boolean;
}

/**
 * Imports an archive: into an empty blog with all ids, versions, comments, counters and earlier versions, into any other
 * as a usual import. An import that broke off is completed by running it again.
 *
 * @throws BlogError if the service cannot be reached or denies access; BadArchive
 */
export async function importArchive(
  target: ArchiveTarget,
  archive: Archive,
  options: ImportOptions,
): Promise<ArchiveReport> {
  const { dryRun } = options;
  const { lastVersion } = archive.manifest;
  const { exact, finished } = await target.begin({ archive: archive.id, lastVersion, dryRun });
  const report = { ...emptyReport(), exact };
  if (exact) await importExactly(target, archive, { ...options, withSettings: !finished }, report);
  else await importLikeOthers(target, archive, options, report);
  return report;
}
