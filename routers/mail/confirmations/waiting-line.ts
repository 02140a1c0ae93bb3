import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type ExpressionBuilder } from 'kysely';

import type { Confirmation } from '../../../entities/confirmation.ts';
import type { Tables } from '../../../entities/index.ts';
import { kyselyOf } from '../../../entities/kysely.ts';
import { DAY, HOUR, window } from './time.ts';

/** The most confirmations an hour that one network causes. */
const PER_NETWORK = 20;

/** A request whose turn it is. */
export interface NextInLine {
  id: string;
  purpose: Confirmation['purpose'];
  email: string;
  language: string;
}

/** The number of confirmations that may be sent now. @param perHour of the whole site */
export async function freePlaces(tx: SqlEntityManager, now: number, perHour: number): Promise<number> {
  const { after, until } = window(now, HOUR);
  const sent = await kyselyOf(tx)
    .selectFrom('confirmations')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('sent_at', '>', after)
    .where('sent_at', '<=', until)
    .executeTakeFirstOrThrow();
  return Math.max(0, perHour - Number(sent.count));
}

/** Whether a network may cause another confirmation now. @param network "" for the owner */
export async function hasRoom(tx: SqlEntityManager, now: number, network: string): Promise<boolean> {
  if (network === '') return true;
  const { after, until } = window(now, HOUR);
  const sent = await kyselyOf(tx)
    .selectFrom('confirmations')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('network', '=', network)
    .where('network', '<>', sql.lit(''))
    .where('sent_at', '>', after)
    .where('sent_at', '<=', until)
    .executeTakeFirstOrThrow();
  return Number(sent.count) < PER_NETWORK;
}

/**
 * The waiting requests whose turn it is: those of networks with fewer requests first, then the oldest; of a mailbox only
 * one, and none within 24 hours of the last.
 */
export async function nextInLine(tx: SqlEntityManager, now: number, places: number): Promise<NextInLine[]> {
  const hour = window(now, HOUR);
  return kyselyOf(tx)
    .with('line', (db) =>
      db
        .selectFrom('confirmations')
        .select(['id', 'purpose', 'email', 'language', 'network'])
        .select(({ fn }) => [
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('network').orderBy('id'))
            .as('of_network'),
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('mailbox').orderBy('id'))
            .as('of_mailbox'),
        ])
        .where('sent_at', 'is', null)
        .where(isFree(now)),
    )
    .with('networks', (db) =>
      db
        .selectFrom('confirmations')
        .select(['network', ({ fn }) => fn.countAll<number>().as('requests')])
        .select(({ fn }) => fn.count<number>('sent_at').as('sent'))
        .where('network', '<>', '')
        .where(({ or, and, eb }) =>
          or([eb('sent_at', 'is', null), and([eb('sent_at', '>', hour.after), eb('sent_at', '<=', hour.until)])]),
        )
        .groupBy('network'),
    )
    .selectFrom('line')
    .leftJoin('networks', 'networks.network', 'line.network')
    .select(['line.id', 'line.purpose', 'line.email', 'line.language'])
    .where('of_mailbox', '=', 1)
    .where(({ or, eb, val, fn }) =>
      or([
        eb('line.network', '=', ''),
        eb('of_network', '<=', eb(val(PER_NETWORK), '-', fn.coalesce('networks.sent', val(0)))),
      ]),
    )
    .orderBy(({ fn, val }) => fn.coalesce('networks.requests', val(0)))
    .orderBy('line.id')
    .limit(places)
    .$narrowType<{ email: string }>()
    .execute();
}

/** Whether the mailbox of a request got no confirmation in the last 24 hours. */
export function isFree(now: number) {
  const { after, until } = window(now, DAY);
  return ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'confirmations'>) =>
    not(
      exists(
        selectFrom('confirmations as sent')
          .select('sent.id')
          .whereRef('sent.mailbox', '=', 'confirmations.mailbox')
          .where('sent.sent_at', '>', after)
          .where('sent.sent_at', '<=', until),
      ),
    );
}
