import { administrator, rest, router } from '../core/procedures.ts';
import { cancelMailing, findMailing, testMailing } from './mailings.ts';
import { previewMailing } from './preview.ts';
import { accepted, maybeMailing, postInput, previewAnswer } from './schemas.ts';

/** Requires a session, because sent mails cannot be recalled. */
export const mailingsRouter = router({
  get: administrator
    .meta(
      rest('GET', '/api/posts/{id}/mailing', 'Read how far the mailing of a post is', {
        errors: ['NOT_FOUND'],
      }),
    )
    .input(postInput)
    .output(maybeMailing)
    .query(async ({ ctx, input }) => ({ ok: true, mailing: await findMailing(ctx, input.id) })),

  preview: administrator
    .meta(
      rest('GET', '/api/posts/{id}/mailing/preview', 'Read the mail of a post, as subscribers would get it', {
        description: 'Also of a draft. Needs the setting `siteUrl`. The link to unsubscribe is nobody’s.',
        errors: ['NOT_FOUND', 'BAD_REQUEST'],
      }),
    )
    .input(postInput)
    .output(previewAnswer)
    .query(async ({ ctx, input }) => ({ ok: true, ...(await previewMailing(ctx, input.id)) })),

  cancel: administrator
    .meta(
      rest('POST', '/api/posts/{id}/mailing/cancel', 'End the mailing of a post', {
        description: 'No further mail is sent, and the post is never mailed again.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(postInput)
    .output(maybeMailing)
    .mutation(async ({ ctx, input }) => ({ ok: true, mailing: await cancelMailing(ctx, input.id) })),

  test: administrator
    .meta(
      rest('POST', '/api/posts/{id}/mailing/test', 'Mail a post to the owner, as subscribers would get it', {
        description: 'Also a draft. Needs the settings `ownerEmail` and `siteUrl`.',
        status: 202,
        errors: ['NOT_FOUND', 'SUBSCRIPTIONS_CLOSED'],
      }),
    )
    .input(postInput)
    .output(accepted)
    .mutation(async ({ ctx, input }) => {
      await testMailing(ctx, input.id);
      return { ok: true };
    }),
});
