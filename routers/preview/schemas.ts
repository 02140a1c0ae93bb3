import { z } from 'zod';

import { postDetail } from '../posts/answers.ts';
import { postId } from '../posts/schemas.ts';
import { moment, ok } from '../schemas.ts';

export const linkInput = z.object({
  id: postId,
  days: z.int().min(1).max(30).optional().meta({ description: 'How long it is good for; the setting when absent.' }),
});
export const readInput = z.object({ token: z.string() });

export const link = z.object({ ok, url: z.string(), token: z.string(), expiresAt: moment });
export const previewed = z.object({ ok, post: postDetail });

export type LinkInput = z.output<typeof linkInput>;
