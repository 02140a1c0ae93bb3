import { publicRead, rest, router } from '../core/procedures.ts';
import { listChanges } from './list.ts';
import { changeList, changesInput } from './schemas.ts';

export const changesRouter = router({
  list: publicRead
    .meta(
      rest('GET', '/api/changes', 'List changes of public posts since a cursor', {
        description:
          'Without `after`, every public post, then a cursor. With it, the ids of posts that became public, changed, were renamed, taken back or deleted.',
        errors: ['CURSOR_EXPIRED'],
        // Every recorded change also changes the row of a post.
        dependsOn: () => ['posts'],
      }),
    )
    .input(changesInput.prefault({}))
    .output(changeList)
    .query(async ({ ctx, input }) => ({ ok: true, ...(await listChanges(ctx, input)) })),
});
