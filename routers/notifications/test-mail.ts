import type { MailType } from '../mail/mail-type.ts';

/** Shows the owner that mails arrive. */
export const testMail: MailType = {
  async compose(ctx) {
    const { ownerEmail, language, siteUrl } = await ctx.settings.current();
    if (ownerEmail === '') return null;
    return { to: ownerEmail, language, template: 'test', values: { has_url: siteUrl !== '' } };
  },
};
