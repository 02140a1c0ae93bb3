import { z } from 'zod';

import type { MailType } from '../mail/mail-type.ts';
import { composePost, mailedPost } from './compose.ts';

const jobData = z.object({ post: z.int() });

/** Shows the owner how a post is mailed. */
export const postTestMail: MailType = {
  async compose(ctx, data) {
    const { post: key } = jobData.parse(data);
    const settings = await ctx.settings.current();
    const post = await mailedPost(ctx, key, { showsHidden: true });
    if (!post || settings.ownerEmail === '') return null;
    return { to: settings.ownerEmail, ...composePost(settings, post, settings.language, null) };
  },
};
