import { administrator, administratorOrKey, rest, router } from '../../core/procedures.ts';
import { changed, removed } from '../answers.ts';
import { emptied, idInput, listInput, trashInput, trashList } from './schemas.ts';
import { deleteFromTrash, emptyTrash, listTrash, restorePost } from './trash.ts';

const PATH = '/api/admin/trash';

/** Posts and pages in the trash; they come into it by `posts.trash` and `pages.trash`. */
export const trashRouter = router({
  list: administratorOrKey('drafts')
    .meta(
      rest('GET', PATH, 'List the posts and pages in the trash', {
        description: 'The last ones first. Each is deleted after 30 days.',
      }),
    )
    .input(listInput.prefault({}))
    .output(trashList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listTrash(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  restore: administratorOrKey('posts')
    .meta(
      rest('POST', `${PATH}/{id}/restore`, 'Restore a post or page from the trash as a draft', {
        description:
          'With its comments, counters, versions and former ids. Preview links and mailings do not come back.',
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      }),
    )
    .input(trashInput)
    .output(changed)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await restorePost(ctx, input)) })),

  delete: administrator
    .meta(
      rest('DELETE', `${PATH}/{id}`, 'Delete a post or page in the trash for ever', {
        errors: ['NOT_FOUND'],
      }),
    )
    .input(idInput)
    .output(removed)
    .mutation(async ({ ctx, input }) => ({ ok: true, id: await deleteFromTrash(ctx, input.id) })),

  empty: administrator
    .meta(rest('DELETE', PATH, 'Delete everything in the trash for ever', { takesLong: true }))
    .output(emptied)
    .mutation(async ({ ctx }) => ({ ok: true, deleted: await emptyTrash(ctx) })),
});
