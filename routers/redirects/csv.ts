import { setImmediate } from 'node:timers/promises';

import { kyselyOf } from '../../entities/kysely.ts';
import { inChunks } from '../../shared/chunks.ts';
import { csvRow, unescapeFormula } from '../../shared/csv-row.ts';
import { timestamp } from '../base/clock.ts';
import { fieldError } from '../base/errors.ts';
import { newId } from '../base/new-id.ts';
import type { CallContext } from '../core/context.ts';
import { lockExclusively } from '../data/exclusive-lock.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { findLoops } from '../data/redirects/loops.ts';
import { storedRules } from '../data/redirects/store.ts';
import type { Rule } from '../data/redirects/table.ts';
import { readCsv } from '../../shared/read-csv.ts';
import { readRule } from './read-rule.ts';
import { LOOP, MOST_RULES } from './rules.ts';
import type { ImportInput, ImportReport } from './schemas.ts';

/** Rows that are read or written at once. */
const AT_ONCE = 500;
const NAMES = ['from', 'to', 'status'];

/** A rule of the file, with the line on which it begins. */
type NumberedRule = Rule & { line: number };

/**
 * Imports the redirects of a CSV file in one transaction. A path that has a redirect gets the one of the file; the last
 * row of a path counts. A repeated import changes nothing.
 *
 * @throws BAD_REQUEST for a file without rows, or when there would be more than 10,000 redirects
 */
export async function importRules(ctx: CallContext, { csv, dryRun }: ImportInput): Promise<ImportReport> {
  const { siteUrl } = await ctx.settings.current();
  const { rows, refused } = await readRows(ctx, csv);
  const unique = new Map(rows.map((row) => [row.source, row]));
  return longTransaction(ctx.em, async (tx) => {
    await lockExclusively(tx, 'redirects');
    const stored = new Map((await storedRules(tx)).map((rule) => [rule.source, rule]));
    const isNew = (row: Rule) => !stored.has(row.source);
    const isSame = (row: Rule) => {
      const before = stored.get(row.source);
      return before?.target === row.target && before.status === row.status;
    };
    const wanted = new Map([...unique].filter(([, row]) => !isSame(row)));
    for (const row of await withoutLoops(stored, wanted, siteUrl)) refused.push({ line: row.line, reason: LOOP });
    const all = [...wanted.values()];
    const added = all.filter(isNew).length;
    if (stored.size + added > MOST_RULES) {
      throw fieldError('csv', `There would be ${stored.size + added} redirects; at most ${MOST_RULES} are possible.`);
    }
    const unused = { hits: 0, hit_at: null, created_at: timestamp(ctx.clock) };
    if (!dryRun) {
      for (const some of inChunks(all, AT_ONCE)) {
        await kyselyOf(tx)
          .insertInto('redirect_rules')
          .values(some.map(({ id, source, target, status }) => ({ id, source, target, status, ...unused })))
          .onConflict((conflict) =>
            conflict.column('source').doUpdateSet(({ ref }) => ({
              target: ref('excluded.target'),
              status: ref('excluded.status'),
            })),
          )
          .execute();
      }
    }
    refused.sort((a, b) => a.line - b.line);
    const same = [...unique.values()].filter(isSame).length;
    return { added, changed: all.length - added, unchanged: same + rows.length - unique.size, refused };
  });
}

/** All redirects as one CSV file, by path; no field is calculated by a spreadsheet. */
export async function exportRules({ em }: CallContext): Promise<string> {
  const rows = await kyselyOf(em)
    .selectFrom('redirect_rules')
    .select(['source', 'target', 'status'])
    .orderBy('source')
    .execute();
  const lines = rows.map(({ source, target, status }) => csvRow([source, target ?? '', String(status)]));
  return `\ufeff${csvRow(NAMES)}${lines.join('')}`;
}

/** Takes the rules out of `wanted` that would lead back to themselves. */
async function withoutLoops(
  stored: ReadonlyMap<string, Rule>,
  wanted: Map<string, NumberedRule>,
  siteUrl: string,
): Promise<NumberedRule[]> {
  const refused: NumberedRule[] = [];
  for (;;) {
    const loops = await findLoops([...new Map<string, Rule>([...stored, ...wanted]).values()], siteUrl);
    const ids = new Set(loops.flatMap((loop) => [...loop]));
    const looping = [...wanted.values()].filter(({ id }) => ids.has(id));
    if (looping.length === 0) return refused;
    for (const row of looping) wanted.delete(row.source);
    refused.push(...looping);
  }
}

/** Reads the file in parts, because nothing else runs while a part is read. */
async function readRows(
  { clock }: CallContext,
  csv: string,
): Promise<{ rows: NumberedRule[]; refused: ImportReport['refused'] }> {
  const rows: NumberedRule[] = [];
  const refused: ImportReport['refused'] = [];
  let columns: number[] | undefined;
  let seen = 0;
  for (const { line, fields: escaped } of readCsv(csv)) {
    const fields = escaped.map((field) => unescapeFormula(field.trim()));
    if (!columns) {
      columns = columnsOf(fields.map((field) => field.toLowerCase()));
      if (columns) continue;
      columns = NAMES.map((_, at) => at);
    }
    const [from, to, code] = columns.map((at) => fields[at] ?? '') as [string, string, string];
    seen += 1;
    if (seen > MOST_RULES) throw fieldError('csv', 'The file has more than 10,000 rows; split it.');
    const status = code === '' ? '301' : code;
    const read =
      status === '301' || status === '302' || status === '410'
        ? (lengthProblem(from, to) ?? readRule({ from, to, status: Number(status) as 301 | 302 | 410 }))
        : { reason: `"${status}" is not a status: use 301, 302 or 410.` };
    if ('reason' in read) refused.push({ line, reason: read.reason });
    else rows.push({ id: newId('rr', clock), ...read, line });
    if (seen % AT_ONCE === 0) await setImmediate();
  }
  if (seen === 0) throw fieldError('csv', 'The file has no redirects.');
  return { rows, refused };
}

/** Where the columns are, if this is a row of their names. */
function columnsOf(names: string[]): number[] | undefined {
  return names.includes('from') ? NAMES.map((name) => names.indexOf(name)) : undefined;
}

function lengthProblem(from: string, to: string): { reason: string } | null {
  if (from.length > 500) return { reason: 'The path has more than 500 characters.' };
  return to.length > 2000 ? { reason: 'The target has more than 2,000 characters.' } : null;
}
