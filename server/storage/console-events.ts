import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type ExpressionBuilder, type QueryExecutorProvider } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import type { Services } from '../../routers/core/context.ts';
import { logFailure } from '../../routers/base/database-errors.ts';
import { isSecurityEvent, logSecurityEvent, type SecurityEvent } from '../../routers/base/security-events.ts';
import { EVERYTHING, type Changes } from './changes.ts';
import { keepTrying } from '../process/persistent-work.ts';

// Commands that work on the database directly have no log: they store their security events in the table of settings,
// which every version has and whose changes all instances receive. A service writes them to its log.

/** Names of settings begin with a letter and contain no colon. */
const PREFIX = 'event:';
/** The upper bound of the names with the prefix: the semicolon follows the colon. */
const AFTER = 'event;';

/** Stores a security event for the log of the running service, or of the next one that starts. */
export async function storeEvent(database: QueryExecutorProvider, event: SecurityEvent, at: string): Promise<void> {
  const name = `${PREFIX}${at}`;
  await sql`insert into settings (name, value) values (${name}, ${JSON.stringify(event)})
    on conflict (name) do nothing`.execute(database);
}

/**
 * Logs the events that commands stored, now and later, each once across all instances.
 *
 * @returns stops it
 */
export async function logConsoleEvents(
  { em, log, databaseFailed }: Pick<Services, 'em' | 'log' | 'databaseFailed'>,
  changes: Pick<Changes, 'listen'>,
): Promise<() => void> {
  const work = keepTrying(logAll, (error) =>
    logFailure(error, { log, databaseFailed }, 'the events of commands could not be read yet'),
  );
  changes.listen(async (tags) => {
    if (tags.includes('settings') || tags.includes(EVERYTHING)) await work.run();
  });
  await work.run();
  return work.stop;

  async function logAll(): Promise<void> {
    for (const { name, value } of await takeEvents(em.fork())) {
      const event: unknown = JSON.parse(value);
      const details = { at: name.slice(PREFIX.length), by: 'console' };
      if (isSecurityEvent(event)) logSecurityEvent({ log }, event, details);
      else
        log.warn({ event, ...details }, 'a command of another version left an event that this version does not know');
    }
  }
}

async function takeEvents(em: SqlEntityManager): Promise<{ name: string; value: string }[]> {
  // Usually there are none, and this query saves a transaction without effect.
  const left = await kyselyOf(em).selectFrom('settings').select('name').where(isEvent).execute();
  if (left.length === 0) return [];
  return em.transactional(async (tx) => {
    const taken = await kyselyOf(tx).deleteFrom('settings').where(isEvent).returning(['name', 'value']).execute();
    for (const { name, value } of taken) await addToAudit(tx, name.slice(PREFIX.length), JSON.parse(value) as unknown);
    return taken;
  });
}

/** Tells an event of a command in the audit log. @param at when it ran */
export async function addToAudit(tx: SqlEntityManager, at: string, event: unknown): Promise<void> {
  if (!isSecurityEvent(event)) return;
  const row = { at, actor: 'console', subject: 'console', action: event } as const;
  await kyselyOf(tx).insertInto('audit_entries').values(row).execute();
}

/** A range condition, which uses the primary key. */
function isEvent(eb: ExpressionBuilder<Tables, 'settings'>) {
  return eb.and([eb('name', '>=', PREFIX), eb('name', '<', AFTER)]);
}
