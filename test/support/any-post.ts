import fc from 'fast-check';

import type { FieldValues, KindValues } from '../../shared/field-values.ts';
import { fieldNames, postFields, type FieldName, type PostField } from '../../shared/post-fields.ts';

/** Authors that the services need, each with its id as the name. */
export const authorIds = ['ada', 'bea'] as const;

const word = fc.string({ unit: fc.constantFrom(...'aZ0é漢"\'#:-&<\\,'), minLength: 1, maxLength: 6 });
const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
/** Neither near today nor between the clocks of the test and of the machine. */
const date = fc
  .oneof(
    fc.date({ min: new Date('1970-01-01'), max: new Date('2020-12-31'), noInvalidDate: true }),
    fc.date({ min: new Date('2100-01-01'), max: new Date('2190-12-31'), noInvalidDate: true }),
  )
  .map((day) => day.toISOString().slice(0, 10));

/** Values that the service stores unchanged, and that no default equals. */
const values: { [K in keyof KindValues]: fc.Arbitrary<KindValues[K]> } = {
  line,
  text: fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
  markdown: fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n\n')),
  url: fc.nat().map((number) => (number % 2 ? `/images/${number}.png` : `https://images.example/${number}.png`)),
  address: fc.nat().map((number) => `https://original.example/${number}?a=b#c`),
  names: fc.uniqueArray(line, { minLength: 1, maxLength: 4 }),
  authors: fc.constantFrom(...authorIds.map((id) => [id]), [...authorIds]),
  flag: fc.constantFrom(0, 1),
  status: fc.constantFrom('published', 'draft'),
  // An import ignores a publish time in the past.
  timestamp: fc.oneof(
    fc.constant(null),
    date.map((day) => `${day}T07:30:00.000Z`).filter((time) => time > '2100'),
  ),
  date,
};

const anyText = (maxLength: number) => fc.string({ unit: 'binary', maxLength });
const anyLine = anyText(60).filter((one) => /[a-z]/i.test(one));

/** Values that the service may clean before it stores them. */
const uncleanValues: Record<PostField['kind'], fc.Arbitrary<unknown>> = {
  line: anyLine,
  text: anyText(200),
  markdown: anyText(400),
  url: fc.webUrl().filter((url) => url.length < 1000),
  address: fc.webUrl().filter((url) => url.length < 1000),
  names: fc.array(
    anyLine.map((one) => one.slice(0, 30)).filter((one) => /[a-z]/i.test(one)),
    { maxLength: 5 },
  ),
  authors: fc.constant([]),
  flag: fc.boolean(),
  status: values.status,
  timestamp: values.timestamp,
  date: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    .map((one) => one.toISOString().slice(0, 10)),
};

/** The fields of a post without a password. */
export const plainFields = fieldNames.filter((name) => name !== 'protected');

export type PlainFields = Omit<FieldValues, 'protected'>;

/** Two posts that differ in every field. */
export const twoPosts: fc.Arbitrary<[PlainFields, PlainFields]> = fc
  .record(Object.fromEntries(plainFields.map((name) => [name, pairOf(name)])))
  .map((pairs) => [0, 1].map((at) => sideOf(pairs, at)) as [PlainFields, PlainFields]);

function pairOf(name: FieldName): fc.Arbitrary<unknown[]> {
  const field: PostField = postFields[name];
  return fc.uniqueArray<unknown, string>(values[field.kind], {
    minLength: 2,
    maxLength: 2,
    selector: (value) => JSON.stringify(value),
  });
}

function sideOf(pairs: Record<string, unknown[]>, at: number): PlainFields {
  const fields = Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, pair[at]]));
  const post = fields as unknown as PlainFields;
  // The names of its authors.
  return { ...post, author: post.authors.join(', ') };
}

/** The input of a new post. */
export const uncleanPost: fc.Arbitrary<Record<string, unknown>> = fc.record(
  Object.fromEntries(plainFields.map((name) => [name, uncleanValues[postFields[name].kind]])),
  { requiredKeys: ['title'] },
);
