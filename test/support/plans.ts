import { CompiledQuery, sql } from 'kysely';

import type { Query, TestService } from './service.ts';

/** The query plan of a statement. */
export interface Plan {
  sql: string;
  /** One line per step. */
  steps: string;
}

/** The plans of the statements of a read, with the same text and values. */
export async function plansOf(service: TestService, read: () => Promise<unknown>): Promise<Plan[]> {
  // A cached response would need no statement.
  await service.changes.hear(['*']);
  service.queries.length = 0;
  await read();
  const queries = service.queries.filter(({ sql: text }) => /^(select|with)\b/.test(text));
  return Promise.all(queries.map((query) => explain(service, query)));
}

/**
 * Makes PostgreSQL plan for large tables: on the few rows of a test it would scan everything. SQLite ignores the number
 * of rows.
 */
async function explain({ database: { dialect, kysely } }: TestService, query: Query): Promise<Plan> {
  if (dialect === 'sqlite') {
    const { rows } = await kysely.executeQuery<{ detail: string }>(explainStatement('explain query plan', query));
    return { sql: query.sql, steps: rows.map(({ detail }) => detail).join('\n') };
  }
  return kysely.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    await sql`set local enable_sort = off`.execute(transaction);
    await sql`set local random_page_cost = 1`.execute(transaction);
    const { rows } = await transaction.executeQuery<Record<string, string>>(explainStatement('explain', query));
    return { sql: query.sql, steps: rows.map((row) => Object.values(row).join()).join('\n') };
  });
}

function explainStatement(how: string, { sql: text, parameters }: Query): CompiledQuery<never> {
  return CompiledQuery.raw(`${how} ${text}`, [...parameters]);
}
