import { randomBytes } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import { today, type Clock } from '../../base/clock.ts';

/** The salt of the day, with which client IPs become registers of sketches. All instances share its row. */
export interface VisitorSalt {
  /** The salt of today (UTC); made if there is none. */
  current(): Promise<string>;
  /** Deletes the salts of days that are over. */
  forget(): Promise<void>;
}

/** @param forgotten called after a salt was deleted, to remove its traces from the files of the database */
export function createVisitorSalt(em: SqlEntityManager, clock: Clock, forgotten: () => Promise<unknown>): VisitorSalt {
  let known: { day: string; value: Promise<string> } | null = null;
  let forgottenOn = '';

  async function read(day: string): Promise<string> {
    return em.fork().transactional(async (tx) => {
      const db = kyselyOf(tx);
      await db
        .insertInto('visitor_salts')
        .values({ day, value: randomBytes(32).toString('base64url') })
        .onConflict((conflict) => conflict.column('day').doNothing())
        .execute();
      const row = await db.selectFrom('visitor_salts').select('value').where('day', '=', day).executeTakeFirstOrThrow();
      return row.value;
    });
  }

  return {
    current() {
      const day = today(clock);
      if (known?.day === day) return known.value;
      const value = read(day);
      const entry = { day, value };
      known = entry;
      value.catch(() => {
        if (known === entry) known = null;
      });
      return value;
    },
    async forget() {
      const day = today(clock);
      if (forgottenOn === day) return;
      if (known && known.day !== day) known = null;
      const { numDeletedRows } = await kyselyOf(em.fork())
        .deleteFrom('visitor_salts')
        .where('day', '<>', day)
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) await forgotten();
      forgottenOn = day;
    },
  };
}
