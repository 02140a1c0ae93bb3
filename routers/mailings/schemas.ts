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
    clicks: z
      .array(
        z.object({
          url: z.string().meta({ description: 'An address in the mails.', examples: ['https://ferries.example/'] }),
          clicks: count('How often it was opened.', 12),
        }),
      )
      .meta({
        description:
          'The addresses that were opened, the most frequent first, at most 50. Empty unless clicks are counted.',
      }),
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
const mailPreview = z.object({
  subject: z.string().meta({ description: 'The subject.', examples: ['First light'] }),
  preview: z.string().meta({
    description: 'The line that mail clients show beside the subject; empty for a protected post.',
    examples: ['The ferry leaves at six.'],
  }),
  html: z.string().meta({ description: 'The HTML part.', examples: ['<!doctype html><html>…</html>'] }),
  text: z.string().meta({ description: 'The text part.', examples: ['First light\n\nThe ferry leaves at six.\n'] }),
  bytes: count('The size of the HTML part in bytes. Gmail cuts what is longer than 102 kB.', 14_000),
});

export const previewAnswer = z.object({ ok, ...mailPreview.shape });
export const accepted = z.object({ ok });

export type MailPreviewShape = z.output<typeof mailPreview>;
export type MailingShape = z.output<typeof mailing>;
