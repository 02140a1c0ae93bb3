import { CompiledQuery, sql, type Kysely, type RawBuilder } from 'kysely';

import { AUDIT_COLUMNS, type AuditRow } from '../../../routers/data/audit.ts';
import type { NewChange, NewEvent, Recorded } from '../../../routers/data/record.ts';
import { inChunks } from '../../../shared/chunks.ts';

/** The channel on which PostgreSQL sends invalidations to the other instances. */
export const INVALIDATIONS_CHANNEL = 'octavo_touched';

/** The channel on which a commit says whose it is, after its invalidations. The payload is `<instance> <transaction>`. */
export const COMMITS_CHANNEL = 'octavo_commits';

/** Limits the number of bound values. */
const ROWS_PER_STATEMENT = 1000;

/**
 * Writes the events and changes that a transaction recorded, on SQLite, which allows one writing transaction at a time.
 *
 * @returns the tags to announce
 */
export async function writeRecorded(transaction: Kysely<unknown>, recorded: Recorded): Promise<string[]> {
  const { events, changes } = recorded;
  await insertNumbered(transaction, 'events', 'events (id, type, subject, data, created_at)', events.map(eventValues));
  const into = 'post_changes (seq, post_id, version, deleted, redirects_to, at)';
  await insertNumbered(transaction, 'changes', into, [...changes.values()].map(changeValues), REPLACE_CHANGE);
  await insertAudit(transaction, recorded.audit);
  return tagsOf(recorded);
}

async function insertAudit(transaction: Kysely<unknown>, rows: AuditRow[]): Promise<void> {
  if (rows.length === 0) return;
  const placeholders = rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
  const text = `insert into audit_entries (${AUDIT_COLUMNS}) values ${placeholders}`;
  await transaction.executeQuery(CompiledQuery.raw(text, rows.flat()));
}

/**
 * Inserts rows whose first column is a sequence number. The SQL is a plain text, because Kysely would build it again for
 * each transaction, which takes longer than running it.
 */
async function insertNumbered(
  transaction: Kysely<unknown>,
  sequence: string,
  into: string,
  rows: unknown[][],
  conflict = '',
): Promise<void> {
  for (const batch of inChunks(rows, ROWS_PER_STATEMENT)) {
    const taken = await transaction.executeQuery<{ value: number }>(CompiledQuery.raw(TAKE, [batch.length, sequence]));
    const first = taken.rows[0]!.value - batch.length + 1;
    const values = batch.map((row, at) => [first + at, ...row]);
    const placeholders = values.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
    const text = `insert into ${into} values ${placeholders} ${conflict}`;
    await transaction.executeQuery(CompiledQuery.raw(text, values.flat()));
  }
}

const TAKE = 'update sequences set value = value + ? where name = ? returning value';

/**
 * The same on PostgreSQL, in one statement that also empties the outbox and notifies the other instances. A transaction
 * that has taken a sequence number blocks others until its COMMIT, so this must be the last statement.
 *
 * The announced tags stay in the table `invalidations` as well, for instances that have not been notified yet: a trigger
 * adds those of the outbox (migration 0038).
 *
 * @param instance the id of this process among the instances, which the others confirm the commit to
 * @returns the announced tags, and the number of the transaction
 */
