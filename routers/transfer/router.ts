import { noteEvent } from '../security-events.ts';
import { administratorOrKey, rest, router } from '../trpc.ts';
import { exportPosts } from './export.ts';
import { importPosts } from './import.ts';
import { exportInput, exportPage, importInput, importResults } from './schemas.ts';

export const transferRouter = router({
  import: administratorOrKey('transfer')
    .meta(
      rest('POST', '/api/admin/import', 'Take in posts from another blog; the same source key updates', {
        takesLong: true,
      }),
    )
    .input(importInput)
    .output(importResults)
    .mutation(async ({ ctx, input }) => {
      const results = await importPosts(ctx, input);
      noteEvent(ctx, 'import', { posts: results.length });
      return { ok: true, results };
    }),

  export: administratorOrKey('transfer')
    .meta(rest('GET', '/api/admin/export', 'All posts, a page at a time', { takesLong: true }))
    .input(exportInput.prefault({}))
    .output(exportPage)
    .query(async ({ ctx, input }) => {
      const page = await exportPosts(ctx, input.cursor);
      // Further pages belong to the same export.
      if (input.cursor === undefined) noteEvent(ctx, 'export');
      return { ok: true, ...page };
    }),
});
