import type { GivenImport } from '../../../importers/given/import-given.ts';
import type { GivenFile } from '../../../importers/given/given-file.ts';
import type { ImportOptions } from '../../../importers/import-posts.ts';
import type { Fetched } from '../../../importers/pictures.ts';
import { BlogError } from '../../../api/errors.ts';
import { queryClient } from '../../api/api.ts';
import { loadFile } from '../../api/load-file.ts';
import { errorSentence } from '../../errors/translate-error.ts';
import { createStore } from '../../ui/store.ts';
import { procedureCall } from './call-of.ts';
import type { Given } from './given-files.ts';
import { readOldSite } from './read-old-site.ts';
import { rememberImport } from './unfinished-import.ts';

/** The progress of an import, which continues while other screens are open. */
export type ImportJob =
  | { state: 'none' | 'reading' | 'no-files' }
  | { state: 'unknown'; names: string }
  | { state: 'sending' | 'cancelling'; done: number; total: number; isTrial: boolean }
  /** The service fetches the pictures of other hosts, before anything is imported. */
  | { state: 'fetching'; done: number; total: number; isTrial: false }
  /** A dry run is over; the files wait for the decision of the owner. */
  | { state: 'tried'; given: Given; result: GivenImport }
  | { state: 'done' | 'cancelled'; result: GivenImport }
  | { state: 'failed'; sentence: string };

/** Values that exports and folders do not contain; "" if unknown. */
export interface ImportChoices {
  oldUrl: string;
  permalink: string;
  /** What has the addresses of the old site: its sitemap, or a ZIP of what its generator wrote. */
  oldSite: File | null;
  /** Whether e-mail addresses of writers of comments are kept. */
  keepEmail: boolean;
  /** Whether the service fetches the pictures that are at other hosts. */
  fetchesPictures: boolean;
}

/** The current import of this page. */
export const importJob = createStore<ImportJob>({ state: 'none' });

export const importChoices = createStore<ImportChoices>({
  oldUrl: '',
  permalink: '',
  oldSite: null,
  keepEmail: false,
  fetchesPictures: false,
});

let stop = new AbortController();

/** Reports what an import of files would do, without changes. */
export function tryImport(given: Given): Promise<void> {
  return run(given, true);
}

/** Imports files as the command line does, and reports the progress in `importJob`. @param tried its dry run */
export async function startImport(given: Given, tried: GivenImport): Promise<void> {
  const urls = importChoices.get().fetchesPictures ? tried.report.elsewhere.flatMap((one) => one.urls) : [];
  const fetched = urls.length > 0 ? await fetchBefore(given, tried, urls) : new Map();
  if (!fetched) return;
  rememberImport(given.names.join(', '));
  await run(given, false, fetched);
  const { state } = importJob.get();
  if (state === 'done' || state === 'cancelled') rememberImport('');
  await queryClient.invalidateQueries();
}

/** Fetches pictures before an import. @returns undefined if it was cancelled or failed */
async function fetchBefore(given: Given, result: GivenImport, urls: string[]): Promise<Fetched | undefined> {
  stop = new AbortController();
  const { signal } = stop;
  const { length: total } = urls;
  const show = (done: number) => importJob.set({ state: 'fetching', done, total, isTrial: false });
  show(0);
  try {
    const { fetchPictures } = await loadFile(() => import('./fetch-pictures.ts'));
    const fetched = await fetchPictures(urls, signal, show);
    if (!signal.aborted) return fetched;
    importJob.set({ state: 'tried', given, result });
  } catch (error) {
    importJob.set({ state: 'failed', sentence: sentenceFor(error) });
  }
  return undefined;
}

/** Cancels the import after the current call, or discards the result of a dry run. */
export function cancelImport(): void {
  stop.abort();
  const job = importJob.get();
  if (job.state === 'sending') importJob.set({ ...job, state: 'cancelling' });
  if (job.state === 'tried') importJob.set({ state: 'none' });
}

async function run(given: Given, dryRun: boolean, fetched?: Fetched): Promise<void> {
  stop = new AbortController();
  const { signal } = stop;
  importJob.set({ state: 'reading' });
  try {
    const options = await optionsOf(dryRun, signal, fetched);
    const content = await given.read();
    const result = await ('archive' in content
      ? importOne(content.archive, options)
      : importAll(content.files, options));
    const isEmpty = 'files' in content && content.files.length === 0;
    importJob.set(endedJob(given, { result, dryRun, isCancelled: signal.aborted, isEmpty }));
  } catch (error) {
    const isStopped = signal.aborted && (dryRun || error === signal.reason);
    importJob.set(isStopped ? { state: 'none' } : { state: 'failed', sentence: sentenceFor(error) });
  }
}

async function importAll(files: GivenFile[], options: ImportOptions): Promise<GivenImport> {
  const { importGiven } = await loadFile(() => import('../../../importers/given/import-given.ts'));
  return importGiven(procedureCall('transfer.import'), files, options);
}

async function importOne(archive: File, options: ImportOptions): Promise<GivenImport> {
  const { importArchive } = await loadFile(() => import('../../../importers/archive/import-archive.ts'));
  const { archiveTarget } = await loadFile(() => import('./archive-target.ts'));
  const { exact, subscribers, ...report } = await importArchive(archiveTarget, archive, options);
  return { report, exports: [{ file: archive.name, system: 'Octavo' }], isFolder: false, exact, subscribers };
}

async function optionsOf(dryRun: boolean, signal: AbortSignal, fetched?: Fetched): Promise<ImportOptions> {
  const { upload } = await loadFile(() => import('./upload.ts'));
  const { createPictures } = await loadFile(() => import('../../../importers/pictures.ts'));
  const { checkPattern } = await loadFile(() => import('../../../importers/markdown/permalinks.ts'));
  const { oldUrl, permalink, oldSite, keepEmail } = importChoices.get();
  if (permalink.trim() !== '') checkPattern(permalink.trim());
  return {
    dryRun,
    signal,
    start: (total: number) => showProgress(total, dryRun),
    pictures: createPictures(upload, undefined, fetched),
    oldUrl: oldUrl.trim() || undefined,
    permalink: permalink.trim() || undefined,
    oldSite: oldSite ? await readOldSite(oldSite) : undefined,
    keepEmail,
  };
}

interface Ended {
  result: GivenImport;
  dryRun: boolean;
  isCancelled: boolean;
  isEmpty: boolean;
}

function endedJob(given: Given, { result, dryRun, isCancelled, isEmpty }: Ended): ImportJob {
  if (isCancelled) return dryRun ? { state: 'none' } : { state: 'cancelled', result };
  if (isEmpty) return { state: 'no-files' };
  if (!result.isFolder && result.exports.length === 0) return { state: 'unknown', names: given.names.join(', ') };
  return dryRun ? { state: 'tried', given, result } : { state: 'done', result };
}

/** Sentences about files come from the importers. */
function sentenceFor(error: unknown): string {
  return error instanceof Error && !(error instanceof BlogError) ? error.message : errorSentence(error);
}

function showProgress(total: number, isTrial: boolean) {
  const at = (done: number) =>
    importJob.set({ state: stop.signal.aborted ? 'cancelling' : 'sending', done, total, isTrial });
  at(0);
  return { at, stop: () => undefined };
}

window.addEventListener('beforeunload', (event) => {
  const job = importJob.get();
  if ('total' in job && !job.isTrial) event.preventDefault();
});
