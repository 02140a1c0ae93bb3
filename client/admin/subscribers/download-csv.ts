import { queryClient, trpc } from '../api/api.ts';
import { saveCsv } from '../ui/save-csv.ts';

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
  saveCsv('subscribers', parts);
}
