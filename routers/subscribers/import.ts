import { setImmediate } from 'node:timers/promises';

import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { inChunks } from '../../shared/chunks.ts';
import { languageFor, type Language } from '../../shared/languages.ts';
import type { CallContext } from '../core/context.ts';
import { findErased } from '../mail/confirmations/erased.ts';
import { mailboxHashes } from '../mail/confirmations/mailbox-hash.ts';
import { lockConfirmations } from '../mail/confirmations/request.ts';
import { fieldError } from '../base/errors.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { readCsv } from '../../shared/read-csv.ts';
import { findEnded, endedHash } from './ended.ts';
import { readNames, type NamedColumns, type ImportedRow } from './import-row.ts';
import { insertConfirmed } from './insert-confirmed.ts';
import type { ImportInput, ImportReport } from './schemas.ts';

/** The maximum number of rows in a file. */
const MAX_ROWS = 10_000;
/** What the owner can do about an address that was erased. */
const ADD_IT = 'Add it by itself if its person wants that: a mail asks them to confirm.';
/** Rows that are read or written at once. */
const AT_ONCE = 500;

/** A row with the line on which it begins. */
type NumberedRow = ImportedRow & { line: number };

/**
 * Imports the addresses of a CSV file: the owner vouches that their people agreed, so they are confirmed. All of them
 * are stored in one transaction, and there are no events. Addresses whose subscription was ended are skipped, those
 * that were erased are refused. A repeated import changes nothing.
 *
 * @throws BAD_REQUEST for a file without addresses, or with too many rows
 */
export async function importSubscribers(ctx: CallContext, { csv, dryRun }: ImportInput): Promise<ImportReport> {
  const { language } = await ctx.settings.current();
  const { rows, refused } = await readRows(csv, languageFor(language));
  const unique = new Map(rows.map((row) => [row.email, row]));
  const report = { added: 0, confirmed: 0, unchanged: rows.length - unique.size, ended: [] as number[], refused };
  const all = [...unique.values()];
  const hash = await endedHash(ctx);
  const { mailbox } = await mailboxHashes(ctx);
  await longTransaction(ctx.em, async (tx) => {
    await lockConfirmations(tx);
    for (const some of inChunks(all, AT_ONCE)) {
      const part = some.map((row) => ({ ...row, hash: hash(row.email) }));
      const known = await readStates(tx, part);
      const hashes = part.map((row) => row.hash);
      const ended = await findEnded(tx, hashes);
      const erased = await findErased(
        tx,
        part.map((row) => mailbox(row.email)),
      );
      const isRefused = (row: ImportedRow) => erased.has(mailbox(row.email)) && known.get(row.email) !== 'confirmed';
      const wanted = part.filter((row) => !ended.has(row.hash) && !isRefused(row));
      for (const { email } of wanted) {
        const state = known.get(email);
        if (state === undefined) report.added += 1;
        else if (state === 'pending') report.confirmed += 1;
        else report.unchanged += 1;
      }
      report.ended.push(...part.filter((row) => ended.has(row.hash)).map(({ line }) => line));
      report.refused.push(
        ...part
          .filter((row) => !ended.has(row.hash) && isRefused(row))
          .map(({ line, email }) => ({ line, reason: `"${email}" was erased. ${ADD_IT}` })),
      );
      if (!dryRun && wanted.length > 0) await insertConfirmed(tx, ctx.clock, 'import', wanted).execute();
    }
  });
  report.refused.sort((a, b) => a.line - b.line);
  return report;
}

/** Reads the file in parts, because nothing else runs while a part is read. */
async function readRows(
  csv: string,
  language: Language,
): Promise<{ rows: NumberedRow[]; refused: ImportReport['refused'] }> {
  const rows: NumberedRow[] = [];
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
    else rows.push({ ...row, line });
    if (seen % AT_ONCE === 0) await setImmediate();
  }
  if (seen === 0) throw fieldError('csv', 'The file has no addresses.');
  return { rows, refused };
}

/**
 * Which of the addresses are confirmed or pending. On PostgreSQL it locks them: a subscription that is being ended is
 * ended before `endedAmong` looks, or afterwards.
 */
async function readStates(tx: SqlEntityManager, rows: readonly ImportedRow[]): Promise<Map<string, string>> {
  const emails = rows.map(({ email }) => email);
  const known = kyselyOf(tx).selectFrom('subscribers').select(['email', 'state']).where('email', 'in', emails);
  const isSqlite = tx.getPlatform() instanceof SqlitePlatform;
  const states = await (isSqlite ? known : known.forUpdate()).execute();
  return new Map(states.map(({ email, state }) => [email, state]));
}
