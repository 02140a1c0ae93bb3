import { kyselyOf } from '../../entities/kysely.ts';
import { replaceSigningKeys, type WebhookSecret } from '../../routers/admin/signing-keys.ts';
import { timestamp } from '../../routers/base/clock.ts';
import { storeEvent } from '../storage/console-events.ts';
import { withServices } from './with-services.ts';

/**
 * Replaces the keys that sign, in the database of DATABASE_URL. Running instances use the new ones at once.
 *
 * @returns the new secrets of all webhooks, oldest first
 * @throws Error with one sentence
 */
export function replaceKeys(): Promise<WebhookSecret[]> {
  return withServices((services) =>
    replaceSigningKeys(services, (tx) => storeEvent(kyselyOf(tx), 'keys.replaced', timestamp(services.clock))),
  );
}
