import { z } from 'zod';

import { mailedComments } from '../comments/mailed-comments.ts';
import { isWanted } from './owner-when.ts';
import type { MailType } from '../mail/mail-type.ts';

/** The number of comments in a digest; further ones are only counted. */
export const MAX_LISTED = 50;

/** The comments of a digest by their ids, and the number of further ones. */
export const ownerDigestData = z.object({ comments: z.array(z.string()), more: z.int() });

/** The mail to the owner about the new comments of an hour or a day. */
export const ownerDigest: MailType = {
  async compose(ctx, data) {
    const { comments: ids, more } = ownerDigestData.parse(data);
    const settings = await ctx.settings.current();
    const comments = isWanted(settings) ? await mailedComments(ctx, ids) : [];
    if (comments.length === 0) return null;
    const { siteUrl } = settings;
    return {
      to: settings.ownerEmail,
      language: settings.language,
      template: 'digest',
      values: {
        comments,
        count: comments.length + more,
        more,
        ...(siteUrl !== '' && { comments_url: `${siteUrl}/admin/comments` }),
      },
    };
  },
};
