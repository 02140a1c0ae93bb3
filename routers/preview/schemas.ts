import { z } from 'zod';

import { postDetail } from '../posts/answers.ts';
import { postId } from '../posts/schemas.ts';
import { existingId, moment, ok } from '../schemas.ts';

export const linkInput = z.object({
  id: postId,
  days: z
    .int()
    .min(1)
    .max(30)
    .optional()
    .meta({ description: 'How many days it is valid; the setting `previewDays` when absent.' }),
});
export const readInput = z.object({ token: z.string() });
export const linksInput = z.object({ id: postId });
export const revokeInput = z.object({
  id: postId,
  linkId: existingId.meta({ description: 'The id of the link, as the list gives it.' }),
});

export const link = z.object({ ok, url: z.string(), token: z.string(), expiresAt: moment });
export const previewed = z.object({ ok, post: postDetail });

const previewLink = z.object({ id: z.string(), createdAt: moment, expiresAt: moment }).meta({ id: 'PreviewLink' });
export const linkList = z.object({ ok, links: z.array(previewLink) });
export const revokedLink = z.object({ ok, id: z.string() });

export type LinkInput = z.output<typeof linkInput>;
export type PreviewLinkShape = z.output<typeof previewLink>;
