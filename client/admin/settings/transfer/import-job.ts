import type { GivenImport } from '../../../importers/given/import-given.ts';
import type { TakeIn } from '../../../importers/import-posts.ts';
import { BlogError } from '../../../errors.ts';
import { client, queryClient } from '../../api/api.ts';
import { asBlogError } from '../../api/as-blog-error.ts';
import { loadFile } from '../../api/load-file.ts';
import { sentenceOf } from '../../ui/translate-error.ts';
import { createStore } from '../../ui/store.ts';
import type { Given } from './given-files.ts';
import { rememberImport } from './unfinished-import.ts';

/** The progress of an import, which continues while other screens are open. */
export type ImportJob =
  | { state: 'none' | 'reading' | 'no-files' }
  | { state: 'unknown'; names: string }
  | { state: 'sending' | 'cancelling'; done: number; total: number; isTrial: boolean }
  /** A dry run is over; the files wait for the decision of the owner. */
  | { state: 'tried'; given: Given; result: GivenImport }
  | { state: 'done' | 'cancelled'; result: GivenImport }
  | { state: 'failed'; sentence: string };

/** What exports and folders do not say themselves; "" for nothing. */
export interface ImportChoices {
  oldUrl: string;
  permalink: string;
}

/** The current import of this page. */
export const importJob = createStore<ImportJob>({ state: 'none' });

export const importChoices = createStore<ImportChoices>({ oldUrl: '', permalink: '' });

let stop = new AbortController();

/** Reports what an import of files would do, without changes. */
export function tryImport(given: Given): Promise<void> {
  return run(given, true);
}

/** Imports files as the command line does, and reports the progress in `importJob`. */
export async function startImport(given: Given): Promise<void> {
  rememberImport(given.names.join(', '));
  await run(given, false);
  const { state } = importJob.get();
  if (state === 'done' || state === 'cancelled') rememberImport('');
  await queryClient.invalidateQueries();
}

/** Cancels the import after the current call, or leaves a dry run at that. */
export function cancelImport(): void {
  stop.abort();
  const job = importJob.get();
  if (job.state === 'sending') importJob.set({ ...job, state: 'cancelling' });
  if (job.state === 'tried') importJob.set({ state: 'none' });
}

async function run(given: Given, dryRun: boolean): Promise<void> {
  stop = new AbortController();
  const { signal } = stop;
  importJob.set({ state: 'reading' });
  try {
    const { importGiven } = await loadFile(() => import('../../../importers/given/import-given.ts'));
    const options = await optionsOf(dryRun, signal);
    const files = await given.files();
    const result = await importGiven(send, files, options);
    importJob.set(stateOf(given, { result, dryRun, isCancelled: signal.aborted, isEmpty: files.length === 0 }));
  } catch (error) {
    importJob.set(signal.aborted && dryRun ? { state: 'none' } : { state: 'failed', sentence: sentenceFor(error) });
  }
}

async function optionsOf(dryRun: boolean, signal: AbortSignal) {
  const { upload } = await loadFile(() => import('./upload.ts'));
  const { createPictures } = await loadFile(() => import('../../../importers/pictures.ts'));
  const { checkPattern } = await loadFile(() => import('../../../importers/markdown/permalinks.ts'));
  const { oldUrl, permalink } = importChoices.get();
  if (permalink.trim() !== '') checkPattern(permalink.trim());
  return {
    dryRun,
    signal,
    start: (total: number) => showProgress(total, dryRun),
    pictures: createPictures(upload),
    oldUrl: oldUrl.trim() || undefined,
    permalink: permalink.trim() || undefined,
  };
}

interface Ended {
  result: GivenImport;
  dryRun: boolean;
  isCancelled: boolean;
  isEmpty: boolean;
}

function stateOf(given: Given, { result, dryRun, isCancelled, isEmpty }: Ended): ImportJob {
  if (isCancelled) return dryRun ? { state: 'none' } : { state: 'cancelled', result };
  if (isEmpty) return { state: 'no-files' };
  if (!result.isFolder && result.exports.length === 0) return { state: 'unknown', names: given.names.join(', ') };
  return dryRun ? { state: 'tried', given, result } : { state: 'done', result };
}

/** Sentences about files come from the importers. */
function sentenceFor(error: unknown): string {
  return error instanceof Error && !(error instanceof BlogError) ? error.message : sentenceOf(error);
}

const send: TakeIn = (input) =>
  client.mutation('transfer.import', input).catch((error: unknown) => {
    throw asBlogError(error);
  }) as ReturnType<TakeIn>;

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
