import { p } from '@mikro-orm/core';

/** A generated key that is never reused. */
export const rowKey = () => p.integer().primary().autoincrement().generated('by default as identity');

/** 0 or 1. @param column the column name */
export const flag = (column: string) => p.integer().default(0).check(`${column} in (0, 1)`);

/** A number that starts at 0 and is never negative. @param column the column name */
export const count = (column: string) => p.integer().default(0).check(`${column} >= 0`);

/** A text in a column that was added later: the default in the database applies to older rows. */
export const addedText = () => p.text().ignoreSchemaChanges('default');

/** The columns of an index, in order, by their properties; `-date` for descending order. */
export const columns = (...properties: string[]) =>
  properties.map((property) =>
    property.startsWith('-') ? { name: property.slice(1), sort: 'desc' as const } : { name: property },
  );
