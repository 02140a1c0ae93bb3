import type { Verified } from '../../../importers/old-site/verify-addresses.ts';
import { loadFile } from '../../api/load-file.ts';
import { createStore } from '../../ui/store.ts';
import { readOldSite } from './read-old-site.ts';

/** The progress of asking this blog for every old URL, which continues while other screens are open. */
export type VerifyJob =
  | { state: 'none' | 'reading' }
  | { state: 'sending' | 'cancelling'; done: number; total: number }
  | { state: 'done' | 'cancelled'; result: Verified }
  | { state: 'failed'; sentence: string };

export const verifyJob = createStore<VerifyJob>({ state: 'none' });

let stop = new AbortController();

/** Asks this blog for the URLs in a sitemap, or in a ZIP of what the generator wrote. */
export async function verifyFile(file: File): Promise<void> {
  stop = new AbortController();
  const { signal } = stop;
  verifyJob.set({ state: 'reading' });
  try {
    const { verifyAddresses } = await loadFile(() => import('../../../importers/old-site/verify-addresses.ts'));
    const paths = (await readOldSite(file)).pages.map(({ path }) => path);
    const total = new Set(paths).size;
    const at = (done: number) => verifyJob.set({ state: signal.aborted ? 'cancelling' : 'sending', done, total });
    at(0);
    const result = await verifyAddresses(paths, reach, at, signal);
    verifyJob.set({ state: signal.aborted ? 'cancelled' : 'done', result });
  } catch (error) {
    verifyJob.set({ state: 'failed', sentence: error instanceof Error ? error.message : String(error) });
  }
}

/** Cancels after the current requests. */
export function cancelVerify(): void {
  stop.abort();
  const job = verifyJob.get();
  if (job.state === 'sending') verifyJob.set({ ...job, state: 'cancelling' });
}

/** As visitors see it: without the session. */
async function reach(path: string) {
  for (;;) {
    const response = await fetch(path, { credentials: 'omit' }).catch(() => null);
    if (response?.status !== 429) return { status: response?.status ?? 0, isRedirected: response?.redirected === true };
    const seconds = Math.min(60, Number(response.headers.get('retry-after')) || 5);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    if (stop.signal.aborted) return { status: 429, isRedirected: false };
  }
}
