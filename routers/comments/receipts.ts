import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { sha256 } from '../base/secrets.ts';

/** Whether one of these receipts belongs to a comment. */
export async function isReceiptKnown(em: SqlEntityManager, receipts: readonly string[]): Promise<boolean> {
  const found = await kyselyOf(em)
    .selectFrom('comments')
    .select('key')
    .where('receipt_hash', 'in', receipts.map(sha256))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
