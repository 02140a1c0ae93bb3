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

/** A page of the service, whose name is that of the reader's language unless there is a label. */
const page = z.object({ page: z.enum(['archive', 'guestbook', 'search']), label: label.optional() });

/** An entry that leads anywhere, or to a page of the service. */
const leaf = chosenBy((value) =>
  'children' in value ? nothing('must have no entries of its own: a menu has one level of submenus') : leafFor(value),
);

/** A submenu: a text that opens a list of entries, and a link of its own if there is one. */
const submenu = link.partial({ url: true }).extend({ children: z.array(leaf).min(1).max(MOST) });

const entry = chosenBy((value) => ('children' in value ? submenu : leafFor(value)));

function leafFor(value: object): typeof link | typeof page {
  return 'page' in value ? page : link;
}

/** A union whose member the fields decide, so that an error names the field. */
function chosenBy<T extends z.ZodType>(choose: (value: object) => T): z.ZodType<z.output<T>, z.input<T>> {
  const parsed = z.looseObject({}).transform((value, { issues }) => {
    const result = choose(value).safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) issues.push({ ...issue, input: value } as (typeof issues)[number]);
    return z.NEVER;
  });
  return parsed as unknown as z.ZodType<z.output<T>, z.input<T>>;
}

function nothing(error: string): z.ZodType<never, never> {
  return z.never({ error });
}

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
