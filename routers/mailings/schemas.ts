import { z } from 'zod';

import { count, ok, timestamp, postId } from '../base/schemas.ts';

export const postInput = z.object({ id: postId });

const mailing = z
  .object({
    id: z.string().meta({ description: 'The id of the mailing.', examples: ['ma-0mm5lxs00a1b2c3d4e5f60718'] }),
    state: z.enum(['wanted', 'sending', 'sent', 'cancelled']).meta({
      description:
        'wanted: the post is not public yet, or became public less than 10 s ago (`startsAt`). cancelled: by the owner, or because the post was hidden.',
    }),
    sent: count('Mails that the mail server has accepted.', 40),
    left: count('Mails that are still to be sent, further attempts included.', 2),
    failed: count('Mails that the mail server refused for good.', 0),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why no mail can be sent at present; null: nothing is wrong.', examples: [null] }),
    createdAt: timestamp('When it was asked for.'),
    startsAt: timestamp(
      'When the first mail is sent at the earliest, 10 s after the publication, until which hiding the post withdraws the mailing; null: the post is not public yet, or the mailing has begun.',
    ).nullable(),
    startedAt: timestamp('When it began; null: not yet.').nullable(),
    endedAt: timestamp('When it was over; null: not yet.').nullable(),
  })
  .meta({ id: 'Mailing' });

export const maybeMailing = z.object({
  ok,
  mailing: mailing.nullable().meta({ description: 'Null if the post was not mailed, and is not to be.' }),
});
export const accepted = z.object({ ok });

export type MailingShape = z.output<typeof mailing>;
