import type { ImportOptions } from '../import-posts.ts';
import { emptyReport, type ImportReport } from '../import-report.ts';
import { importExactly } from './exactly.ts';
import { importLikeOthers } from './like-others.ts';
import { openArchive } from './open.ts';
import { importSubscribers } from './subscribers.ts';
import type { ArchiveTarget } from './target.ts';

/** The result of an import of an archive. */
export interface ArchiveReport extends ImportReport {
  /** Whether everything is, or would be, as it was in the blog of the archive. */
  exact: boolean;
  subscribers: { new: number; unchanged: number };
}

/**
 * Imports an archive, which is checked as a whole first: into an empty blog with all ids, versions, comments, counters
 * and earlier versions; into any other blog like an export of another system. An import that broke off is completed by
 * running it again.
 *
 * @param file a Blob that is read when needed
 * @throws BlogError if the service cannot be reached or denies access; BadArchive; the reason of the signal, if it is
 *   aborted before the first call
 */
export async function importArchive(target: ArchiveTarget, file: Blob, options: ImportOptions): Promise<ArchiveReport> {
  const { dryRun, signal } = options;
  const archive = await openArchive(file, () => signal?.throwIfAborted());
  try {
    const { lastVersion } = archive.manifest;
    const { exact, finished } = await target.begin({ archive: archive.id, lastVersion, dryRun });
    const report = { ...emptyReport(), exact, subscribers: { new: 0, unchanged: 0 } };
    if (exact) await importExactly(target, archive, { ...options, withSettings: !finished }, report);
    else await importLikeOthers(target, archive, options, report);
    if (signal?.aborted) return report;
    // People who were removed since are not added again.
    if (!finished) await importSubscribers(target, archive, options, report);
    if (exact && !dryRun && !signal?.aborted) await target.finish({ archive: archive.id });
    return report;
  } finally {
    await archive.close();
  }
}
