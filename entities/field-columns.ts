import { p } from '@mikro-orm/core';

import { fieldNames, postFields, type FieldName } from '../shared/post-fields.ts';
import { snakeCase } from '../shared/snake-case.ts';
import { addedText, flag } from './columns.ts';

const columns = {
  line: addedText,
  text: addedText,
  markdown: addedText,
  url: addedText,
  address: addedText,
  // JSON arrays of strings.
  names: addedText,
  authors: addedText,
  flag,
  status: () => p.enum(['published', 'draft']),
  timestamp: () => p.text().nullable(),
  date: addedText,
};

type Columns = { [N in FieldName]: ReturnType<(typeof columns)[(typeof postFields)[N]['kind']]> };

/** A column for each field that an author controls. */
export function fieldColumns(): Columns {
  return Object.fromEntries(
    fieldNames.map((name) => [name, columns[postFields[name].kind](snakeCase(name))]),
  ) as Columns;
}
