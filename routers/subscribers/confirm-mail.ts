import { z } from 'zod';

import { kyselyOf } from '../../entities/kysely.ts';
import { isErased } from '../mail/confirmations/erased.ts';
import { mailboxHashes } from '../mail/confirmations/mailbox-hash.ts';
import { mailUrl, requireSiteUrl } from '../mail/tokens.ts';
import type { MailType } from '../mail/mail-type.ts';
import { CONFIRM_WITHIN } from './subscribe.ts';

const jobData = z.object({ subscriber: z.string() });

/** Asks whether an address wants to subscribe. */
export const confirmMail: MailType = {
  async compose(ctx, data) {
    const { subscriber: id } = jobData.parse(data);
    const siteUrl = await requireSiteUrl(ctx);
    const subscriber = await kyselyOf(ctx.em)
      .selectFrom('subscribers')
      .select(['email', 'language', 'source'])
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    if (!subscriber) return null;
    const { email, language, source } = subscriber;
    // A visitor's request for another spelling of an address that was erased since.
    if (source === 'visitor' && (await isErased(ctx.em, (await mailboxHashes(ctx)).mailbox(email)))) return null;
    const link = { purpose: 'confirm', parts: ['subscriber', id, language], lasts: CONFIRM_WITHIN } as const;
    return {
      to: email,
      language,
      template: 'confirm',
      values: { confirm_url: await mailUrl(ctx, siteUrl, link) },
    };
  },
};
