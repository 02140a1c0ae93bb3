import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Language } from '../../shared/languages.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import { newId } from '../base/new-id.ts';

/** An address for which the owner vouches. */
export interface ConfirmedAddress {
  /** In lower case. */
  email: string;
  language: Language;
  /** ISO 8601 in UTC; null or absent: now. */
  createdAt?: string | null;
  confirmedAt?: string | null;
}

/** The statement that stores addresses as confirmed, also those that were pending; confirmed ones stay as they are. */
export function insertConfirmed(
  tx: SqlEntityManager,
  clock: Clock,
  source: 'owner' | 'import',
  addresses: readonly ConfirmedAddress[],
) {
  const now = timestamp(clock);
  return kyselyOf(tx)
    .insertInto('subscribers')
    .values(
      addresses.map(({ email, language, createdAt, confirmedAt }) => ({
        id: newId('sub', clock),
        email,
        language,
        state: 'confirmed' as const,
        source,
        created_at: createdAt ?? now,
        confirmed_at: confirmedAt ?? now,
        refusals: 0,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ state: 'confirmed', source, confirmed_at: now })
        .where('subscribers.state', '=', 'pending'),
    );
}
