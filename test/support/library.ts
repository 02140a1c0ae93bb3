import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';

import { type Database, openDatabase, type OpenOptions } from '../../server/storage/database/open.ts';

/** Entities with all kinds of values, for the tests of the database layer. */
export const Author = defineEntity({
  name: 'Author',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.string().length(200).unique(),
    active: p.boolean().default(true),
    seenAt: p.datetime().nullable(),
    profile: p.json<Record<string, unknown>>().nullable(),
    words: p.array().nullable(),
    score: p.double().nullable(),
    views: p.bigint('number').nullable(),
    books: () => p.oneToMany(Book).mappedBy('author'),
    labels: () => p.manyToMany(Label),
  },
});

export const Book = defineEntity({
  name: 'Book',
  properties: {
    id: p.integer().primary().autoincrement(),
    title: p.text(),
    author: () => p.manyToOne(Author).deleteRule('cascade'),
  },
});

export const Label = defineEntity({
  name: 'Label',
  properties: {
    code: p.string().length(100).primary(),
    note: p.text().nullable(),
  },
});

export interface LibraryTables {
  author: {
    id: number;
    name: string;
    active: boolean | number;
    seen_at: Date | string | number | null;
    score: number | null;
    views: number | null;
  };
  label: { code: string; note: string | null };
}

/** A database with these tables. */
export async function openLibrary(
  url: string,
  options: Omit<OpenOptions, 'url' | 'entities'> = {},
): Promise<Database<LibraryTables>> {
  const database = await openDatabase<LibraryTables>({ url, entities: [Author, Book, Label], ...options });
  await database.orm.schema.update({ safe: true });
  return database;
}

/** Deletes all rows. */
export async function emptyLibrary({ kysely }: Database<LibraryTables>): Promise<void> {
  for (const table of ['book', 'author_labels', 'author', 'label']) {
    await sql`delete from ${sql.table(table)}`.execute(kysely);
  }
}
