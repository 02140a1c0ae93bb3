import { z } from 'zod';

import { count, ok, pageNumber, pageSize, paging, timestamp } from '../base/schemas.ts';
import { storable } from '../base/text.ts';

const message = { description: 'The error message.', examples: ['x is not a function'] };
const source = { description: 'The script of the error.', examples: ['/theme.js'] };
const stack = { description: 'The call stack.', examples: ['at open (/theme.js:12:3)'] };
const url = { description: 'The URL of the page.', examples: ['https://blog.example/posts/first-light'] };

/** A text that is truncated before it is stored. */
function cut(length: number, { description, examples }: typeof message) {
  return z
    .string()
    .transform((text) => storable(storable(text).slice(0, length)))
    .meta({
      override: { type: 'string' },
      description: `${description} The first ${length} characters are stored.`,
      examples,
    });
}

export const reportInput = z.object({
  message: cut(500, message).refine((text) => text.trim() !== '', { error: 'must not be empty' }),
  source: cut(300, source).default(''),
  stack: cut(4000, stack).default(''),
  url: cut(500, url).default(''),
});
export const listInput = z.object({ page: pageNumber(), pageSize: pageSize() });

export const done = z.object({ ok });
const report = z
  .object({
    fingerprint: z.string().meta({ description: 'Identifies equal errors.', examples: ['k3V9xQ4uT0mWc7ZbP1sYaA'] }),
    message: z.string().meta(message),
    source: z.string().meta(source),
    stack: z.string().meta(stack),
    url: z.string().meta(url),
    hits: count('Number of reports.', 3),
    firstSeen: timestamp('When it was first reported.'),
    lastSeen: timestamp('When it was last reported.'),
  })
  .meta({ id: 'ErrorReport' });
export const reportList = z.object({
  ok,
  errors: z.array(report).meta({ description: 'The most recent first.' }),
  ...paging,
});

export type ReportInput = z.output<typeof reportInput>;
export type ListInput = z.output<typeof listInput>;
