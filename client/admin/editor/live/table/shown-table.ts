import type { Table } from './read-table.ts';

/** What a place shows. */
interface ShownTable {
  source: string;
  table: Table;
}

const tables = new WeakMap<HTMLElement, ShownTable>();

/** Notes the table that a place shows from now on. */
export function noteTable(place: HTMLElement, { source, table }: ShownTable): void {
  tables.set(place, { source, table });
}

/** The table that a place shows now. */
export function shownTable(place: HTMLElement): ShownTable {
  return tables.get(place)!;
}
