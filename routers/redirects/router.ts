import { administrator, rest, router } from '../core/procedures.ts';
import { exportRules, importRules } from './csv.ts';
import { listMissing } from './missing.ts';
import { addRule, changeRule, getRule, listRules, removeRule } from './rules.ts';
import {
  changeInput,
  exportFile,
  idInput,
  importInput,
  importReport,
  listInput,
  missingList,
  oneRedirect,
  redirectList,
  removed,
  ruleInput,
  type RedirectShape,
} from './schemas.ts';

const PATH = '/api/admin/redirects';

/** Redirects that the owner sets, and the paths that were not found. */
export const redirectsRouter = router({
  list: administrator
    .meta(rest('GET', PATH, 'List the redirects by path, with their counts'))
    .input(listInput.prefault({}))
    .output(redirectList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listRules(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  add: administrator
    .meta(
      rest('POST', PATH, 'Add a redirect', {
        description: 'At most 10,000. One that leads back to itself, directly or by way of others, is refused.',
        status: 201,
        location: ({ redirect }: { redirect: RedirectShape }) => `${PATH}/${redirect.id}`,
        errors: ['REDIRECT_EXISTS', 'TOO_MANY_REDIRECTS'],
      }),
    )
    .input(ruleInput)
    .output(oneRedirect)
    .mutation(async ({ ctx, input }) => ({ ok: true, redirect: await addRule(ctx, input) })),

  missing: administrator
    .meta(
      rest('GET', `${PATH}/missing`, 'List the paths that were not found in the last 30 days', {
        description: 'Without those that a redirect takes now.',
      }),
    )
    .output(missingList)
    .query(async ({ ctx }) => ({ ok: true, paths: await listMissing(ctx) })),

  export: administrator
    .meta(rest('GET', `${PATH}/export`, 'Export the redirects as a CSV file', { takesLong: true }))
    .output(exportFile)
    .query(async ({ ctx }) => ({ ok: true, csv: await exportRules(ctx) })),

  import: administrator
    .meta(
      rest('POST', `${PATH}/import`, 'Import redirects from a CSV file', {
        description:
          'At most 10,000 rows. A path that has a redirect gets that of the file. Rows that are not taken are in the report, with the reason.',
        takesLong: true,
      }),
    )
    .input(importInput)
    .output(importReport)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await importRules(ctx, input)) })),

  get: administrator
    .meta(rest('GET', `${PATH}/{id}`, 'Get a redirect', { errors: ['NOT_FOUND'] }))
    .input(idInput)
    .output(oneRedirect)
    .query(async ({ ctx, input }) => ({ ok: true, redirect: await getRule(ctx, input.id) })),

  update: administrator
    .meta(
      rest('PUT', `${PATH}/{id}`, 'Change a redirect', {
        description: 'Absent fields stay as they are.',
        errors: ['NOT_FOUND', 'REDIRECT_EXISTS'],
      }),
    )
    .input(changeInput)
    .output(oneRedirect)
    .mutation(async ({ ctx, input }) => ({ ok: true, redirect: await changeRule(ctx, input) })),

  remove: administrator
    .meta(rest('DELETE', `${PATH}/{id}`, 'Delete a redirect', { errors: ['NOT_FOUND'] }))
    .input(idInput)
    .output(removed)
    .mutation(async ({ ctx, input }) => {
      await removeRule(ctx, input.id);
      return { ok: true, id: input.id };
    }),
});
