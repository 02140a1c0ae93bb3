import { changed } from '../posts/answers.ts';
import { administratorOrKey, rest, router } from '../trpc.ts';
import { getRevision, listRevisions } from './read.ts';
import { restoreRevision } from './restore.ts';
import { getInput, listInput, oneRevision, restoreInput, revisionList } from './schemas.ts';

export const revisionsRouter = router({
  list: administratorOrKey('drafts')
    .meta(
      rest('GET', '/api/posts/{id}/revisions', 'The versions of a post, the newest first', {
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
      rest('GET', '/api/posts/{id}/revisions/{version}', 'Read a post as it was in one of its versions', {
        errors: ['NOT_FOUND'],
      }),
    )
    .input(getInput)
    .output(oneRevision)
    .query(async ({ ctx, input }) => ({ ok: true, revision: await getRevision(ctx, input.id, input.version) })),

  restore: administratorOrKey('posts')
    .meta(
      rest('POST', '/api/posts/{id}/revisions/{version}/restore', 'Give a post the text and fields it had', {
        description: 'They become a new version. Status, time of publication and pinning stay as they are.',
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      }),
    )
    .input(restoreInput)
    .output(changed)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await restoreRevision(ctx, input)) })),
});
