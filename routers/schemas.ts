import { z } from 'zod';

import { isInvisible } from './invisible.ts';
import { cleanText, codePoints, FIELD_BOUNDARY, storable } from './text.ts';

/** The id of something that exists. What no database can keep, such as a NUL, names nothing. */
export const existingId = z
  .string()
  .transform((id) => (storable(id) === id ? id : ''))
  .meta({ override: { type: 'string' } });

/** `ok: true`, the first field of every success. */
export const ok = z.literal(true);

/**
 * Text of people, cleaned before it is measured.
 *
 * @param min least number of characters (code points), after cleaning
 * @param max greatest number
 * @param lineFeeds whether line feeds are kept or become spaces
 * @param visible whether a text must have a visible character, unless it may be empty and is
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
 * A password as it was typed, in any form of Unicode; measured in the one that fits better, so that no keyboard makes a
 * good password too long or too short.
 *
 * @param min least number of characters (code points)
 * @param max greatest number
 */
export function typedPassword(min: number, max: number) {
  return z
    .string()
    .superRefine((text, issues) => {
      const lengths = [text, text.normalize('NFC')].map(codePoints);
      if (Math.max(...lengths) < min) issues.addIssue(`must have at least ${min} characters`);
      if (Math.min(...lengths) > max) issues.addIssue(`must have at most ${max} characters`);
    })
    .meta({ override: { type: 'string', ...(min > 0 && { minLength: min }), maxLength: max, format: 'password' } });
}

/** True or false; 0 and 1, as answers give them, are taken as well. */
export const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1)], { error: 'must be true or false' })
  .transform((value) => (value ? 1 : 0))
  .meta({ override: { type: 'boolean' } });

/** 0 or 1, the form in which answers give flags. */
export const zeroOrOne = z.union([z.literal(0), z.literal(1)]).meta({ override: { type: 'integer', enum: [0, 1] } });

/** `null` and "" mean absent. */
export function orAbsent<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional()).optional();
}

/** Text to look for, as it could be stored, without the character that stands between the fields to look in. */
export const searchTerm = z
  .string()
  .max(200)
  .transform((text) => storable(text).replaceAll(FIELD_BOUNDARY, ''))
  .meta({ override: { type: 'string', maxLength: 200 } });

/** The first page is 1. `last` is the highest page that may be asked for. */
export function pageNumber(last?: number) {
  const schema = z.int().min(1);
  return (last === undefined ? schema : schema.max(last)).default(1);
}

/** How many items a page has; more than `most` is cut, and the answer tells the size used. */
export function pageSize(most = 100) {
  return z
    .int()
    .min(1)
    .transform((size) => Math.min(size, most))
    .default(10)
    .meta({ description: `Items a page; more than ${most} is cut to ${most}.` });
}

/** The paging fields that every list answers with. */
export const paging = { total: z.int().min(0), page: z.int().min(1), pageSize: z.int().min(1) };

/** A version that the caller expects the thing to have; a query string may bring it as digits. */
/** Versions are 32-bit integers in the database. */
export const LARGEST_VERSION = 2_147_483_647;

export const ifVersion = z.int().min(0).optional().meta({
  description: 'Only when the post still has this version; otherwise 412.',
});

/** A moment, ISO 8601 in UTC with milliseconds. */
export const moment = z.string().meta({ format: 'date-time' });
