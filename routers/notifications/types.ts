import { postTestMail } from '../mailings/test-mail.ts';
import { confirmMail } from '../subscribers/confirm-mail.ts';
import type { MailType } from '../mail/mail-type.ts';
import { ownerComment } from './owner-comment.ts';
import { ownerDigest } from './owner-digest.ts';
import { replyConfirmMail } from '../comments/replies/confirm-mail.ts';
import { replyMail } from '../comments/replies/reply-mail.ts';
import { testMail } from './test-mail.ts';

/** All kinds of mails by name. A name stays, because jobs contain it. */
export const mailTypes: Readonly<Record<string, MailType>> = {
  'owner.comment': ownerComment,
  'owner.digest': ownerDigest,
  'owner.test': testMail,
  'post.test': postTestMail,
  reply: replyMail,
  'reply.confirm': replyConfirmMail,
  'subscriber.confirm': confirmMail,
};
