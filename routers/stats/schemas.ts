import { z } from 'zod';

import { comments, counters, postSummary } from '../posts/answers.ts';
import { viewOrigin } from './analytics/schemas.ts';
import { count, ok, postId } from '../base/schemas.ts';

export const markInput = z.object({ id: postId });
export const viewInput = z.object({ id: postId, ...viewOrigin });
export const marked = z.object({ ok, ...counters });

export const popularInput = z.object({
  range: z.enum(['all', '7d', '30d']).default('all').meta({ description: 'The period that counts.' }),
  limit: z.int().min(1).max(50).default(10).meta({ description: 'Maximum number of posts.' }),
});
export const popular = z.object({
  ok,
  posts: z
    .array(
      postSummary.extend({
        ...counters,
        comments,
        score: count('views + 3 likes + 5 comments', 157),
      }),
    )
    .meta({ description: 'The highest score first.' }),
});

const posts = count('Number of public posts.', 12);
export const totals = z.object({
  ok,
  posts,
  comments,
  ...counters,
  categories: z
    .array(z.object({ category: z.string().meta({ description: 'Its name.', examples: ['Travel'] }), count: posts }))
    .meta({ description: 'All categories.' }),
  tags: z
    .array(z.object({ tag: z.string().meta({ description: 'Its name.', examples: ['ferries'] }), count: posts }))
    .meta({ description: 'All tags.' }),
});

const events = { ...counters, comments };
export const daysInput = z.object({
  days: z.int().min(1).max(90).default(30).meta({ description: 'Number of days, today included.' }),
});
export const days = z.object({
  ok,
  days: z
    .array(z.object({ date: z.string().meta({ format: 'date', description: 'The day in UTC.' }), ...events }))
    .meta({ description: 'The oldest first.' }),
  totals: z.object(events).meta({ description: 'The sums of all days.' }),
});

export type PopularInput = z.output<typeof popularInput>;
