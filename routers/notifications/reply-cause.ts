import type { MailCause } from './mail-cause.ts';
import { isKnown } from '../comments/replies/addresses.ts';
import { askLater } from '../comments/replies/ask.ts';
import { findAnsweredWriters, commentWithAddresses, putReplyMails } from '../comments/replies/put.ts';

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
    if (email !== null && language !== null && !isDoubtful) {
      // Asked when it was written, unless by an instance of an earlier version.
      const isAsked = event.type === 'comment.created' && (await isKnown(tx, email));
      if (!isAsked) await askLater(tx, clock, { email, language, network: '' });
    }
    if (status === 'approved') await putReplyMails(tx, clock, comment, findAnsweredWriters(comment));
  },
};
