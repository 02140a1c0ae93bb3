import { z } from 'zod';

import { postDetail } from '../posts/answers.ts';
import { existingId, ok, timestamp, postId } from '../base/schemas.ts';

export const linkInput = z.object({
  id: postId,
  days: z
    .int()
    .min(1)
    .max(30)
    .optional()
    .meta({ description: 'Days until the link expires; default: the setting `previewDays`.', examples: [7] }),
});
const token = z.string().meta({
  description: 'The token of the link.',
  examples: ['mL2v7cJ0hQe9TnZk4xYd1sWgBfRuAp8iOoKb3NqEtVw'],
});
const linkId = { description: 'The id of the link.', examples: ['l-0mm5lxs00a1b2c3d4e5f60718'] };
const expiresAt = timestamp('When the link expires.');
export const readInput = z.object({ token });
export const linksInput = z.object({ id: postId });
export const revokeInput = z.object({ id: postId, linkId: existingId.meta(linkId) });

export const link = z.object({
  ok,
  url: z
    .string()
    .meta({ description: 'The URL of the link.', examples: ['https://blog.example/preview/mL2v7cJ0hQe9'] }),
  token,
  expiresAt,
});
export const previewed = z.object({ ok, post: postDetail });

const previewLink = z
  .object({ id: z.string().meta(linkId), createdAt: timestamp('When the link was created.'), expiresAt })
  .meta({ id: 'PreviewLink' });
export const linkList = z.object({ ok, links: z.array(previewLink).meta({ description: 'The valid links.' }) });
export const revokedLink = z.object({ ok, id: z.string().meta(linkId) });

export type LinkInput = z.output<typeof linkInput>;
export type PreviewLinkShape = z.output<typeof previewLink>;
