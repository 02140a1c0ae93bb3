import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { sql } from 'kysely';

import type { Row } from '../../server/storage/database/tables.ts';
import { withDatabase } from './stored.ts';

/** Every row of a database by table. */
export type Content = Record<string, Row[]>;

export function contentOf(url: string): Promise<Content> {
  return withDatabase(url, async ({ kysely }) => {
    const content: Content = {};
    for (const { name } of await kysely.introspection.getTables()) {
      // How the full-text index stores its words.
      if (/_fts_(data|idx|config)$/.test(name)) continue;
      content[name] = (await sql<Row>`select * from ${sql.table(name)}`.execute(kysely)).rows;
    }
    return content;
  });
}

/** The rows that are no longer there with the values that they had. New columns and new rows are ignored. */
export function lostRows(before: Content, after: Content): Record<string, Row[]> {
  const lost = Object.entries(before).map(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {});
    const text = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
    const present = new Set((after[table] ?? []).map(text));
    return [table, rows.filter((row) => !present.has(text(row)))] as const;
  });
  return Object.fromEntries(lost.filter(([, rows]) => rows.length > 0));
}

/** A process that migrates a database. */
export function startUpgrade(url: string, killedAt?: number) {
  const args = [childFile, 'upgrade', url, ...(killedAt === undefined ? [] : [String(killedAt)])];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  return {
    /** Resolves when it is loaded. */
    ready: once(child.stderr, 'data'),
    begin: () => void child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
    /** Resolves with the exit code or the signal. */
    ended: once(child, 'close').then(([code, signal]: (number | string | null)[]) =>
      String(signal ?? `${code} ${errors}`),
    ),
  };
}

const childFile = fileURLToPath(new URL('database-child.ts', import.meta.url));
