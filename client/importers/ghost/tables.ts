import { utcTime } from '../../../shared/dates.ts';
import { readTable, textField, type Fields } from '../markdown/fields.ts';
import type { SourceText } from '../importer.ts';
import { wholeJson } from '../whole-json.ts';

/** The tables of a Ghost database. */
export interface Tables {
  /** The rows of a table; none if the export does not have it. */
  rows(name: string): Fields[];
}

/**
 * Reads an export of Ghost: `{ db: [{ meta, data }] }`, or `{ meta, data }` as older exports have it.
 *
 * @throws Error with one sentence if it is too long, damaged or not of Ghost
 */
export async function readTables(source: SourceText): Promise<Tables> {
  const root = readTable(await wholeJson(source));
  const [database] = Array.isArray(root['db']) ? (root['db'] as unknown[]) : [root];
  const data = readTable(readTable(database)['data']);
  if (!Array.isArray(data['posts'])) {
    throw new Error(`${source.name} is not an export of Ghost: it has no list "posts" in "data".`);
  }
  const rows = (name: string) => (Array.isArray(data[name]) ? (data[name] as unknown[]).map(readTable) : []);
  return { rows };
}

/** A text or number of a row as text; "" if there is none. */
export function readText(row: Fields, name: string): string {
  return textField(row[name])?.trim() ?? '';
}

/** The rows of a table by the text of a column. */
export function rowsBy(rows: Fields[], column: string): Map<string, Fields[]> {
  return Map.groupBy(rows, (row) => readText(row, column));
}

/** A time in UTC: older exports have milliseconds, or SQL without a zone. */
export function readTime(row: Fields, name: string): string | undefined {
  const value = row[name];
  if (value === null) return undefined;
  return utcTime(typeof value === 'number' ? value : Date.parse(withZone(readText(row, name))));
}

function withZone(text: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
}
