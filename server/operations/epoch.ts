import { randomInt } from 'node:crypto';

import { sql } from 'kysely';

import type { Database } from '../storage/database/open.ts';
import { hasTable, type AnyTables } from '../storage/database/tables.ts';

/**
 * Starts a new epoch in a restored database: cursors from before are invalid, because the change sequence may reuse
 * their numbers for other changes. Publications since the backup, and events that had no deliveries and mails yet, are
 * not reported again; waiting deliveries are given up, and can be sent again one by one.
 *
 * @param database as in the backup; later migrations may still be due
 */
export async function beginEpoch(database: AnyTables, dialect: Database['dialect'], now: string): Promise<void> {
  const epoch = randomInt(1, 2 ** 31 - 1);
  await sql`insert into sequences (name, value) values ('epoch', ${epoch})
    on conflict (name) do update set value = excluded.value`.execute(database);
  if (!(await hasTable(database, dialect, 'jobs'))) return;
  await sql`update posts set public_since = publish_at
    where public_since is null and status = 'published' and publish_at <= ${now}`.execute(database);
  await sql`update sequences set value = (select value from sequences where name = 'events')
    where name in ('events.webhooks', 'events.mail')`.execute(database);
  // They were sent after the backup.
  await sql`delete from jobs where kind in ('mail', 'mail.newsletter', 'subscribe', 'webhook',
    'reply.address', 'confirmations')`.execute(database);
  if (await hasTable(database, dialect, 'confirmations')) {
    await sql`delete from confirmations where sent_at is null`.execute(database);
  }
  if (await hasTable(database, dialect, 'deliveries')) {
    await sql`update deliveries set state = 'failed', next_at = null, error = 'A backup was restored.'
      where state = 'waiting'`.execute(database);
  }
  if (await hasTable(database, dialect, 'mailings')) {
    // Those that were about to begin have sent their mails since.
    await sql`update mailings set state = 'cancelled', ended_at = ${now} where state = 'wanted' and exists
      (select 1 from jobs where key = 'mailing.begin:' || cast(mailings.post_key as text))`.execute(database);
    await sql`delete from jobs where kind = 'mailing.begin'`.execute(database);
    await sql`update mailings set state = 'cancelled', ended_at = ${now} where state = 'sending'`.execute(database);
  }
  // It describes the backups of the old database.
  await sql`delete from jobs where kind = 'backup'`.execute(database);
  await sql`delete from jobs where kind = 'publish' and run_at <= ${now}`.execute(database);
}
