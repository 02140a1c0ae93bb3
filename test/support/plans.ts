import { CompiledQuery, sql } from 'kysely';

import type { Query, TestService } from './service.ts';

/** How the database goes about a statement. */
export interface Plan {
  sql: string;
  /** As the database tells it, a line a step. */
  steps: string;
}

/** The plans of the statements that a read sends, exactly as it sends them, with the values that it binds. */
export async function plansOf(service: TestService, read: () => Promise<unknown>): Promise<Plan[]> {
  // What is ready already would be answered without any statement.
  await service.changes.hear(['*']);
  service.queries.length = 0;
  await read();
  const queries = service.queries.filter(({ sql: text }) => /^(select|with)\b/.test(text));
  return Promise.all(queries.map((query) => explain(service, query)));
}

/**
 * Lets PostgreSQL plan as if there were so much that only indexes help: on the few rows of a test it reads everything.
 * SQLite plans without looking at the rows.
 */
async function explain({ database: { dialect, kysely } }: TestService, query: Query): Promise<Plan> {
  if (dialect === 'sqlite') {
    const { rows } = await kysely.executeQuery<{ detail: string }>(asked('explain query plan', query));
    return { sql: query.sql, steps: rows.map(({ detail }) => detail).join('\n') };
  }
  return kysely.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    await sql`set local enable_sort = off`.execute(transaction);
    await sql`set local random_page_cost = 1`.execute(transaction);
    const { rows } = await transaction.executeQuery<Record<string, string>>(asked('explain', query));
    return { sql: query.sql, steps: rows.map((row) => Object.values(row).join()).join('\n') };
  });
}

function asked(how: string, { sql: text, parameters }: Query): CompiledQuery<never> {
  return CompiledQuery.raw(`${how} ${text}`, [...parameters]);
}
