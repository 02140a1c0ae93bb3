import { changed } from '../posts/answers.ts';
import { administratorOrKey, rest, router } from '../core/procedures.ts';
import { getRevision, listRevisions } from './read.ts';
import { restoreRevision } from './restore.ts';
import { getInput, listInput, oneRevision, restoreInput, revisionList } from './schemas.ts';

export const revisionsRouter = router({
  list: administratorOrKey('drafts')
    .meta(
      rest('GET', '/api/posts/{id}/revisions', 'List the versions of a post, newest first', {
        description: 'The newest 50 are kept. Of a protected post only encrypted ones are.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(listInput)
    .output(revisionList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listRevisions(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  get: administratorOrKey('drafts')
    .meta(
      rest('GET', '/api/posts/{id}/revisions/{version}', 'Read a version of a post', {
        errors: ['NOT_FOUND'],
      }),
    )
    .input(getInput)
    .output(oneRevision)
    .query(async ({ ctx, input }) => ({ ok: true, revision: await getRevision(ctx, input.id, input.version) })),

  restore: administratorOrKey('posts')
    .meta(
      rest('POST', '/api/posts/{id}/revisions/{version}/restore', 'Restore a version of a post', {
        description: 'Its text and fields become a new version. Status, publication time and pinning do not change.',
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      }),
    )
    .input(restoreInput)
    .output(changed)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await restoreRevision(ctx, input)) })),
});