export async function writeAndNotify(
  transaction: Kysely<unknown>,
  recorded: Recorded | undefined,
  instance: string,
): Promise<{ tags: string[]; xid: string }> {
  const events = inChunks(recorded?.events ?? [], ROWS_PER_STATEMENT);
  const changes = inChunks([...(recorded?.changes.values() ?? [])], ROWS_PER_STATEMENT);
  const [lastEvents = [], lastChanges = []] = [events.pop(), changes.pop()];
  for (const batch of events) await sql`with ${sql.join(insertEvents(batch))} select 1`.execute(transaction);
  for (const batch of changes) await sql`with ${sql.join(insertChanges(batch))} select 1`.execute(transaction);
  const steps = [
    sql`taken as (delete from touched returning tag)`,
    ...(lastEvents.length > 0 ? insertEvents(lastEvents) : []),
    ...(lastChanges.length > 0 ? insertChanges(lastChanges) : []),
    ...(recorded && recorded.audit.length > 0 ? [auditStep(recorded.audit)] : []),
  ];
  const own = recorded ? tagsOf(recorded) : [];
  const further = own.map((tag) => sql` union select ${tag}::text`);
  if (own.length > 0)
    steps.push(sql`noted as (insert into invalidations (tags) values (array[${sql.join(own)}]::text[]))`);
  // The last row comes after the others, and so does its notification.
  const { rows } = await sql<{ tag: string | null; xid: string | null }>`
    with ${sql.join(steps)}, tags as (select tag from taken${sql.join(further, sql``)})
    select tag, null as xid, pg_notify(${INVALIDATIONS_CHANNEL}, tag) from (select distinct tag from tags) as tags
    union all
    select null, pg_current_xact_id()::text, pg_notify(${COMMITS_CHANNEL}, ${`${instance} `} || pg_current_xact_id())
    where exists (select from tags)`.execute(transaction);
  return { tags: rows.flatMap(({ tag }) => tag ?? []), xid: rows.at(-1)?.xid ?? '' };
}

function auditStep(rows: AuditRow[]): RawBuilder<unknown> {
  const values = rows.map((row) => sql`(${sql.join(row.map((value) => sql`cast(${value} as text)`))})`);
  return sql`audited as (insert into audit_entries (${sql.raw(AUDIT_COLUMNS)}) values ${sql.join(values)})`;
}

function insertEvents(events: NewEvent[]): RawBuilder<unknown>[] {
  const rows = sql.join(events.map((event, at) => sql`(${sql.lit(at + 1)}, ${sql.join(eventValues(event))})`));
  return [
    sql`event_numbers as (update sequences set value = value + ${events.length}::integer where name = 'events'
      returning value - ${events.length}::integer as last)`,
    sql`new_events as (insert into events (id, type, subject, data, created_at)
      select last + place, type, subject, data, created_at
      from event_numbers cross join (values ${rows}) as rows (place, type, subject, data, created_at))`,
  ];
}

function insertChanges(changes: NewChange[]): RawBuilder<unknown>[] {
  const rows = sql.join(changes.map((change, at) => sql`(${sql.lit(at + 1)}, ${sql.join(castChangeValues(change))})`));
  return [
    sql`change_numbers as (update sequences set value = value + ${changes.length}::integer where name = 'changes'
      returning value - ${changes.length}::integer as last)`,
    sql`new_changes as (insert into post_changes (seq, post_id, version, deleted, redirects_to, at)
      select last + place, post_id, version, deleted, redirects_to, at
      from change_numbers cross join (values ${rows}) as rows (place, post_id, version, deleted, redirects_to, at)
      ${sql.raw(REPLACE_CHANGE)})`,
  ];
}

function eventValues({ type, subject, data, createdAt }: NewEvent): unknown[] {
  return [type, subject, JSON.stringify(data), createdAt];
}

function changeValues({ postId, version, deleted, redirectsTo, at }: NewChange): unknown[] {
  return [postId, version, deleted, redirectsTo, at];
}

/** PostgreSQL would treat parameters of a VALUES list as text. */
function castChangeValues(change: NewChange): unknown[] {
  return changeValues(change).map((value) => (typeof value === 'number' ? sql`cast(${value} as integer)` : value));
}

const REPLACE_CHANGE = `on conflict (post_id) do update set
  seq = excluded.seq, version = excluded.version, deleted = excluded.deleted,
  redirects_to = excluded.redirects_to, at = excluded.at`;

function tagsOf({ events, tags }: Recorded): string[] {
  return [...tags, ...(events.length > 0 ? ['events'] : [])];
}
