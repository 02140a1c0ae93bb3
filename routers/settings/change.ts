import type { CallContext } from '../core/context.ts';
import { catchUp } from '../events/consumers.ts';
import { mailConsumer } from '../notifications/consumer.ts';
import { checkCustomCss } from './custom-css.ts';
import type { Settings } from '../data/settings/schemas.ts';

/**
 * Changes settings. Mails about events that were committed before follow the former settings.
 *
 * @throws BAD_REQUEST for CSS that is wrong
 */
export async function changeSettings(
  { settings, policy, clock }: Pick<CallContext, 'settings' | 'policy' | 'clock'>,
  changes: Partial<Settings>,
): Promise<void> {
  await checkCustomCss({ settings, policy }, changes);
  const decidesOnMails = policy.offersMail && ('ownerEmail' in changes || 'notifyOwner' in changes);
  await settings.change(changes, decidesOnMails ? (tx) => catchUp(tx, clock, mailConsumer(policy)) : undefined);
}
