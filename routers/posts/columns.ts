import type { SnakeCase } from '@mikro-orm/sql';
import type { Selectable } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import type { Post } from '../../entities/post.ts';
import type { FieldValues } from '../../shared/field-values.ts';
import { fieldNames, postFields, type FieldName } from '../../shared/post-fields.ts';
import { snakeCase } from '../../shared/snake-case.ts';

type Column<N extends FieldName> = SnakeCase<N>;
/** The columns of some fields in a row. */
export type FieldRow<N extends FieldName> = Pick<Selectable<Tables['posts']>, Column<N>>;

const columns = Object.fromEntries(fieldNames.map((name) => [name, snakeCase(name)])) as {
  [N in FieldName]: Column<N>;
};

/** The columns of some fields. */
export function fieldColumns<N extends FieldName>(names: readonly N[]): Column<N>[] {
  return names.map((name) => columns[name]);
}

/** The columns of some fields, for a query that joins other tables. */
export function postFieldColumns<N extends FieldName>(names: readonly N[]): `posts.${Column<N>}`[] {
  return fieldColumns(names).map((column) => `posts.${column}` as const);
}

/** The values of some fields in a row, as in responses. */
export function rowFields<N extends FieldName>(row: FieldRow<N>, names: readonly N[]): Pick<FieldValues, N> {
  const fields = names.map(
    (name) => [name, isList(name) ? parseList(row[columns[name]]) : row[columns[name]]] as const,
  );
  return Object.fromEntries(fields) as Pick<FieldValues, N>;
}

/** Fields as their columns store them. Undefined fields are omitted. */
export function storedFields<N extends FieldName>(fields: Partial<Pick<FieldValues, N>>, names: readonly N[]) {
  const present = names.filter((name) => fields[name] !== undefined);
  const stored = present.map((name) => [name, isList(name) ? JSON.stringify(fields[name]) : fields[name]] as const);
  return Object.fromEntries(stored) as Partial<Pick<Post, N>>;
}

/** The columns of some properties, aliased to the property names. */
export function aliasColumns<S extends string>(names: readonly S[]): { [N in S]: `${SnakeCase<N>} as ${N}` }[S][] {
  return names.map((name) => `${snakeCase(name)} as ${name}` as const) as { [N in S]: `${SnakeCase<N>} as ${N}` }[S][];
}

/** The names in a column that stores a JSON array. */
export function parseList(column: unknown): string[] {
  return JSON.parse(column as string) as string[];
}

function isList(name: FieldName): boolean {
  const { kind } = postFields[name];
  return kind === 'names' || kind === 'authors';
}
