import { administrator, rest, router } from '../../core/procedures.ts';
import { exportEntries, listEntries } from './read.ts';
import { entryList, exportedEntries, exportInput, listInput } from './schemas.ts';

const PATH = '/api/admin/audit';

/** The audit log: who changed what, and when. */
export const auditRouter = router({
  list: administrator
    .meta(
      rest('GET', PATH, 'List what was changed, by whom and when', {
        description: 'The newest first, of the last 180 days, with the cursor `before` for older entries.',
      }),
    )
    .input(listInput.prefault({}))
    .output(entryList)
    .query(async ({ ctx, input }) => ({ ok: true, ...(await listEntries(ctx, input)) })),

  export: administrator
    .meta(rest('GET', `${PATH}/export`, 'Export the audit log as a CSV file', { takesLong: true }))
    .input(exportInput.prefault({}))
    .output(exportedEntries)
    .query(async ({ ctx, input }) => ({ ok: true, ...(await exportEntries(ctx, input)) })),
});
