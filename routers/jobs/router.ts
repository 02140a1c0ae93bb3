import { administrator, rest, router } from '../core/procedures.ts';
import { listJobs, removeJob, retryJob } from './jobs.ts';
import { idInput, jobList, listInput, oneId } from './schemas.ts';

export const jobsRouter = router({
  list: administrator
    .meta(rest('GET', '/api/admin/jobs', 'List background jobs, failed ones first'))
    .input(listInput.prefault({}))
    .output(jobList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listJobs(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  retry: administrator
    .meta(rest('POST', '/api/admin/jobs/{id}/retry', 'Run a failed job again', { errors: ['NOT_FOUND'] }))
    .input(idInput)
    .output(oneId)
    .mutation(async ({ ctx, input }) => {
      await retryJob(ctx, input.id);
      return { ok: true, id: input.id };
    }),

  remove: administrator
    .meta(rest('DELETE', '/api/admin/jobs/{id}', 'Delete a failed job', { errors: ['NOT_FOUND'] }))
    .input(idInput)
    .output(oneId)
    .mutation(async ({ ctx, input }) => {
      await removeJob(ctx, input.id);
      return { ok: true, id: input.id };
    }),
});
