import { fieldNames, postFields, type FieldName } from './post-fields.ts';

/** The values of each kind of field, as in responses. */
export interface KindValues {
  line: string;
  text: string;
  markdown: string;
  url: string;
  address: string;
  names: string[];
  /** Ids. */
  authors: string[];
  flag: 0 | 1;
  status: 'published' | 'draft';
  /** ISO 8601 in UTC. */
  timestamp: string | null;
  /** YYYY-MM-DD. */
  date: string;
}

/** The values of all fields of a post. */
export type FieldValues = { [N in FieldName]: KindValues[(typeof postFields)[N]['kind']] };

/** The defaults of a new post. */
export function emptyFields(date: string): FieldValues {
  const text = { line: '', text: '', markdown: '', url: '', address: '' };
  const empty: KindValues = { ...text, names: [], authors: [], flag: 0, status: 'published', timestamp: null, date };
  return Object.fromEntries(fieldNames.map((name) => [name, empty[postFields[name].kind]])) as FieldValues;
}
