import { z } from 'zod';

import {
  count,
  existingId,
  ok,
  pageNumber,
  pageSize,
  paging,
  refusedRows,
  searchTerm,
  timestamp,
} from '../base/schemas.ts';

/** The maximum length of a CSV file in characters; the body may have 4 MiB. */
const MAX_CSV = 4_000_000;

const id = { description: 'The id of the redirect.', examples: ['rr-0mm5lxs00a1b2c3d4e5f60718'] };
const from = {
  description:
    'A path below that of the site, without query; a `*` at its end stands for any rest. One slash at the end is ignored.',
  examples: ['/2019/old-name'],
};
const to = {
  description:
    'A path below that of the site, or an http or https address; a `*` at its end takes the rest. Absent for 410.',
  examples: ['/posts/new-name'],
};
const status = z.union([z.literal(301), z.literal(302), z.literal(410)]).meta({
  description: '301: moved for good; 302: for a while; 410: gone for good.',
  override: { type: 'integer', enum: [301, 302, 410] },
});

export const ruleInput = z.object({
  from: z.string().trim().min(1).max(500).meta(from),
  to: z.string().trim().max(2000).optional().meta(to),
  status: status.default(301),
});
export const changeInput = ruleInput.partial().extend({
  id: existingId.meta(id),
  status: status.optional(),
});
export const idInput = z.object({ id: existingId.meta(id) });
export const listInput = z.object({
  page: pageNumber(),
  pageSize: pageSize(),
  search: searchTerm.optional().meta({ description: 'Only redirects whose `from` or `to` contains this text.' }),
});
export const importInput = z.object({
  csv: z
    .string()
    .max(MAX_CSV)
    .meta({
      description:
        'The file: a row for each redirect, with the columns from, to and status; names of columns in the first row are optional.',
      examples: ['from,to,status\n/old,/posts/new,301\n'],
    }),
  dryRun: z.boolean().default(false).meta({ description: 'Only report what an import would do.' }),
});

const redirect = z
  .object({
    id: z.string().meta(id),
    from: z.string().meta(from),
    to: z.string().optional().meta(to),
    status,
    hits: count('How often it was used. Counts are written every 10 seconds.', 3),
    lastHitAt: timestamp('When it was last used; absent if never.').optional(),
    createdAt: timestamp('When it was added.'),
  })
  .meta({ id: 'Redirect' });

export const oneRedirect = z.object({ ok, redirect });
export const redirectList = z.object({
  ok,
  redirects: z.array(redirect).meta({ description: 'By path.' }),
  ...paging,
});
export const removed = z.object({ ok, id: z.string().meta(id) });
export const missingList = z.object({
  ok,
  paths: z
    .array(
      z.object({
        path: z.string().meta({ description: 'The path below that of the site.', examples: ['/2019/old-name'] }),
        hits: count('How often it was asked for in the last 30 days.', 12),
        lastDay: z.string().meta({ format: 'date', description: 'The last day (UTC) on which it was asked for.' }),
      }),
    )
    .meta({ description: 'At most 1,000, the most frequent first. No queries, secrets or addresses of people.' }),
});
export const importReport = z.object({
  ok,
  added: count('Number of new redirects.', 2),
  changed: count('Number of redirects that lead elsewhere now.', 0),
  unchanged: count('Number of rows that are stored already, or repeated in the file.', 1),
  refused: refusedRows('"old" is not a path: begin it with "/".'),
});
export const exportFile = z.object({
  ok,
  csv: z.string().meta({
    description: 'The file, in UTF-8 with a byte order mark.',
    examples: ['\ufefffrom,to,status\r\n'],
  }),
});

export type RuleInput = z.output<typeof ruleInput>;
export type ChangeInput = z.output<typeof changeInput>;
export type ListInput = z.output<typeof listInput>;
export type ImportInput = z.output<typeof importInput>;
export type ImportReport = Omit<z.output<typeof importReport>, 'ok'>;
export type RedirectShape = z.output<typeof redirect>;
