import { logSecurityEvent } from '../base/security-events.ts';
import { administratorOrKey, rest, router } from '../core/procedures.ts';
import { addRecords } from './archive/add.ts';
import { beginArchive, finishArchive } from './archive/begin.ts';
import { linkDownload } from './archive/download.ts';
import { findFiles } from './archive/files.ts';
import {
  added,
  addInput,
  beginInput,
  begun,
  download,
  downloadInput,
  filesFound,
  filesInput,
  finished,
  finishInput,
} from './archive/schemas.ts';
import { exportPosts } from './export.ts';
import { importAll } from './import.ts';
import { exportInput, exportPage, importInput, importResults } from './schemas.ts';

export const transferRouter = router({
  import: administratorOrKey('transfer')
    .meta(
      rest('POST', '/api/admin/import', 'Import posts and comments; posts with a known source key are updated', {
        takesLong: true,
      }),
    )
    .input(importInput)
    .output(importResults)
    .mutation(async ({ ctx, input }) => {
      const { results, comments } = await importAll(ctx, input);
      logSecurityEvent(ctx, 'import', { posts: results.length, comments: comments.length });
      return { ok: true, results, comments };
    }),

  export: administratorOrKey('transfer')
    .meta(rest('GET', '/api/admin/export', 'Export all posts, a page at a time', { needsProof: true, takesLong: true }))
    .input(exportInput.prefault({}))
    .output(exportPage)
    .query(async ({ ctx, input }) => {
      const page = await exportPosts(ctx, input.cursor);
      // Further pages belong to the same export, which is logged once.
      if (input.cursor === undefined) logSecurityEvent(ctx, 'export');
      return { ok: true, ...page };
    }),

  download: administratorOrKey('transfer')
    .meta(
      rest('POST', '/api/admin/downloads', 'Get a link to a file with everything, all comments, or all posts', {
        needsProof: true,
        description:
          'The link needs no token, and has to be opened within a minute. API keys get an archive without settings and subscribers.',
        status: 201,
      }),
    )
    .input(downloadInput)
    .output(download)
    .mutation(async ({ ctx, input }) => {
      logSecurityEvent(ctx, 'export', { kind: input.kind });
      return { ok: true, ...(await linkDownload(ctx, input.kind)) };
    }),

  begin: administratorOrKey('transfer')
    .meta(
      rest('POST', '/api/admin/archive', 'Begin the exact import of an archive into an empty blog, or go on with it', {
        needsProof: true,
      }),
    )
    .input(beginInput)
    .output(begun)
    .mutation(async ({ ctx, input }) => {
      const state = await beginArchive(ctx, input);
      if (!input.dryRun) logSecurityEvent(ctx, 'import', { exact: state.exact });
      return { ok: true, ...state };
    }),

  add: administratorOrKey('transfer')
    .meta(
      rest('POST', '/api/admin/archive/records', 'Add records of an archive as they are', {
        takesLong: true,
        errors: ['PRECONDITION_FAILED'],
      }),
    )
    .input(addInput)
    .output(added)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await addRecords(ctx, input)) })),

  files: administratorOrKey('transfer')
    .meta(rest('POST', '/api/admin/archive/files', 'Find the files of an archive in the media library'))
    .input(filesInput)
    .output(filesFound)
    .mutation(async ({ ctx, input }) => ({ ok: true, paths: await findFiles(ctx, input.files) })),

  finish: administratorOrKey('transfer')
    .meta(
      rest('POST', '/api/admin/archive/finish', 'Finish the exact import of an archive', {
        errors: ['PRECONDITION_FAILED'],
      }),
    )
    .input(finishInput)
    .output(finished)
    .mutation(async ({ ctx, input }) => {
      await finishArchive(ctx, input.archive);
      return { ok: true };
    }),
});
