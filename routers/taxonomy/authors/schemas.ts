import { z } from 'zod';

import { foldId, idPattern } from '../../../shared/post-id.ts';
import { postFields } from '../../../shared/post-fields.ts';
import { urlInput } from '../../base/field-schemas.ts';
import { cleanString, count, existingId, ok, orAbsent } from '../../base/schemas.ts';
import { profileLinks } from '../../data/settings/identity.ts';
import { withoutCredentials } from '../../data/settings/public-urls.ts';

const { max: MAX_ID } = postFields.authors;
/** The value of `reassign` in a query for nobody. */
export const NULL = 'null';

const idMeta = {
  description: 'The id of the author, which is in the address of their page and never changes.',
  examples: ['ada'],
};
export const newAuthorId = z
  .string()
  .transform(foldId)
  .refine((id) => idPattern.test(id), { error: `must be 1 to ${MAX_ID} letters, digits and "-"` })
  .refine((id) => id !== NULL, { error: 'must not be "null"; choose another id' })
  .meta({
    override: { type: 'string', minLength: 1, maxLength: MAX_ID },
    description: 'The id, which is in the address of the page; made from the name if absent.',
    examples: ['ada'],
  });

/** The id of an author that should exist. */
const id = existingId.transform(foldId).meta({ override: { type: 'string' }, ...idMeta });

const fields = {
  name: cleanString(1, postFields.author.max).meta({ description: 'The name.', examples: ['Ada'] }),
  bio: cleanString(0, 1000, { lineFeeds: true, visible: true }).meta({
    description: 'Plain text about the author for their page, its feeds and search engines; "" for none.',
    examples: ['Writes about ferries.'],
  }),
  picture: withoutCredentials(urlInput({ max: 2000 })).meta({
    description: 'Address or path of a picture; "" for none.',
    examples: ['/media/2026/03/ada-1a2b3c4d.jpg'],
  }),
  links: withoutCredentials(profileLinks).meta({
    description: 'At most 10 links to profiles of the author, which their page shows with rel=me.',
    examples: [[{ label: 'Mastodon', url: 'https://social.example/@ada' }]],
  }),
};

export const createInput = z.object({
  ...fields,
  id: orAbsent(newAuthorId),
  bio: fields.bio.default(''),
  picture: fields.picture.default(''),
  links: fields.links.default([]),
});
export const getInput = z.object({ id });
export const updateInput = z.object(fields).partial().extend({ id });
/** In a query null is a text, which no id is. */
const heir = z
  .string()
  .transform((text) => (text === NULL ? '' : foldId(text)))
  .meta({ override: { type: 'string' } });

export const deleteInput = z.object({
  id,
  reassign: orAbsent(heir).meta({
    description: 'The id of the author who gets the posts; null or absent: the posts lose this author.',
    examples: ['bea'],
  }),
});

const author = z
  .object({
    id: z.string().meta(idMeta),
    name: z.string().meta({ description: 'The name.', examples: ['Ada'] }),
    bio: z.string().meta({ description: 'Plain text; "" for none.', examples: ['Writes about ferries.'] }),
    picture: z.string().meta({
      description: 'Address or path of a picture; "" for none.',
      examples: ['/media/2026/03/ada-1a2b3c4d.jpg'],
    }),
    links: z
      .array(
        z.object({
          label: z.string().meta({ description: 'The text.', examples: ['Mastodon'] }),
          url: z.string().meta({ description: 'The address.', examples: ['https://social.example/@ada'] }),
        }),
      )
      .meta({
        description: 'Links to profiles.',
        examples: [[{ label: 'Mastodon', url: 'https://social.example/@ada' }]],
      }),
  })
  .meta({ id: 'Author' });

const counted = author
  .extend({ posts: count('Number of posts and pages that have this author, drafts included.', 12) })
  .meta({ id: 'CountedAuthor' });

export const authorList = z.object({ ok, authors: z.array(author).meta({ description: 'By name.' }) });
export const countedList = z.object({ ok, authors: z.array(counted).meta({ description: 'By name.' }) });
export const oneAuthor = z.object({ ok, author });
export const changedAuthor = z.object({
  ok,
  author,
  changed: count('Number of posts and pages whose author has another name now.', 0),
});
export const deleted = z.object({
  ok,
  id: z.string().meta(idMeta),
  changed: count('Number of changed posts and pages.', 12),
});

export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;
export type DeleteInput = z.output<typeof deleteInput>;
export type AuthorShape = z.output<typeof author>;
export type CountedAuthor = z.output<typeof counted>;
