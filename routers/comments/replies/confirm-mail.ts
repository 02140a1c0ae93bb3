import { z } from 'zod';

import { kyselyOf } from '../../../entities/kysely.ts';
import { isErased } from '../../mail/confirmations/erased.ts';
import { mailboxHashes } from '../../mail/confirmations/mailbox-hash.ts';
import { mailUrl, requireSiteUrl } from '../../mail/tokens.ts';
import type { MailType } from '../../mail/mail-type.ts';
import { CONFIRM_WITHIN } from './addresses.ts';

const jobData = z.object({ address: z.string(), language: z.string() });

/** Asks whether replies may be mailed to an address. */
export const replyConfirmMail: MailType = {
  async compose(ctx, data) {
    const { address: id, language } = jobData.parse(data);
    const siteUrl = await requireSiteUrl(ctx);
    const address = await kyselyOf(ctx.em)
      .selectFrom('reply_addresses')
      .select('email')
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    if (!address) return null;
    // For another spelling of an address that was erased since.
    if (await isErased(ctx.em, (await mailboxHashes(ctx)).mailbox(address.email))) return null;
    const link = { purpose: 'confirm', parts: ['replies', id, language], lasts: CONFIRM_WITHIN } as const;
    return {
      to: address.email,
      language,
      template: 'reply-confirm',
      values: { confirm_url: await mailUrl(ctx, siteUrl, link) },
    };
  },
};
