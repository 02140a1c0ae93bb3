import { z } from 'zod';

import { postSummary } from '../posts/answers.ts';
import { postId } from '../posts/schemas.ts';
import { ok } from '../schemas.ts';

const number = z.int().min(0);

export const markInput = z.object({ id: postId });
export const marked = z.object({ ok, views: number, likes: number });

export const popularInput = z.object({
  range: z.enum(['all', '7d', '30d']).default('all'),
  limit: z.int().min(1).max(50).default(10),
});
export const popular = z.object({
  ok,
  posts: z.array(
    postSummary.extend({
      views: number,
      likes: number,
      comments: number,
      score: number.meta({ description: 'views + 3 likes + 5 comments' }),
    }),
  ),
});

export const totals = z.object({
  ok,
  posts: number,
  comments: number,
  views: number,
  likes: number,
  categories: z.array(z.object({ category: z.string(), count: number })),
  tags: z.array(z.object({ tag: z.string(), count: number })),
});

const events = { views: number, likes: number, comments: number };
export const daysInput = z.object({ days: z.int().min(1).max(90).default(30) });
export const days = z.object({
  ok,
  days: z.array(z.object({ date: z.string().meta({ format: 'date' }), ...events })),
  totals: z.object(events),
});

export type PopularInput = z.output<typeof popularInput>;
