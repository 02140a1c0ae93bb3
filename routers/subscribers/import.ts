import { setImmediate } from 'node:timers/promises';

import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { languageFor, type Language } from '../../shared/languages.ts';
import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { fieldError } from '../errors.ts';
import { longTransaction } from '../long-transaction.ts';
import { newId } from '../new-id.ts';
import { readCsv } from './csv.ts';
import { readNames, type NamedColumns, type ImportedRow } from './import-row.ts';
import type { ImportInput, ImportReport } from './schemas.ts';

/** The maximum number of rows in a file. */
const MAX_ROWS = 10_000;
/** Rows that are read or written at once. */
const AT_ONCE = 500;

/**
 * Takes the addresses of a CSV file: the owner vouches that their people agreed, so they are confirmed. All of them are
 * stored in one transaction, and there are no events. A repeated import changes nothing.
 *
 * @throws BAD_REQUEST for a file without addresses, or with too many rows
 */
export async function importSubscribers(ctx: CallContext, { csv, dryRun }: ImportInput): Promise<ImportReport> {
  const { language } = await ctx.settings.current();
  const { rows, refused } = await readRows(csv, languageFor(language));
  const unique = new Map(rows.map((row) => [row.email, row]));
  const report = { added: 0, confirmed: 0, unchanged: rows.length - unique.size, refused };
  const all = [...unique.values()];
  await longTransaction(ctx.em, async (tx) => {
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const part = all.slice(at, at + AT_ONCE);
      const known = await statesOf(tx, part);
      for (const { email } of part) {
        const state = known.get(email);
        if (state === undefined) report.added += 1;
        else if (state === 'pending') report.confirmed += 1;
        else report.unchanged += 1;
      }
      if (!dryRun) await store(ctx, tx, part);
    }
  });
  return report;
}

/** Reads the file in parts, because nothing else runs while a part is read. */
async function readRows(
  csv: string,
  language: Language,
): Promise<{ rows: ImportedRow[]; refused: ImportReport['refused'] }> {
  const rows: ImportedRow[] = [];
  const refused: ImportReport['refused'] = [];
  let names: NamedColumns | null = null;
  let seen = 0;
  for (const { line, fields } of readCsv(csv)) {
    if (names === null) {
      names = readNames(fields);
      if (names.hasNames) continue;
    }
    seen += 1;
    if (seen > MAX_ROWS) {
      throw fieldError('csv', `The file has more than ${MAX_ROWS.toLocaleString('en')} rows; split it.`);
    }
    const row = names.read(fields, language);
    if ('reason' in row) refused.push({ line, reason: row.reason });
    else rows.push(row);
    if (seen % AT_ONCE === 0) await setImmediate();
  }
  if (seen === 0) throw fieldError('csv', 'The file has no addresses.');
  return { rows, refused };
}

async function statesOf(tx: SqlEntityManager, rows: readonly ImportedRow[]): Promise<Map<string, string>> {
  const emails = rows.map(({ email }) => email);
  const known = kyselyOf(tx).selectFrom('subscribers').select(['email', 'state']).where('email', 'in', emails);
  return new Map((await known.execute()).map(({ email, state }) => [email, state]));
}

async function store({ clock }: CallContext, tx: SqlEntityManager, rows: readonly ImportedRow[]): Promise<void> {
  const now = timestamp(clock);
  await kyselyOf(tx)
    .insertInto('subscribers')
    .values(
      rows.map(({ email, language, createdAt, confirmedAt }) => ({
        id: newId('sub', clock),
        email,
        language,
        state: 'confirmed' as const,
        source: 'import' as const,
        created_at: createdAt ?? now,
        confirmed_at: confirmedAt ?? now,
        refusals: 0,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ state: 'confirmed', source: 'import', confirmed_at: now })
        .where('subscribers.state', '=', 'pending'),
    )
    .execute();
}
