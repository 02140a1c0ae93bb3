import { z } from 'zod';

import { kyselyOf } from '../../../entities/kysely.ts';
import { timestamp } from '../../base/clock.ts';
import { commentExcerpt, urlOfComment } from '../mailed-comments.ts';
import { requireSiteUrl } from '../../mail/tokens.ts';
import type { MailContext, MailType } from '../../mail/mail-type.ts';
import { visibleAt } from '../../posts/visible.ts';
import { threadScope } from './addresses.ts';
import { endUrl } from './end-url.ts';

const jobData = z.object({ reply: z.string(), own: z.string(), address: z.string() });

/** The mail to the writer of a comment about a reply. */
export const replyMail: MailType = {
  async compose(ctx, data) {
    const ids = jobData.parse(data);
    const siteUrl = await requireSiteUrl(ctx);
    const reply = await readReply(ctx, ids);
    if (!reply) return null;
    const { language } = reply;
    const link = { address: ids.address, language };
    return {
      to: reply.email,
      language,
      template: 'reply',
      values: {
        comment: {
          author: reply.author,
          ...(await commentExcerpt(reply)),
          date: reply.created_at,
          url: urlOfComment(siteUrl, reply),
          ...(reply.section === null && { post_title: reply.title ?? '' }),
        },
        own: await commentExcerpt(reply.own),
        end_url: await endUrl(ctx, siteUrl, { ...link, scope: threadScope(reply) }),
      },
      unsubscribeUrl: await endUrl(ctx, siteUrl, { ...link, scope: 'all' }),
    };
  },
};

/** The reply, if it is public, and the writer of the other comment still wants the mail. */
async function readReply({ em, clock }: MailContext, { reply, own, address }: z.output<typeof jobData>) {
  const wanted = await kyselyOf(em)
    .selectFrom('comments')
    .innerJoin('reply_addresses', 'reply_addresses.email', 'comments.email')
    .select(['reply_addresses.email', 'comments.email_language'])
    .select(['comments.content', 'comments.markdown'])
    .where('comments.id', '=', own)
    .where('reply_addresses.id', '=', address)
    .where('reply_addresses.state', '=', 'confirmed')
    .executeTakeFirst();
  if (!wanted) return null;
  const row = await kyselyOf(em)
    .selectFrom('comments')
    .leftJoin('posts', 'posts.key', 'comments.post_key')
    .leftJoin('threads', 'threads.post_key', 'comments.post_key')
    .select(['comments.id', 'comments.author', 'comments.content', 'comments.created_at'])
    .select([
      'comments.markdown',
      'comments.section',
      'comments.post_key',
      'posts.slug',
      'posts.title',
      'posts.kind',
      'threads.address',
    ])
    .where('comments.id', '=', reply)
    .where('comments.status', '=', 'approved')
    // Its writer has not deleted it.
    .where('comments.content', '<>', '')
    .where((eb) =>
      eb.or([
        eb('comments.section', 'is not', null),
        eb('threads.address', 'is not', null),
        visibleAt(timestamp(clock), 'any')(eb as never),
      ]),
    )
    .executeTakeFirst();
  const { email, email_language, ...written } = wanted;
  return row && { ...row, email, language: email_language ?? 'en', own: written };
}
