import type { FailureLog } from '../../routers/base/database-errors.ts';
import type { Services } from '../../routers/core/context.ts';
import { createClickBuffer } from '../../routers/data/clicks/click-buffer.ts';
import { createPathTally } from '../../routers/data/redirects/tally.ts';
import { createViewTally } from '../../routers/data/views/tally.ts';
import { createViewBuffer } from '../../routers/data/views/view-buffer.ts';

/** What is counted in memory, and written in batches. */
export type Buffers = Pick<Services, 'clicks' | 'viewTally' | 'views' | 'pathTally'>;

/** @param emptyLog removes old pages from the write-ahead log of SQLite */
export function openBuffers(
  { em, clock }: Pick<Services, 'em' | 'clock'>,
  reporting: FailureLog,
  emptyLog: () => Promise<unknown>,
): Buffers {
  const viewTally = createViewTally(em, clock, reporting, emptyLog);
  return {
    clicks: createClickBuffer(em, reporting),
    viewTally,
    views: createViewBuffer(em, clock, reporting, viewTally),
    pathTally: createPathTally(em, clock, reporting),
  };
}

/** Writes the rest of all buffers, at once: a database that does not answer is waited for once. */
export async function closeBuffers({ clicks, viewTally, views, pathTally }: Buffers): Promise<void> {
  // The tally counts the views.
  const counted = views.close().then(() => viewTally.close());
  await Promise.all([counted, clicks.close(), pathTally.close()]);
}
