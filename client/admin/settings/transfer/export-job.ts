import type { BlogOutputs } from '../../../index.ts';
import { client, queryClient, trpc } from '../../api/api.ts';
import { loadFile } from '../../api/load-file.ts';
import { createStore } from '../../ui/store.ts';

/** How far an export is. It goes on while somebody looks at another screen. */
export type ExportJob =
  | { state: 'none' | 'cancelled' }
  | { state: 'writing'; done: number; total: number }
  | { state: 'done'; posts: number; name: string }
  | { state: 'failed'; error: unknown };

/** The one export of this page. */
export const exportJob = createStore<ExportJob>({ state: 'none' });

type Page = BlogOutputs['transfer']['export'];

/** Packs every post into a zip of Markdown files, as `octavo export` writes them, and lets the browser keep it. */
export async function startExport(): Promise<void> {
  exportJob.set({ state: 'writing', done: 0, total: 0 });
  try {
    const { exportZip } = await loadFile(() => import('./export-zip.ts'));
    const { total } = await queryClient.fetchQuery(trpc.posts.all.queryOptions({ pageSize: 1 }));
    const zip = exportZip();
    let done = 0;
    for (let cursor: string | undefined; ;) {
      exportJob.set({ state: 'writing', done, total });
      const page = (await client.query('transfer.export', { cursor })) as Page;
      if (exportJob.get().state === 'cancelled') return;
      page.posts.forEach(zip.add);
      done += page.posts.length;
      cursor = page.cursor;
      if (cursor === undefined) break;
    }
    const name = `octavo-${new Date().toISOString().slice(0, 10)}.zip`;
    keep(zip.finish(), name);
    exportJob.set({ state: 'done', posts: done, name });
  } catch (error) {
    exportJob.set({ state: 'failed', error });
  }
}

/** Stops the export; nothing is kept. */
export function cancelExport(): void {
  exportJob.set({ state: 'cancelled' });
}

function keep(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
