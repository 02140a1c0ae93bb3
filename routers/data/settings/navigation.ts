import { z } from 'zod';

import { isLinkTarget } from '../../../shared/link-targets.ts';
import { cleanString } from '../../base/schemas.ts';

/** The maximum number of entries. */
const MOST = 20;

const label = cleanString(1, 60, { visible: true });

/** A link that the owner sets. */
export const link = z.object({
  label: label.meta({ description: 'The text.', examples: ['About'] }),
  url: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .refine(isLinkTarget, { error: 'must be an http, https or mailto address or a path' })
    .meta({ description: 'The address.', examples: ['/about'] }),
});

/** A page of the service, whose name is that of the reader's language unless there is a label. */
const page = z.object({ page: z.enum(['archive', 'guestbook', 'search']), label: label.optional() });

/** An entry that leads anywhere, or to a page of the service. */
const leaf = z.union([link, page]);

/** A submenu: a text that opens a list of entries, and a link of its own if there is one. */
const submenu = link.partial({ url: true }).extend({ children: z.array(leaf).min(1).max(MOST) });

const entry = z.union([submenu, link, page]);

const leafProperties = {
  label: { type: 'string' as const, minLength: 1, maxLength: 60, description: 'The text.', examples: ['About'] },
  url: { type: 'string' as const, minLength: 1, maxLength: 2000, description: 'The address.', examples: ['/about'] },
  page: {
    type: 'string' as const,
    enum: ['archive', 'guestbook', 'search'],
    description: 'A page of the service, in place of an address.',
    examples: ['archive'],
  },
};

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
          ...leafProperties,
          children: {
            type: 'array',
            minItems: 1,
            maxItems: MOST,
            description: 'The entries of a submenu, which have no `children`.',
            items: { type: 'object', properties: leafProperties },
          },
        },
      },
    },
  });

export type Navigation = z.output<typeof navigation>;
export type NavigationEntry = NonNullable<Navigation>[number];
