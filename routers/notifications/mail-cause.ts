import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Clock } from '../base/clock.ts';
import type { StreamMessage } from '../events/schemas.ts';
import type { Settings } from '../data/settings/schemas.ts';

/** Mails that are sent because of events. */
export interface MailCause {
  /** Whether there may be any with these settings. */
  isNeeded(em: SqlEntityManager, settings: Settings): boolean | Promise<boolean>;
  /** Puts the mails of an event into the queue (`putMail`). */
  put(tx: SqlEntityManager, clock: Clock, event: StreamMessage, settings: Settings): Promise<void>;
}
