import { queryClient, trpc } from '../api/api.ts';

/** How long the browser may take to begin the download, in milliseconds. */
const KEPT = 60_000;

/** Reads all subscribers page by page, and lets the browser save them as a CSV file. */
export async function downloadCsv(): Promise<void> {
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const options = trpc.subscribers.export.queryOptions({ cursor });
    const page = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0 });
    parts.push(page.csv);
    cursor = page.cursor;
  } while (cursor !== undefined);
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `subscribers-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}
