import { p } from '@mikro-orm/core';

/** A row number that the database counts up and never uses twice. */
export const rowKey = () => p.integer().primary().autoincrement().generated('by default as identity');

/** 0 or 1. @param column its name in the database */
export const flag = (column: string) => p.integer().default(0).check(`${column} in (0, 1)`);

/** A number that starts at 0 and never falls below. @param column its name in the database */
export const count = (column: string) => p.integer().default(0).check(`${column} >= 0`);

/** A text in a column that a later migration added: its default in the database is for the rows of before. */
export const addedText = () => p.text().ignoreSchemaChanges('default');

/** The columns of an index, in order, by their properties; `-date` is in descending order. */
export const columns = (...properties: string[]) =>
  properties.map((property) =>
    property.startsWith('-') ? { name: property.slice(1), sort: 'desc' as const } : { name: property },
  );
