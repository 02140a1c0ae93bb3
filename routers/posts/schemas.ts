import { z } from 'zod';

import { isInvisible } from '../invisible.ts';
import { cleanString, flag, ifVersion, orAbsent, pageNumber, pageSize, searchTerm, typedPassword } from '../schemas.ts';
import { cleanText, codePoints, storable } from '../text.ts';
import { foldId, idPattern } from './slug.ts';

const CONTENT_LENGTH = 1_000_000;
/** So many tags a post may have. */
export const MOST_TAGS = 50;
/** How many ids one bulk call takes. */
const BULK = 200;
/** The highest page of the post list (interface.md, Limits). */
const LAST_PAGE = 200;

/** The name of a tag or category, cleaned as it was when it was stored. */
const name = z
  .string()
  .max(200)
  .transform((text) => cleanText(text, { lineFeeds: false }))
  .meta({ override: { type: 'string', maxLength: 200 } });

/** Published posts are seen by everybody once their time has come, drafts by the administrator only. */
export const status = z.enum(['published', 'draft']);
const day = z
  .string()
  .refine(isDay, { error: 'must be a day such as 2026-01-31' })
  .meta({ override: { type: 'string', format: 'date' } });
const cover = z
  .string()
  .trim()
  .max(2000)
  .refine(isPicture, { error: 'must be an http or https address or a path' })
  .meta({ override: { type: 'string', maxLength: 2000 } });
const content = z
  .string()
  .transform(storable)
  .refine((text) => codePoints(text) <= CONTENT_LENGTH, { error: 'must have at most 1000000 characters' })
  .meta({ override: { type: 'string', maxLength: CONTENT_LENGTH, description: 'Markdown' } });
const tags = z
  .array(cleanString(1, 50))
  .transform((names) => [...new Set(names)])
  .refine((names) => names.length <= MOST_TAGS, { error: `must have at most ${MOST_TAGS} tags` })
  .meta({ override: { type: 'array', maxItems: MOST_TAGS, items: { type: 'string', minLength: 1, maxLength: 50 } } });
/** A moment of any offset as it is stored, in UTC; null for none. */
const publishAt = z
  .string()
  .nullable()
  .transform((text) => (text === null || text === '' ? null : momentOf(text)))
  .refine((time) => time !== undefined, { error: 'must be a moment such as 2026-01-31T08:00:00+01:00, or null' })
  .transform((time) => time ?? null)
  .meta({
    override: { type: ['string', 'null'], format: 'date-time' },
    description: 'From then on a published post is visible, ISO 8601 with an offset; null or "": at once.',
  });
const newId = z
  .string()
  .transform(foldId)
  .refine((id) => idPattern.test(id), { error: 'must be 1 to 80 letters, digits and "-"' })
  .refine((id) => !id.startsWith('gb-'), { error: 'must not start with "gb-", which belongs to the guestbook' })
  .meta({ override: { type: 'string', minLength: 1, maxLength: 80 } });

const password = typedPassword(4, 200);

/** The id of a post that exists; one that cannot exist is simply not found. */
export const postId = z.string().meta({ description: 'The slug of the post.' });

const fields = {
  title: cleanString(1, 200),
  content,
  excerpt: cleanString(0, 500, { lineFeeds: true }),
  cover,
  tags,
  category: cleanString(0, 50, { visible: true }),
  pinned: flag,
  protected: flag,
  status,
  publishAt,
  date: day,
};

export const createInput = z
  .object({ ...fields, password: orAbsent(password), id: orAbsent(newId) })
  .partial()
  .required({ title: true });

export const updateInput = z
  .object({ ...fields, password: orAbsent(password), oldPassword: orAbsent(password), ifVersion })
  .partial()
  .extend({ id: postId });

const { title, content: text, excerpt, cover: picture, tags: names, category, pinned, date } = fields;
/** What a working copy may hold of a post. */
export const workingFields = z
  .object({ title, content: text, excerpt, cover: picture, tags: names, category, pinned, date })
  .partial();

export const renameInput = z.object({ id: postId, newId, ifVersion });
export const deleteInput = z.object({ id: postId, ifVersion });
export const getInput = z.object({ id: postId });

export const listInput = z.object({
  page: pageNumber(LAST_PAGE),
  pageSize: pageSize(),
  category: name.optional(),
  tag: name.optional(),
  search: searchTerm.optional().meta({ description: 'Part of title, excerpt, tags or content, whatever its case.' }),
  status: status.optional().meta({ description: 'For the administrator; visitors see published posts only.' }),
});

export const allInput = z.object({
  page: pageNumber(),
  pageSize: pageSize(),
  status: z.enum(['published', 'scheduled', 'draft']).optional().meta({
    description: 'published: visible now; scheduled: published, but its time is yet to come.',
  }),
  tag: name.optional(),
  category: name.optional(),
  search: searchTerm.optional().meta({ description: 'Part of title, excerpt, tags or content, whatever its case.' }),
  sort: z.enum(['date', 'title', 'updated', 'views', 'likes', 'comments']).default('date'),
  order: z.enum(['asc', 'desc']).default('desc'),
});

export const bulkInput = z
  .object({
    action: z.enum(['publish', 'unpublish', 'delete', 'tag', 'untag']),
    ids: z.array(postId).min(1).max(BULK),
    // An invisible tag from before 2.16.0 can be taken off.
    tag: cleanString(1, 50, { visible: false }).optional(),
  })
  .refine(({ action, tag }) => tag !== undefined || (action !== 'tag' && action !== 'untag'), {
    path: ['tag'],
    error: 'is needed to tag and to untag',
  })
  .refine(({ action, tag }) => action !== 'tag' || tag === undefined || !isInvisible(tag), {
    path: ['tag'],
    error: 'must have at least one visible character',
  });

export const renderInput = z.object({ content });

export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;
export type RenameInput = z.output<typeof renameInput>;
export type ListInput = z.output<typeof listInput>;
export type AllInput = z.output<typeof allInput>;
export type BulkInput = z.output<typeof bulkInput>;

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The moment in UTC with milliseconds; undefined for what is none, or lies beyond the years that sort as texts. */
function momentOf(text: string): string | undefined {
  if (!z.iso.datetime({ offset: true }).safeParse(text).success) return undefined;
  const time = new Date(text).toISOString();
  return /^\d{4}-/.test(time) ? time : undefined;
}

function isPicture(text: string): boolean {
  if (text === '') return true;
  // eslint-disable-next-line no-control-regex -- what a browser would silently take out of an address
  if (/[\p{Cs}\u0000-\u0020\\\u007f]/u.test(text)) return false;
  return URL.canParse(text, 'http://path') && /^https?:$/.test(new URL(text, 'http://path').protocol);
}
