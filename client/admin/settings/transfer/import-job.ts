import type { ImportReport, TakeIn } from '../../../importers/import-posts.ts';
import { client, queryClient } from '../../api/api.ts';
import { asBlogError } from '../../api/as-blog-error.ts';
import { loadFile } from '../../api/load-file.ts';
import { createStore } from '../../ui/store.ts';
import type { Given } from './given-files.ts';

/** How far an import is. It goes on while somebody looks at another screen. */
export type ImportJob =
  | { state: 'none' | 'reading' | 'no-posts' | 'no-zip' }
  | { state: 'sending' | 'cancelling'; done: number; total: number }
  | { state: 'done' | 'tried' | 'cancelled'; report: ImportReport }
  | { state: 'failed'; error: unknown };

/** The one import of this page. */
export const importJob = createStore<ImportJob>({ state: 'none' });

let stop = new AbortController();

/** Takes in what somebody gave, as the command line does, and tells in `importJob` what becomes of it. */
export async function startImport(given: Given, dryRun: boolean): Promise<void> {
  stop = new AbortController();
  importJob.set({ state: 'reading' });
  try {
    await takeIn(given, dryRun, stop.signal);
  } catch (error) {
    importJob.set({ state: 'failed', error });
  }
  if (!dryRun) await queryClient.invalidateQueries();
}

/** Stops the import between two calls. */
export function cancelImport(): void {
  stop.abort();
  const job = importJob.get();
  if (job.state === 'sending') importJob.set({ ...job, state: 'cancelling' });
}

async function takeIn(given: Given, dryRun: boolean, signal: AbortSignal): Promise<void> {
  const { entriesOf } = await loadFile(() => import('./source-files.ts'));
  const { importPosts } = await loadFile(() => import('../../../importers/import-posts.ts'));
  const files = 'zip' in given ? await unzipped(given.zip) : await given.files();
  if (!files) return importJob.set({ state: 'no-zip' });
  const report = await importPosts(send, entriesOf(files), { dryRun, start: showProgress, signal });
  if (signal.aborted) importJob.set({ state: 'cancelled', report });
  else if (isEmpty(report)) importJob.set({ state: 'no-posts' });
  else importJob.set({ state: dryRun ? 'tried' : 'done', report });
}

const send: TakeIn = (input) =>
  client.mutation('transfer.import', input).catch((error: unknown) => {
    throw asBlogError(error);
  }) as ReturnType<TakeIn>;

function showProgress(total: number) {
  const at = (done: number) =>
    importJob.set({ state: importJob.get().state === 'cancelling' ? 'cancelling' : 'sending', done, total });
  at(0);
  return { at, stop: () => undefined };
}

async function unzipped(zip: File) {
  const { filesOfZip } = await loadFile(() => import('./read-zip.ts'));
  const bytes = new Uint8Array(await zip.arrayBuffer());
  try {
    return filesOfZip(bytes);
  } catch {
    return null;
  }
}

function isEmpty(report: ImportReport): boolean {
  return report.new + report.changed + report.unchanged + report.refused.length + report.skipped.length === 0;
}
