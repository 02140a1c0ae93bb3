import { z } from 'zod';

import { count, existingId, ok, timestamp } from '../../base/schemas.ts';

const by = z
  .enum(['ip', 'name'])
  .meta({ description: 'How the writer is recognised: by IP address or by name.', examples: ['ip'] });
const blockId = { description: 'The id of the block.', examples: ['b-0mm5lxs00a1b2c3d4e5f60718'] };
const comment = existingId.meta({
  description: 'The id of a comment of the writer, c-…',
  examples: ['c-0mm5lxs00a1b2c3d4e5f60718'],
});

export const blockInput = z.object({ id: comment, by });
export const writerInput = z.object({ id: comment, by });
export const blockIdInput = z.object({ id: existingId.meta(blockId) });

const block = z
  .object({
    id: z.string().meta(blockId),
    by,
    name: z.string().meta({
      description: 'The name in the comment for which the writer was blocked; plain text, as it was written.',
      examples: ['Cheap watches'],
    }),
    createdAt: timestamp('When the writer was blocked.'),
    expiresAt: timestamp('When the block ends.'),
  })
  .meta({ id: 'BlockedWriter' });

export const blocked = z.object({ ok, blocked: block });
export const blockList = z.object({ ok, blocked: z.array(block).meta({ description: 'The newest first.' }) });
export const unblocked = z.object({ ok, id: z.string().meta(blockId) });
export const deletedByWriter = z.object({
  ok,
  deleted: count('Number of deleted comments, replies included.', 4),
});

export type BlockShape = z.output<typeof block>;
export type BlockInput = z.output<typeof blockInput>;
export type WriterInput = z.output<typeof writerInput>;
