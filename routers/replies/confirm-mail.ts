import { z } from 'zod';

import { kyselyOf } from '../../entities/kysely.ts';
import { mailPath, signMailToken } from '../mail/tokens.ts';
import type { MailType } from '../mail/types.ts';
import { CONFIRM_WITHIN } from './addresses.ts';

const jobData = z.object({ address: z.string(), language: z.string() });

/** Asks whether replies may be mailed to an address. */
export const replyConfirmMail: MailType = {
  async compose({ em, clock, settings }, data) {
    const { address: id, language } = jobData.parse(data);
    const { siteUrl } = await settings.current();
    if (siteUrl === '') throw new Error('The address of the site is not set; set it in Settings.');
    const address = await kyselyOf(em)
      .selectFrom('reply_addresses')
      .select('email')
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    if (!address) return null;
    const expires = clock.now() + CONFIRM_WITHIN;
    const token = await signMailToken(em, clock, { purpose: 'confirm', parts: ['replies', id, language], expires });
    return {
      to: address.email,
      language,
      template: 'reply-confirm',
      values: { confirm_url: siteUrl + mailPath('confirm', token) },
    };
  },
};
