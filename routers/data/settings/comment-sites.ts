import { z } from 'zod';

import { siteOf } from '../../../shared/thread-address.ts';
import { cleanString } from '../../base/schemas.ts';

const MAX_SITES = 20;

const origin = z
  .string()
  .trim()
  .max(300)
  .refine((text) => siteOf(text) !== null, {
    error: 'must be an origin such as https://notes.example, without a path',
  })
  .transform((text) => (siteOf(text) === null ? text : new URL(text).origin))
  .meta({
    override: { type: 'string', maxLength: 300 },
    description: 'Scheme, host and port. Pages of both schemes, with and without `www.`, are of the same site.',
    examples: ['https://notes.example'],
  });

const site = z.object({
  origin,
  name: cleanString(1, 80, { visible: true }).meta({
    description: 'What the owner calls the site.',
    examples: ['Notes'],
  }),
});

/** Other sites whose pages have comments here. */
export const commentSites = z
  .array(site)
  .max(MAX_SITES)
  .refine((sites) => new Set(sites.map(({ origin: one }) => siteOf(one))).size === sites.length, {
    error: 'must not name a site twice: scheme, "www." and default ports do not count',
  });
