import { emptyFields, type FieldValues } from '../../../../shared/field-values.ts';
import { pick } from '../../../../shared/pick.ts';
import { fieldNames, fieldsWith } from '../../../../shared/post-fields.ts';
import type { BlogInputs, Post, Revision } from '../../../index.ts';

/** The fields of a post in the editor; buttons change the status. */
export interface Fields extends Omit<FieldValues, 'status'> {
  /** The id of a post; of a new one, the id that it should get, or "". */
  slug: string;
}

const editedFields = fieldNames.filter((name) => name !== 'status');

const workingFields = new Set<string>(fieldsWith('workingCopy', true));

/** The fields that a working copy does not contain; their changes need an update. */
export const waitingFields = fieldsWith('workingCopy', false).filter(
  (name) => name !== 'status' && name !== 'protected',
);

/** The fields that stay when an earlier version is restored. */
export const unrestoredFields = fieldsWith('restored', false).filter((name) => name !== 'status');

/** The fields of a post or revision; the text of a protected one is empty. */
export function editorFields(post: Post | Revision, slug: string): Fields {
  return { ...pick(post, editedFields), slug };
}

/** The fields of a new post, dated today in the time zone of the browser. */
export function newFields(): Fields {
  const today = new Intl.DateTimeFormat('sv-SE').format(new Date());
  return { ...pick(emptyFields(today), editedFields), slug: '' };
}

/** The changed fields with their new values. */
export function findChanges(from: Fields, to: Fields): Partial<Fields> {
  return pick(
    to,
    namesOf(to).filter((name) => !isSame(from[name], to[name])),
  );
}

/** Whether all fields are equal. */
export function areSame(one: Fields, other: Fields): boolean {
  return haveSame(one, other, namesOf(one));
}

/** Rebases changes: untouched fields get the values of the new base. */
export function onBase(mine: Fields, old: Fields, fresh: Fields): Fields {
  return { ...fresh, ...findChanges(old, mine), slug: fresh.slug };
}

/** The changes that a working copy can contain. */
export function toWorkingCopy(changes: Partial<Fields>): BlogInputs['workingCopies']['save']['fields'] {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => workingFields.has(name)));
}

/** Whether these fields are equal. */
export function haveSame(one: Fields, other: Fields, names: readonly (keyof Fields)[]): boolean {
  return names.every((name) => isSame(one[name], other[name]));
}

function namesOf(fields: Fields): (keyof Fields)[] {
  return Object.keys(fields) as (keyof Fields)[];
}

function isSame(one: Fields[keyof Fields], other: Fields[keyof Fields]): boolean {
  return Array.isArray(one) && Array.isArray(other) ? one.join('\0') === other.join('\0') : one === other;
}
