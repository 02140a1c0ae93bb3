import { z } from 'zod';

import { mailedComments } from '../comments/mailed-comments.ts';
import { isWanted } from './owner-when.ts';
import type { MailType } from '../mail/mail-type.ts';

const jobData = z.object({ comment: z.string() });

/** The mail to the owner about one new comment. */
export const ownerComment: MailType = {
  async compose(ctx, data) {
    const { comment: id } = jobData.parse(data);
    const settings = await ctx.settings.current();
    const [comment] = isWanted(settings) ? await mailedComments(ctx, [id]) : [];
    if (!comment) return null;
    return { to: settings.ownerEmail, language: settings.language, template: 'comment', values: { comment } };
  },
};
