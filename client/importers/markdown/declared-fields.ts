import type { FieldValues } from '../../../shared/field-values.ts';
import { fieldNames, postFields, type FieldName, type PostField } from '../../../shared/post-fields.ts';
import { readDate } from './dates.ts';
import { readAuthors, readBoolean, firstText, readImage, readNames, readTruth, type Fields } from './fields.ts';
import { readTimestamp } from './timestamps.ts';

/** The fields of a post that a front matter declares; undefined for the others. */
export type DeclaredFields = {
  [N in FieldName]?: (FieldValues[N] extends 0 | 1 ? boolean : FieldValues[N]) | undefined;
};

/**
 * Reads each field of a post under its names (shared/post-fields.ts); the first one with a value counts.
 *
 * @param fields of the front matter, with names in lower case
 * @throws Error with one sentence for an invalid date
 */
export function declaredFields(fields: Fields): DeclaredFields {
  const declared = fieldNames.map((name) => {
    const { kind, frontMatter }: PostField = postFields[name];
    return [name, readers[kind](fields, frontMatter)] as const;
  });
  return Object.fromEntries(declared) as DeclaredFields;
}

type Reader = (fields: Fields, names: readonly string[]) => unknown;

/** An empty text counts under the first name, which exports write, but not under the names of other tools. */
const text: Reader = (fields, names) => {
  const [own = ''] = names;
  return typeof fields[own] === 'string' ? fields[own] : firstText(fields, names);
};

/** `readSourcePost` reads the body below the front matter, and `readPublication` determines the status. */
const nothing: Reader = () => undefined;

const readers: Record<PostField['kind'], Reader> = {
  line: text,
  text,
  markdown: nothing,
  url: readImage,
  address: text,
  names: (fields, names) => readNames(firstField(fields, names)),
  authors: (fields, names) => readAuthors(firstField(fields, names)),
  flag: (fields, names) => readBoolean(firstField(fields, names)),
  status: nothing,
  timestamp: (fields, names) => (fields[names[0] ?? ''] === null ? null : readTimestamp(firstField(fields, names))?.at),
  date: (fields, names) =>
    readDate(names.map((name) => fields[name]).find((value) => value && readTruth(value) === undefined)),
};

function firstField(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined && value !== null);
}
