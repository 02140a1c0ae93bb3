import { z } from 'zod';

import { isInvisible } from '../../shared/invisible.ts';
import { cleanText, codePoints, FIELD_BOUNDARY, isStorable, storable } from './text.ts';

/** The id of an object that should exist. An id that cannot be stored, such as one with a NUL, is not found. */
export const existingId = z
  .string()
  .transform((id) => (isStorable(id) ? id : ''))
  .meta({ override: { type: 'string' } });

/** `ok: true`, the first field of every success. */
export const ok = z.literal(true).meta({ description: 'Always true.' });

/**
 * Text that a user typed, cleaned before it is measured.
 *
 * @param min minimum length in characters (code points), after cleaning
 * @param max maximum length
 * @param lineFeeds whether line feeds are kept; otherwise they become spaces
 * @param visible whether a text that is not empty must have a visible character
 */
export function cleanString(min: number, max: number, { lineFeeds = false, visible = min > 0 } = {}) {
  return z
    .string()
    .transform((text) => cleanText(text, { lineFeeds }))
    .superRefine((text, issues) => {
      const length = codePoints(text);
      if (length < min) issues.addIssue(min === 1 ? 'must not be empty' : `must have at least ${min} characters`);
      else if (visible && length > 0 && isInvisible(text)) issues.addIssue('must have at least one visible character');
      if (length > max) issues.addIssue(`must have at most ${max} characters, but has ${length}`);
    })
    .meta({ override: { type: 'string', minLength: min, maxLength: max } });
}

/**
 * A password as typed. Its length must be valid as typed or in NFC, because keyboards differ in the normalization form
 * that they send.
 *
 * @param min minimum length in characters (code points)
 * @param max maximum length
 */
export function typedPassword(min: number, max: number) {
  return z
    .string()
    .superRefine((text, issues) => {
      // NFC leaves at least a quarter of the code points (UAX #15, section 12); a far longer text need not be normalized.
      const typed = codePoints(text);
      const lengths = typed > 4 * max ? [typed] : [typed, codePoints(text.normalize('NFC'))];
      if (Math.max(...lengths) < min) {
        issues.addIssue(min === 1 ? 'must not be empty' : `must have at least ${min} characters`);
      }
      if (Math.min(...lengths) > max) issues.addIssue(`must have at most ${max} characters`);
    })
    .meta({ override: { type: 'string', minLength: min, maxLength: max, format: 'password' } });
}

/** A boolean. 0 and 1, the form in responses, are accepted as well. */
export const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1)], { error: 'must be true or false' })
  .transform((value) => (value ? 1 : 0))
  .meta({ override: { type: 'boolean' } });

/** 0 or 1, the form of flags in responses. */
export const zeroOrOne = z.union([z.literal(0), z.literal(1)]).meta({ override: { type: 'integer', enum: [0, 1] } });

/** `null` and "" mean absent. */
export function orAbsent<T extends z.ZodType<unknown, string>>(schema: T) {
  const absent = z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());
  // The input of z.preprocess is unknown; clients see what it takes.
  return (absent as unknown as z.ZodType<z.output<T> | undefined, z.input<T> | null | undefined>).optional();
}

/** The schemas that `checkedLater` defers. */
export const laterSchemas = new WeakMap<z.ZodType, z.ZodType>();

/** Accepts anything: the procedure validates it with this schema, whose input is the type for clients. */
export function checkedLater<T extends z.ZodType>(schema: T) {
  const anything: z.ZodType = z.unknown();
  laterSchemas.set(anything, schema);
  return anything as z.ZodType<unknown, z.input<T>>;
}

/** Several values in one text, separated by commas, each valid for `item`. */
export function commaList<T extends z.ZodType<unknown, string>>(
  item: T,
  { min = 0, max }: { min?: number; max?: number } = {},
) {
  const items = z.array(item as unknown as z.ZodType<z.output<T>, string>).min(min);
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(max === undefined ? items : items.max(max))
    .meta({ override: { type: 'string' } });
}

/** A search term, without characters that cannot be stored and without the separator of the searched fields. */
export const searchTerm = z
  .string()
  .max(200)
  .transform((text) => storable(text).replaceAll(FIELD_BOUNDARY, ''))
  .meta({ override: { type: 'string', maxLength: 200 } });

/** A page number; `last` is the highest one allowed. */
export function pageNumber(last?: number) {
  const schema = z.int().min(1);
  return (last === undefined ? schema : schema.max(last)).default(1).meta({ description: 'Page number, from 1.' });
}

/** Items per page. More than `most` is reduced to `most`, and the response names the size used. */
export function pageSize(most = 100) {
  return z
    .int()
    .min(1)
    .transform((size) => Math.min(size, most))
    .default(10)
    .meta({ description: `Items per page; more than ${most} is reduced to ${most}.` });
}

/** The paging fields of every list. */
export const paging = {
  total: z
    .int()
    .min(0)
    .meta({ description: 'Number of items on all pages.', examples: [1] }),
  page: z.int().min(1).meta({ description: 'Page number, from 1.' }),
  pageSize: z
    .int()
    .min(1)
    .meta({ description: 'Items per page.', examples: [10] }),
};

/** Versions are 32-bit integers in the database. */
export const LARGEST_VERSION = 2_147_483_647;

/** The version of a post. */
export const version = z
  .int()
  .meta({ description: 'Increases with every change; for ifVersion and If-Match.', examples: [12] });

/** The version that the caller expects a post to have. */
export const ifVersion = z.int().min(0).optional().meta({
  description: 'Change the post only if it still has this version; otherwise 412.',
});

/** A timestamp: ISO 8601 in UTC with milliseconds. */
export function timestamp(description: string) {
  return z.string().meta({ format: 'date-time', description });
}

/** A number of things. */
export function count(description: string, example: number) {
  return z
    .int()
    .min(0)
    .meta({ description, examples: [example] });
}

/** The rows of a file that an import did not take. @param reason an example */
export function refusedRows(reason: string) {
  const line = z
    .int()
    .min(1)
    .meta({ description: 'The line of the file on which the row begins.', examples: [3] });
  return z
    .array(z.object({ line, reason: z.string().meta({ description: 'Why.', examples: [reason] }) }))
    .meta({ description: 'Rows that were not taken.', examples: [[]] });
}

export const postId = z.string().meta({ description: 'The slug of the post.', examples: ['first-light'] });
