import type { Selectable } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { csvRow } from '../../../shared/csv-row.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { formatCursor, keyOfCursor } from '../../data/cursor.ts';
import type { AuditListInput, ShownEntry } from './schemas.ts';

/** How long entries are kept, in milliseconds. */
const KEPT = 180 * 24 * 60 * 60 * 1000;
/** Entries in a part of the CSV file, and entries that are deleted at once. */
const AT_ONCE = 1000;

const NAMES = ['at', 'kind', 'id', 'name', 'subject', 'action', 'object', 'network'];

type Filter = Pick<AuditListInput, 'subject' | 'before'>;

/**
 * The newest entries of the last 180 days, and those before a cursor.
 *
 * @throws BAD_REQUEST for an invalid cursor
 */
export async function listEntries(
  ctx: CallContext,
  { limit, ...filter }: AuditListInput,
): Promise<{ entries: ShownEntry[]; before?: string }> {
  const { rows, ...rest } = await rowsBefore(ctx, filter, limit);
  return { entries: rows.map(toShape), ...rest };
}

/** A part of all entries as CSV, the newest first. The parts together are the file. No field is calculated. */
export async function exportEntries(ctx: CallContext, filter: Filter): Promise<{ csv: string; before?: string }> {
  const { rows, ...rest } = await rowsBefore(ctx, filter, AT_ONCE);
  const lines = rows.map((row) => {
    const { at, who, subject, action, object, network } = toShape(row);
    return csvRow([at, who.kind, who.id ?? '', who.name ?? '', subject, action, object ?? '', network ?? '']);
  });
  return { csv: [...(filter.before === undefined ? [`\ufeff${csvRow(NAMES)}`] : []), ...lines].join(''), ...rest };
}

/** Deletes the entries that are older than 180 days. */
export async function deleteOldEntries(em: CallContext['em'], clock: Clock): Promise<void> {
  const db = kyselyOf(em);
  for (;;) {
    const old = db.selectFrom('audit_entries').select('key').where('at', '<', timestamp(clock, -KEPT)).limit(AT_ONCE);
    const { numDeletedRows } = await db.deleteFrom('audit_entries').where('key', 'in', old).executeTakeFirstOrThrow();
    if (numDeletedRows < AT_ONCE) return;
  }
}

async function rowsBefore({ em, clock }: CallContext, { subject, before }: Filter, limit: number) {
  const key = before === undefined ? null : await keyOfCursor(em, { table: 'audit_entries', field: 'before' }, before);
  let found = kyselyOf(em).selectFrom('audit_entries').selectAll().where('at', '>=', timestamp(clock, -KEPT));
  if (subject !== undefined) found = found.where('subject', '=', subject);
  if (key !== null) found = found.where('key', '<', key);
  const rows = await found
    .orderBy('key', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, ...(rows.length > limit && last && { before: formatCursor(last.key) }) };
}

function toShape(row: Selectable<Tables['audit_entries']>): ShownEntry {
  const { key, at, actor, actor_id: id, actor_name: name, action, object, network } = row;
  const subject = row.subject as ShownEntry['subject'];
  return { id: formatCursor(key), at, who: { kind: actor, id, name }, subject, action, object, network };
}
