import { z } from 'zod';

import { isLinkTarget } from '../../../shared/link-targets.ts';
import { cleanString } from '../../base/schemas.ts';

/** The maximum number of entries. */
const MOST = 20;

const label = cleanString(1, 60, { visible: true });

/** A link that the owner sets. */
export const link = z.object({
  label,
  url: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .refine(isLinkTarget, { error: 'must be an http, https or mailto address or a path' }),
});

/** An entry that leads anywhere, or to a page of the service, whose name is then that of the reader's language. */
const entry = z.union([link, z.object({ page: z.enum(['archive', 'guestbook', 'search']), label: label.optional() })]);

/** A menu; null for the default one. */
export const navigation = z
  .array(entry)
  .max(MOST)
  .nullable()
  .meta({
    override: {
      type: ['array', 'null'],
      maxItems: MOST,
      items: {
        type: 'object',
        properties: {
          label: { type: 'string', minLength: 1, maxLength: 60, description: 'The text.', examples: ['About'] },
          url: { type: 'string', minLength: 1, maxLength: 2000, description: 'The address.', examples: ['/about'] },
          page: {
            type: 'string',
            enum: ['archive', 'guestbook', 'search'],
            description: 'A page of the service, in place of an address.',
            examples: ['archive'],
          },
        },
      },
    },
  });

export type Navigation = z.output<typeof navigation>;
