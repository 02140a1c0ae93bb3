import { z } from 'zod';

import { moment, ok, pageNumber, pageSize, paging } from '../schemas.ts';
import { storable } from '../text.ts';

/** Text of an error, cut to what is kept. */
function cut(length: number) {
  return z
    .string()
    .transform((text) => storable(storable(text).slice(0, length)))
    .meta({ override: { type: 'string', description: `The first ${length} characters are kept.` } });
}

export const reportInput = z.object({
  message: cut(500).refine((text) => text.trim() !== '', { error: 'must not be empty' }),
  source: cut(300).default(''),
  stack: cut(4000).default(''),
  url: cut(500).default(''),
});
export const listInput = z.object({ page: pageNumber(), pageSize: pageSize() });

export const done = z.object({ ok });
export const reportList = z.object({
  ok,
  errors: z.array(
    z
      .object({
        fingerprint: z.string(),
        message: z.string(),
        source: z.string(),
        stack: z.string(),
        url: z.string(),
        hits: z.int(),
        firstSeen: moment,
        lastSeen: moment,
      })
      .meta({ id: 'ErrorReport' }),
  ),
  ...paging,
});

export type ReportInput = z.output<typeof reportInput>;
export type ListInput = z.output<typeof listInput>;
