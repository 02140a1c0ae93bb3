import { z } from 'zod';

import { kyselyOf } from '../../entities/kysely.ts';
import { mailPath, signMailToken } from '../mail/tokens.ts';
import type { MailType } from '../mail/types.ts';
import { CONFIRM_WITHIN } from './subscribe.ts';

const jobData = z.object({ subscriber: z.string() });

/** Asks whether an address wants to subscribe. */
export const confirmMail: MailType = {
  async compose({ em, clock, settings }, data) {
    const { subscriber: id } = jobData.parse(data);
    const { siteUrl } = await settings.current();
    // The service refuses subscriptions without it.
    if (siteUrl === '') throw new Error('The address of the site is not set; set it in Settings.');
    const subscriber = await kyselyOf(em)
      .selectFrom('subscribers')
      .select(['email', 'language'])
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    if (!subscriber) return null;
    const expires = clock.now() + CONFIRM_WITHIN;
    const { email, language } = subscriber;
    const token = await signMailToken(em, clock, { purpose: 'confirm', parts: ['subscriber', id, language], expires });
    return {
      to: email,
      language,
      template: 'confirm',
      values: { confirm_url: siteUrl + mailPath('confirm', token) },
    };
  },
};
