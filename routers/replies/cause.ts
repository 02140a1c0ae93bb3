import type { MailCause } from '../mail/consumer.ts';
import { askToConfirm } from './addresses.ts';
import { answeredBy, commentWithAddresses, putReplyMails } from './put.ts';

/** Mails to writers of comments: approved replies, and requests to confirm new addresses. */
export const writerMails: MailCause = {
  isNeeded: () => true,
  async put(tx, clock, event) {
    if (event.type !== 'comment.created' && event.type !== 'comment.approved') return;
    const [comment] = await commentWithAddresses(tx, { id: event.data.id });
    if (!comment) return;
    const { status, email, email_language: language } = comment;
    const isDoubtful = status === 'pending' && comment.held_because === 'suspicious';
    // A spammer must not make this blog send mail to others.
    if (email !== null && language !== null && !isDoubtful) await askToConfirm(tx, clock, { email, language });
    if (status === 'approved') await putReplyMails(tx, clock, comment, answeredBy(comment));
  },
};
