import { z } from 'zod';

import { postFields } from '../../shared/post-fields.ts';
import { urlInput } from '../base/field-schemas.ts';
import { cleanString, count, ok, pageNumber, pageSize, paging, searchTerm } from '../base/schemas.ts';
import { cleanText } from '../base/text.ts';
import { colorInput } from '../data/settings/identity.ts';

const MAX_DESCRIPTION = 500;

/** The kind of a name of posts. */
export const kind = z.enum(['tag', 'category']).meta({ description: 'Tags, or categories.' });

/** The name of a tag or category that should exist, cleaned as when it was stored. */
const name = z
  .string()
  .max(200)
  .transform((text) => cleanText(text, { lineFeeds: false }))
  .meta({
    override: { type: 'string', maxLength: 200 },
    description: 'The name of the tag or category.',
    examples: ['ferries'],
  });

const newName = cleanString(1, postFields.tags.max).meta({
  description: 'The name that it gets.',
  examples: ['Ferries'],
});
const description = cleanString(0, MAX_DESCRIPTION).meta({
  description: 'Plain text for its page, its feeds and search engines; "" for none.',
  examples: ['Everything that floats.'],
});

export const listInput = z.object({
  kind,
  page: pageNumber(),
  pageSize: pageSize(),
  search: searchTerm.optional().meta({ description: 'Names and descriptions that contain this text in any case.' }),
  sort: z
    .enum(['posts', 'name'])
    .default('posts')
    .meta({ description: 'By the number of posts, the most first, or by name.' }),
});
export const renameInput = z.object({
  kind,
  name,
  newName,
  merge: z.boolean().default(false).meta({
    description: 'Whether it may become one with a tag or category that has the new name already.',
  }),
});
export const deleteInput = z.object({ kind, name });
const picture = urlInput({ max: 2000 }).meta({
  description: 'Address or path of a picture for its page and link previews; "" for none.',
  examples: ['/media/2026/03/ferry-1a2b3c4d.jpg'],
});
const color = colorInput.meta({ description: 'A colour for its page; "" for none.', examples: ['#2f5d50'] });

export const describeInput = z.object({ kind, name, description, picture, color }).partial({
  description: true,
  picture: true,
  color: true,
});

const named = z
  .object({
    name: z.string().meta({ description: 'The name.', examples: ['ferries'] }),
    description: z.string().meta({ description: 'Plain text; "" for none.', examples: ['Everything that floats.'] }),
    picture: z.string().meta({
      description: 'Address or path of a picture; "" for none.',
      examples: ['/media/2026/03/ferry-1a2b3c4d.jpg'],
    }),
    color: z.string().meta({ description: 'A colour such as `#2f5d50`; "" for none.', examples: ['#2f5d50'] }),
    published: count('Number of posts that visitors see.', 12),
    others: count('Number of drafts and scheduled posts.', 1),
    pages: count('Number of pages, which no list shows.', 0),
  })
  .meta({ id: 'TaxonomyName' });

export const nameList = z.object({
  ok,
  names: z.array(named).meta({ description: 'In the requested order.' }),
  ...paging,
});
export const renamed = z.object({
  ok,
  name: z.string().meta({ description: 'The new name.', examples: ['Ferries'] }),
  changed: count('Number of changed posts and pages.', 13),
});
export const deleted = renamed.extend({ name: z.string().meta({ description: 'The name.', examples: ['ferries'] }) });
export const described = z.object({
  ok,
  name: named.shape.name,
  description: named.shape.description,
  picture: named.shape.picture,
  color: named.shape.color,
});

export type NameKind = z.output<typeof kind>;
export type NameListInput = z.output<typeof listInput>;
export type RenameNameInput = z.output<typeof renameInput>;
export type DescribeInput = z.output<typeof describeInput>;
export type NamedShape = z.output<typeof named>;
