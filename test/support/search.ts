import { expect } from 'chai';
import { sql } from 'kysely';

import type { SearchResult } from '../../routers/search/schemas.ts';
import type { TestService } from './service.ts';

/** Searches as a visitor and returns the response body. */
export async function search({ call }: TestService, q: string, more = ''): Promise<SearchAnswer> {
  const { status, body } = await call('GET', `/api/search?q=${encodeURIComponent(q)}${more}`);
  expect(status, JSON.stringify(body)).to.equal(200);
  return body as SearchAnswer;
}

/** The ids that a search finds, in order. */
export async function found(service: TestService, q: string): Promise<string[]> {
  return (await search(service, q)).results.map(({ id }) => id);
}

export interface SearchAnswer {
  ok: true;
  query: string;
  results: SearchResult[];
  suggestion?: string;
  total: number;
  page: number;
  pageSize: number;
}

/** The whole content of the full-text index, including hidden tables, as bytes. */
export async function indexBytes({ database }: TestService): Promise<string> {
  const tables = (await database.kysely.introspection.getTables()).filter(({ name }) => name.startsWith('post_fts'));
  expect(tables.length).to.be.at.least(1);
  const texts = tables.map(async ({ name }) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(database.kysely);
    return rows.flatMap((row) =>
      Object.values(row).map((value) =>
        (value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value))).toString('latin1'),
      ),
    );
  });
  return (await Promise.all(texts)).flat().join('\n');
}
