import { sql, type Kysely, type RawBuilder } from 'kysely';

import type { NewChange, NewEvent, Recorded } from '../../routers/events/record.ts';

/** The channel on which PostgreSQL sends invalidations to the other instances. */
export const INVALIDATIONS_CHANNEL = 'octavo_touched';

/** Rows of one statement, so that none binds too many values. */
const AT_ONCE = 1000;

/**
 * Writes on SQLite, where one transaction writes at a time, what a transaction recorded.
 *
 * @returns the tags to announce
 */
export async function writeRecorded(transaction: Kysely<unknown>, recorded: Recorded): Promise<string[]> {
  const { events, changes } = recorded;
  for (const some of pieces(events)) {
    const last = await takeNumbers(transaction, 'events', some.length);
    const rows = sql.join(some.map((event, at) => sql`(${last + at + 1}, ${sql.join(eventValues(event))})`));
    await sql`insert into events (id, type, subject, data, created_at) values ${rows}`.execute(transaction);
  }
  for (const some of pieces([...changes.values()])) {
    const last = await takeNumbers(transaction, 'changes', some.length);
    const rows = sql.join(some.map((change, at) => sql`(${last + at + 1}, ${sql.join(changeValues(change))})`));
    await sql`insert into post_changes (seq, post_id, version, deleted, redirects_to, at) values ${rows}
      ${replaceChange}`.execute(transaction);
  }
  return tagsOf(recorded);
}

async function takeNumbers(transaction: Kysely<unknown>, name: string, count: number): Promise<number> {
  const { rows } = await sql<{ value: number }>`update sequences set value = value + ${count} where name = ${name}
    returning value`.execute(transaction);
  return rows[0]!.value - count;
}

/**
 * The same on PostgreSQL, in one statement that also takes the invalidations out and tells the other instances of all.
 * Whoever takes a number keeps the others waiting until it has committed, so it must be the last statement.
 *
 * @returns the tags that were told
 */
export async function writeAndNotify(transaction: Kysely<unknown>, recorded: Recorded | undefined): Promise<string[]> {
  const { events, changes } = {
    events: pieces(recorded?.events ?? []),
    changes: pieces([...(recorded?.changes.values() ?? [])]),
  };
  const [lastEvents = [], lastChanges = []] = [events.pop(), changes.pop()];
  for (const some of events) await sql`with ${sql.join(insertEvents(some))} select 1`.execute(transaction);
  for (const some of changes) await sql`with ${sql.join(insertChanges(some))} select 1`.execute(transaction);
  const steps = [
    sql`taken as (delete from touched returning tag)`,
    ...(lastEvents.length > 0 ? insertEvents(lastEvents) : []),
    ...(lastChanges.length > 0 ? insertChanges(lastChanges) : []),
  ];
  const own = recorded ? tagsOf(recorded) : [];
  const further = own.map((tag) => sql` union select ${tag}::text`);
  const { rows } = await sql<{ tag: string }>`
    with ${sql.join(steps)}
    select tag, pg_notify(${INVALIDATIONS_CHANNEL}, tag)
    from (select distinct tag from taken${sql.join(further, sql``)}) as tags`.execute(transaction);
  return rows.map(({ tag }) => tag);
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
  const rows = sql.join(changes.map((change, at) => sql`(${sql.lit(at + 1)}, ${sql.join(changeValues(change))})`));
  return [
    sql`change_numbers as (update sequences set value = value + ${changes.length}::integer where name = 'changes'
      returning value - ${changes.length}::integer as last)`,
    sql`new_changes as (insert into post_changes (seq, post_id, version, deleted, redirects_to, at)
      select last + place, post_id, version, deleted, redirects_to, at
      from change_numbers cross join (values ${rows}) as rows (place, post_id, version, deleted, redirects_to, at)
      ${replaceChange})`,
  ];
}

function eventValues({ type, subject, data, createdAt }: NewEvent): unknown[] {
  return [type, subject, JSON.stringify(data), createdAt];
}

/** PostgreSQL would take parameters of a list of values for texts. */
function changeValues({ postId, version, deleted, redirectsTo, at }: NewChange): unknown[] {
  return [postId, sql`cast(${version} as integer)`, sql`cast(${deleted} as integer)`, redirectsTo, at];
}

const replaceChange = sql`on conflict (post_id) do update set
  seq = excluded.seq, version = excluded.version, deleted = excluded.deleted,
  redirects_to = excluded.redirects_to, at = excluded.at`;

function tagsOf({ events, tags }: Recorded): string[] {
  return [...tags, ...(events.length > 0 ? ['events'] : [])];
}

function pieces<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
    rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
