import { z } from 'zod';

import { isInvisible } from '../../shared/invisible.ts';
import { postLengths } from '../../shared/lengths.ts';
import { canonicalId, foldId, idPattern } from '../../shared/post-id.ts';
import { postFields } from '../../shared/post-fields.ts';
import { bulkTarget, checkBulkTarget } from '../data/bulk.ts';
import {
  cleanString,
  commaList,
  flag,
  ifVersion,
  orAbsent,
  pageNumber,
  pageSize,
  searchTerm,
  typedPassword,
  postId,
} from '../base/schemas.ts';
import { cleanText } from '../base/text.ts';
import { inputFields, status } from '../base/field-schemas.ts';

/** The maximum number of tags in a filter. */
const MAX_TAGS = 20;
/** The highest page of the post list (docs/interface.md, W18). */
const LAST_PAGE = 200;

/** The name of a tag or category, cleaned as when it was stored. */
function name(description: string) {
  return z
    .string()
    .max(200)
    .transform((text) => cleanText(text, { lineFeeds: false }))
    .optional()
    .meta({ override: { type: 'string', maxLength: 200 }, description });
}
const category = name('Posts in this category.');
const tag = name('Posts with this tag.');
const author = z
  .string()
  .max(200)
  .transform((id) => canonicalId(id))
  .optional()
  .meta({ override: { type: 'string', maxLength: 200 }, description: 'Posts by the author with this id.' });
const search = searchTerm.optional().meta({
  description: 'Posts that contain this text in title, excerpt, tags or content; case does not matter.',
});

const newId = z
  .string()
  .transform(foldId)
  .refine((id) => idPattern.test(id), { error: `must be 1 to ${postLengths.id} letters, digits and "-"` })
  .refine((id) => !id.startsWith('gb-'), { error: 'must not start with "gb-", which belongs to the guestbook' })
  .meta({
    override: { type: 'string', minLength: 1, maxLength: postLengths.id },
    description: 'The slug; made from the title if absent.',
  });

const password = typedPassword(4, postLengths.password).meta({ description: 'Encrypts the content; readers need it.' });
const oldPassword = password.meta({ description: 'The current password, to encrypt the post again with `password`.' });

export const notifySubscribers = z
  .boolean()
  .optional()
  .meta({
    description:
      'Whether the post is mailed to the subscribers, once: 10 s after it is published, or 10 s from now if it is public. ' +
      'false withdraws it until the first mail is sent, as does hiding the post. Absent: as before.',
  });

const allowComments = flag.optional().meta({ description: 'Whether visitors may comment on the post; default: yes.' });

/** The id of an existing post; an impossible id is not found. */
export const createInput = z
  .object({ ...inputFields, password: orAbsent(password), id: orAbsent(newId), allowComments, notifySubscribers })
  .partial()
  .required({ title: true });

const autosave = flag.optional().meta({
  description:
    'Save a draft while it is written: needs `ifVersion`, keeps fewer revisions, and an id made from the title follows it.',
});

export const updateInput = z
  .object({
    ...inputFields,
    password: orAbsent(password),
    oldPassword: orAbsent(oldPassword),
    ifVersion,
    autosave,
    allowComments,
    notifySubscribers,
  })
  .partial()
  .extend({ id: postId });

export const renameInput = z.object({
  id: postId,
  newId: newId.meta({ description: 'The new slug.', examples: ['second-light'] }),
  ifVersion,
});
export const deleteInput = z.object({ id: postId, ifVersion });
export const getInput = z.object({
  id: postId,
  include: commaList(z.enum(['html']))
    .optional()
    .meta({ description: '`html`.' }),
});

export const listInput = z.object({
  page: pageNumber(LAST_PAGE),
  pageSize: pageSize(),
  category,
  tag: tag.meta({ examples: ['ferries'] }),
  author: author.meta({ examples: ['ada'] }),
  search,
  tags: commaList(tag.unwrap(), { max: MAX_TAGS })
    .optional()
    .meta({ description: 'Posts with all of these tags, separated by commas.', examples: ['ferries,morning'] }),
  from: inputFields.date.optional().meta({ description: 'Posts of this date or later.' }),
  to: inputFields.date.optional().meta({ description: 'Posts of this date or earlier.' }),
  sort: z
    .enum(['date', 'updated', 'title'])
    .optional()
    .meta({ description: 'Sort key; pinned posts are then not first.' }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({ description: 'Sort order with `sort`; default desc, for title asc.' }),
  include: commaList(z.enum(['content', 'html', 'comments']))
    .optional()
    .meta({ description: 'Any of `content`, `html` and `comments`, separated by commas.', examples: ['comments'] }),
  status: status.optional().meta({ description: 'For the administrator; visitors see published posts only.' }),
});

export const allInput = z.object({
  kind: z.enum(['post', 'page']).default('post').meta({ description: 'Posts or pages.' }),
  page: pageNumber(),
  pageSize: pageSize(),
  status: z.enum(['published', 'scheduled', 'draft']).optional().meta({
    description: 'published: visible now; scheduled: published, with a date in the future.',
  }),
  tag,
  category,
  author,
  search,
  sort: z
    .enum(['date', 'title', 'updated', 'views', 'likes', 'comments'])
    .default('date')
    .meta({ description: 'Sort key.' }),
  order: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Sort order.' }),
});

export const bulkInput = z
  .object({
    action: z
      .enum(['publish', 'unpublish', 'trash', 'delete', 'tag', 'untag', 'category'])
      .meta({ description: 'What to do with the posts.' }),
    ...bulkTarget(
      'posts',
      postId,
      allInput.pick({ status: true, tag: true, category: true, author: true, search: true }),
    ),
    // An invisible tag from before 2.16.0 can be removed.
    tag: cleanString(1, postFields.tags.max, { visible: false })
      .optional()
      .meta({ description: 'The tag to add or remove.' }),
    category: inputFields.category
      .optional()
      .meta({ description: 'With the action `category`: the one that the posts get; "" for none.' }),
  })
  .superRefine(checkBulkTarget)
  .refine(({ action, category }) => action !== 'category' || category !== undefined, {
    path: ['category'],
    error: 'is needed for this action',
  })
  .refine(({ action, tag }) => tag !== undefined || (action !== 'tag' && action !== 'untag'), {
    path: ['tag'],
    error: 'is needed to tag and to untag',
  })
  .refine(({ action, tag }) => action !== 'tag' || tag === undefined || !isInvisible(tag), {
    path: ['tag'],
    error: 'must have at least one visible character',
  });

export const renderInput = z.object({ content: inputFields.content });

export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;
export type RenameInput = z.output<typeof renameInput>;
export type GetInput = z.output<typeof getInput>;
export type ListInput = z.output<typeof listInput>;
export type AllInput = z.output<typeof allInput>;
export type BulkInput = z.output<typeof bulkInput>;
