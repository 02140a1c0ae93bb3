import { emptyFields, type FieldValues } from '../../../shared/field-values.ts';
import { pick } from '../../../shared/pick.ts';
import { fieldNames, fieldsWith } from '../../../shared/post-fields.ts';
import type { BlogInputs, Post, Revision } from '../../index.ts';

/** The fields of a post in the editor; buttons change the status. */
export interface Fields extends Omit<FieldValues, 'status'> {
  /** The id of a post; of a new one, the id that it should get, or "". */
  slug: string;
}

const editedFields = fieldNames.filter((name) => name !== 'status');

const workingFields = new Set<string>(fieldsWith('workingCopy', true));

/** The fields of a published post whose changes wait for its update, because its working copy cannot hold them. */
export const waitingFields = fieldsWith('workingCopy', false).filter(
  (name) => name !== 'status' && name !== 'protected',
);

/** The fields of a post, or of one of its versions; the text of a protected one is empty here. */
export function fieldsOf(post: Post | Revision, slug: string): Fields {
  return { ...pick(post, editedFields), slug };
}

/** The fields of a new post, which is dated today where its author is. */
export function newFields(): Fields {
  const today = new Intl.DateTimeFormat('sv-SE').format(new Date());
  return { ...pick(emptyFields(today), editedFields), slug: '' };
}

/** A text with the line ends that it has in the code editor, so that opening it changes nothing. */
export function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** Those of the fields that differ, with what they became. */
export function changesOf(from: Fields, to: Fields): Partial<Fields> {
  return pick(
    to,
    namesOf(to).filter((name) => !isSame(from[name], to[name])),
  );
}

/** Whether nothing differs. */
export function areSame(one: Fields, other: Fields): boolean {
  return haveSame(one, other, namesOf(one));
}

/** The same changes on another base: what was not touched becomes what it is there. */
export function onBase(mine: Fields, old: Fields, fresh: Fields): Fields {
  return { ...fresh, ...changesOf(old, mine), slug: fresh.slug };
}

/** What a working copy takes of the changes. */
export function workingOf(changes: Partial<Fields>): BlogInputs['workingCopies']['save']['fields'] {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => workingFields.has(name)));
}

/** Whether some of the fields are the same. */
export function haveSame(one: Fields, other: Fields, names: readonly (keyof Fields)[]): boolean {
  return names.every((name) => isSame(one[name], other[name]));
}

function namesOf(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[];
}

function isSame(one: Fields[keyof Fields], other: Fields[keyof Fields]): boolean {
  return Array.isArray(one) && Array.isArray(other) ? one.join('\0') === other.join('\0') : one === other;
}
