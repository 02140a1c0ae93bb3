import { kyselyOf } from '../../entities/kysely.ts';
import { csvRow } from '../../shared/csv-row.ts';
import type { CallContext } from '../core/context.ts';

/** Subscribers on a page. */
const PAGE = 1000;

const NAMES = ['email', 'language', 'state', 'source', 'created_at', 'confirmed_at'];

/**
 * One page of all subscribers as CSV, oldest first. The pages together are the file, in UTF-8 with a byte order mark, so
 * that spreadsheets read it; no field is calculated by one.
 *
 * @param cursor of the previous page; absent for the first
 */
export async function exportSubscribers(
  { em }: CallContext,
  cursor: string | undefined,
): Promise<{ csv: string; cursor?: string }> {
  const rows = await kyselyOf(em)
    .selectFrom('subscribers')
    .select(['id', 'email', 'language', 'state', 'source', 'created_at', 'confirmed_at'])
    .where('id', '>', cursor ?? '')
    .orderBy('id')
    .limit(PAGE + 1)
    .execute();
  const page = rows.slice(0, PAGE);
  const lines = page.map((row) =>
    csvRow([row.email, row.language, row.state, row.source, row.created_at, row.confirmed_at ?? '']),
  );
  const csv = [...(cursor === undefined ? [`\ufeff${csvRow(NAMES)}`] : []), ...lines].join('');
  const last = page.at(-1);
  return { csv, ...(rows.length > PAGE && last && { cursor: last.id }) };
}
