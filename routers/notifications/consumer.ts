import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Policy } from '../core/context.ts';
import type { EventConsumer } from '../events/consumers.ts';
import type { MailCause } from './mail-cause.ts';
import type { Settings } from '../data/settings/schemas.ts';
import { storedSettings } from '../data/settings/store.ts';
import { writerMails } from './reply-cause.ts';
import { ownerMails } from './owner.ts';

const causes: readonly MailCause[] = [ownerMails, writerMails];

/** Makes the mails of events; none where mail is not configured. */
export function mailConsumer({ offersMail }: Pick<Policy, 'offersMail'>): EventConsumer {
  async function activeCauses(em: SqlEntityManager): Promise<{ settings: Settings; active: MailCause[] }> {
    // Not those in memory: they may not be those of this transaction.
    const settings = await storedSettings(em);
    const active: MailCause[] = [];
    for (const cause of causes) if (await cause.isNeeded(em, settings)) active.push(cause);
    return { settings, active };
  }

  return {
    name: 'mail',
    tag: 'settings',
    async isNeeded(em) {
      return offersMail && (await activeCauses(em)).active.length > 0;
    },
    async consume(tx, clock, events) {
      const { settings, active } = await activeCauses(tx);
      for (const { message } of events) {
        for (const cause of message ? active : []) await cause.put(tx, clock, message!, settings);
      }
    },
  };
}
