import { administrator, publicWrite, rest, router } from '../core/procedures.ts';
import { clearReports, listReports, reportError } from './reports.ts';
import { done, listInput, reportInput, reportList } from './schemas.ts';

export const reportsRouter = router({
  submit: publicWrite
    .meta(rest('POST', '/api/errors', 'Report an error of a page in a browser', { limit: 'reports' }))
    .input(reportInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await reportError(ctx, input);
      return { ok: true };
    }),

  list: administrator
    .meta(rest('GET', '/api/admin/errors', 'List errors that browsers reported, the last seen first'))
    .input(listInput.prefault({}))
    .output(reportList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listReports(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  clear: administrator
    .meta(rest('DELETE', '/api/admin/errors', 'Delete all reported errors'))
    .output(done)
    .mutation(async ({ ctx }) => {
      await clearReports(ctx);
      return { ok: true };
    }),
});
