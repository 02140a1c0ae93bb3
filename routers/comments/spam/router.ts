import { removeEmptyThreads } from '../begin-thread.ts';
import { administrator, rest, router } from '../../core/procedures.ts';
import { blockWriter, deleteByWriter, listBlocks, unblockWriter } from './blocks.ts';
import { blocked, blockIdInput, blockInput, blockList, deletedByWriter, unblocked, writerInput } from './schemas.ts';

/** Writers of comments whom the owner has blocked. */
export const spamRouter = router({
  block: administrator
    .meta(
      rest('POST', '/api/comments/{id}/block', 'Block the writer of a comment', {
        description:
          'Comments of the same writer are spam for 90 days, while the setting spamFilter is on. The IP address is stored as a keyed hash only; the key is replaced every 45 days.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(blockInput)
    .output(blocked)
    .mutation(async ({ ctx, input }) => ({ ok: true, blocked: await blockWriter(ctx, input) })),

  deleteByWriter: administrator
    .meta(
      rest('POST', '/api/comments/{id}/delete-by-writer', 'Delete all comments of the writer of a comment', {
        description: 'With their replies. Comments from before the spam filter was switched on are not recognised.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(writerInput)
    .output(deletedByWriter)
    .mutation(async ({ ctx, input }) => {
      const deleted = await deleteByWriter(ctx, input);
      await removeEmptyThreads(ctx);
      return { ok: true, deleted };
    }),

  blocked: administrator
    .meta(rest('GET', '/api/admin/blocked-writers', 'List the blocked writers, the newest first'))
    .output(blockList)
    .query(async ({ ctx }) => ({ ok: true, blocked: await listBlocks(ctx) })),

  unblock: administrator
    .meta(rest('DELETE', '/api/admin/blocked-writers/{id}', 'Unblock a writer', { errors: ['NOT_FOUND'] }))
    .input(blockIdInput)
    .output(unblocked)
    .mutation(async ({ ctx, input }) => {
      await unblockWriter(ctx, input.id);
      return { ok: true, id: input.id };
    }),
});
