import { importFile } from '../import-file.ts';
import { importPosts, type ImportOptions, type TakeIn } from '../import-posts.ts';
import { addReport, emptyReport, type ImportReport } from '../import-report.ts';
import { filesByPath } from './files-by-path.ts';
import { readEntries } from './folder-entries.ts';
import type { GivenFile } from './given-file.ts';
import { recognize } from './recognize.ts';

/** The result of an import, and what it found: names of files with the systems whose exports they are. */
export interface GivenImport {
  report: ImportReport;
  /** Empty if the files are a folder of Markdown files. */
  exports: { file: string; system: string }[];
  isFolder: boolean;
  /** Of an archive of Octavo: whether everything is, or would be, as it was in its blog. */
  exact?: boolean;
  /** Of an archive. */
  subscribers?: { new: number; unchanged: number };
}

/**
 * Imports files of any known format. Nothing is imported if none is known.
 *
 * @throws BlogError if the service cannot be reached or denies access; Error with one sentence for a damaged file
 */
export async function importGiven(
  takeIn: TakeIn,
  files: readonly GivenFile[],
  options: ImportOptions,
): Promise<GivenImport> {
  const { exports, isFolder } = await recognize(files);
  const found = exports.map(({ importer, source }) => ({
    file: source.name,
    system: importer.name === 'jsonl' ? 'JSON Lines' : importer.system,
  }));
  if (isFolder) return { report: await importPosts(takeIn, readEntries(files), options), exports: found, isFolder };
  const report = emptyReport();
  const fileOf = filesByPath(files);
  for (const { importer, source } of exports) {
    if (options.signal?.aborted) break;
    addReport(report, await importFile(takeIn, importer, source, { ...options, fileOf }));
  }
  return { report, exports: found, isFolder };
}
