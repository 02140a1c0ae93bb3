import { changed } from '../posts/answers.ts';
import { administratorOrKey, rest, router } from '../core/procedures.ts';
import { discarded, discardInput, maybeCopy, postInput, publishInput, saved, saveInput } from './schemas.ts';
import { discardWorkingCopy, getWorkingCopy, publishWorkingCopy, saveWorkingCopy } from './working-copies.ts';

export const workingCopiesRouter = router({
  get: administratorOrKey('drafts')
    .meta(
      rest('GET', '/api/posts/{id}/working-copy', 'Read the working copy of a post', {
        errors: ['NOT_FOUND'],
      }),
    )
    .input(postInput)
    .output(maybeCopy)
    .query(async ({ ctx, input }) => ({ ok: true, workingCopy: await getWorkingCopy(ctx, input.id) })),

  save: administratorOrKey('posts')
    .meta(
      rest('PUT', '/api/posts/{id}/working-copy', 'Save changes of a post as its working copy', {
        description: 'Visitors see nothing of it. That of a protected post takes neither content nor excerpt.',
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      }),
    )
    .input(saveInput)
    .output(saved)
    .mutation(async ({ ctx, input }) => ({ ok: true, savedAt: await saveWorkingCopy(ctx, input) })),

  discard: administratorOrKey('posts')
    .meta(
      rest('DELETE', '/api/posts/{id}/working-copy', 'Discard the working copy of a post', {
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      }),
    )
    .input(discardInput)
    .output(discarded)
    .mutation(async ({ ctx, input }) => {
      await discardWorkingCopy(ctx, input);
      return { ok: true };
    }),

  publish: administratorOrKey('posts')
    .meta(
      rest('POST', '/api/posts/{id}/working-copy/publish', 'Publish the working copy of a post', {
        description: 'Refused when the post was changed since they were begun, unless `ifVersion` names its version.',
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      }),
    )
    .input(publishInput)
    .output(changed)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await publishWorkingCopy(ctx, input)) })),
});
