import { z } from 'zod';

import { isDay, utcTime } from '../../shared/dates.ts';
import { isAbsoluteUrl, isUrlOrPath } from '../../shared/link-targets.ts';
import { foldId, idPattern } from '../../shared/post-id.ts';
import { fieldNames, postFields, type FieldName, type PostField, type TextField } from '../../shared/post-fields.ts';
import { cleanString, flag, zeroOrOne } from './schemas.ts';
import { codePoints, storable } from './text.ts';

/** The names of the most authors that a post may have, with commas between them. */
const LONGEST_BYLINE = postFields.authors.most * (postFields.author.max + 2);

/** Published posts are public from their publish time on, drafts are visible to the administrator only. */
export const status = z.enum(['published', 'draft']);

/** The input schema of each kind of field. */
const inputs = {
  line: ({ min = 0, max }: TextField) => cleanString(min, max, { visible: true }),
  text: ({ min = 0, max }: TextField) => cleanString(min, max, { lineFeeds: true }),
  markdown: ({ max }: TextField) =>
    z
      .string()
      .transform(storable)
      .refine((text) => codePoints(text) <= max, { error: `must have at most ${max} characters` })
      .meta({ override: { type: 'string', maxLength: max } }),
  url: ({ max }: Pick<TextField, 'max'>) =>
    z
      .string()
      .trim()
      .max(max)
      .refine(isUrlOrPath, { error: 'must be an http or https address or a path' })
      .meta({ override: { type: 'string', maxLength: max } }),
  address: ({ max }: TextField) =>
    z
      .string()
      .trim()
      .max(max)
      .refine((text) => text === '' || isAbsoluteUrl(text), { error: 'must be an http or https address, or ""' })
      .meta({ override: { type: 'string', maxLength: max } }),
  names: ({ min = 0, max, most = 0 }: TextField) =>
    z
      .array(cleanString(min, max))
      .transform((names) => [...new Set(names)])
      .refine((names) => names.length <= most, { error: `must have at most ${most} tags` })
      .meta({
        override: {
          type: 'array',
          maxItems: most,
          items: { type: 'string', minLength: min, maxLength: max },
        },
      }),
  /** Ids of authors, in their canonical form; whether they exist is checked with the write. */
  authors: ({ max, most = 0 }: TextField) =>
    z
      .array(
        z
          .string()
          .transform(foldId)
          .refine((id) => idPattern.test(id), { error: 'must be the id of an author' }),
      )
      .transform((ids) => [...new Set(ids)])
      .refine((ids) => ids.length <= most, { error: `must have at most ${most} authors` })
      .meta({
        override: { type: 'array', maxItems: most, items: { type: 'string', minLength: 1, maxLength: max } },
      }),
  flag: () => flag,
  status: () => status,
  /** Accepts any offset, stores UTC; null for none. */
  timestamp: () =>
    z
      .string()
      .nullable()
      .transform((text) => (text === null || text === '' ? null : inUtc(text)))
      .refine((time) => time !== undefined, {
        error: 'must be a moment such as 2026-01-31T08:00:00+01:00 in the years 1 to 9999, or null',
      })
      .transform((time) => time ?? null)
      .meta({ override: { type: ['string', 'null'], format: 'date-time' } }),
  date: () =>
    z
      .string()
      .refine(isDay, { error: 'must be a day such as 2026-01-31, from 0001-01-01 to 9999-12-31' })
      .meta({ override: { type: 'string', format: 'date' } }),
};

/** The output schema of each kind of field. */
const outputs = {
  line: z.string(),
  text: z.string(),
  markdown: z.string(),
  url: z.string(),
  address: z.string(),
  names: z.array(z.string()),
  authors: z.array(z.string()),
  flag: zeroOrOne,
  status,
  timestamp: z.string().nullable().meta({ format: 'date-time' }),
  date: z.string().meta({ format: 'date' }),
} satisfies Record<keyof typeof inputs, z.ZodType>;

/** A day in a request. */
export const dayInput = inputs.date;

/** A point in time in a request, stored in UTC; null for none. */
export const timestampInput = inputs.timestamp;

/** An http or https address or a path, or "". */
export const urlInput = inputs.url;

type KindOf<N extends FieldName> = (typeof postFields)[N]['kind'];

/** Examples for the API reference. */
const examples: Partial<Record<FieldName, unknown>> = {
  title: 'First light',
  date: '2026-03-01',
  excerpt: 'The ferry leaves at six.',
  cover: '/media/harbour.jpg',
  tags: ['ferries', 'morning'],
  category: 'Travel',
  author: 'Bea',
  authors: ['ada', 'bea'],
  status: 'published',
  content: 'The ferry leaves at six.',
};

/** The input schema of each field. */
export const inputFields = {
  ...(schemasOf(({ description, inputDescription = description, ...field }) =>
    inputs[field.kind](field as TextField).meta({ description: inputDescription }),
  ) as { [N in FieldName]: ReturnType<(typeof inputs)[KindOf<N>]> }),
  author: byline(postFields.author),
};

/**
 * The name of the author. The names of `authors` may be longer together, and are ignored when they are sent back; other
 * names that are too long are refused with the write (`routers/posts/bylines.ts`).
 */
function byline({ max, description }: typeof postFields.author) {
  return cleanString(0, LONGEST_BYLINE, { visible: true }).meta({
    override: { type: 'string', maxLength: max },
    description,
    examples: [examples.author],
  });
}

/** The output schema of each field. */
export const outputFields = schemasOf(({ kind, description }) => outputs[kind].meta({ description })) as {
  [N in FieldName]: (typeof outputs)[KindOf<N>];
};

function schemasOf(make: (field: PostField) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(fieldNames.map((name) => [name, withExample(name, make(postFields[name]))]));
}

function withExample(name: FieldName, schema: z.ZodType): z.ZodType {
  return name in examples ? schema.meta({ examples: [examples[name]] }) : schema;
}

/** The time in UTC with milliseconds; undefined for an invalid one. */
function inUtc(text: string): string | undefined {
  return z.iso.datetime({ offset: true }).safeParse(text).success ? utcTime(Date.parse(text)) : undefined;
}
