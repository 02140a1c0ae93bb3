import { defineEntity, p } from '@mikro-orm/core';

import { count } from './columns.ts';
import { Post } from './post.ts';
import { Subscriber } from './subscriber.ts';

/** A post that is mailed to the subscribers: once, even if it is published repeatedly. */
export const Mailing = defineEntity({
  name: 'Mailing',
  tableName: 'mailings',
  properties: {
    /** `ma-…` */
    id: p.text().primary(),
    post: () => p.manyToOne(Post).deleteRule('cascade'),
    /** wanted: the post is not public yet. */
    state: p.enum(['wanted', 'sending', 'sent', 'cancelled']),
    createdAt: p.text(),
    startedAt: p.text().nullable(),
    endedAt: p.text().nullable(),
    /** The subscribers up to this id were mailed, are in `mailing_retries`, or failed. */
    position: p.text(),
    /** The last subscriber when it was started. */
    lastId: p.text(),
    sent: count('sent'),
    failed: count('failed'),
    attemptedAt: p.text().nullable(),
    /** Why no mail can be sent at present. */
    problem: p.text().nullable(),
  },
  uniques: [{ name: 'mailings_post', properties: ['post'] }],
  indexes: [{ name: 'mailings_state', properties: ['state', 'startedAt', 'id'] }],
});

/** A mail of a mailing that is sent later, because the server asked for that. */
export const MailingRetry = defineEntity({
  name: 'MailingRetry',
  tableName: 'mailing_retries',
  properties: {
    mailing: () => p.manyToOne(Mailing).deleteRule('cascade').primary(),
    subscriber: () => p.manyToOne(Subscriber).deleteRule('cascade').primary(),
    attempts: count('attempts'),
    nextAt: p.text(),
  },
  indexes: [
    { name: 'mailing_retries_subscriber', properties: ['subscriber'] },
    { name: 'mailing_retries_next', properties: ['nextAt'] },
  ],
});

/** A link in the mails of a mailing whose clicks are counted: for all readers together. */
export const MailingLink = defineEntity({
  name: 'MailingLink',
  tableName: 'mailing_links',
  properties: {
    mailing: () => p.manyToOne(Mailing).deleteRule('cascade').primary(),
    /** The first 16 hexadecimal digits of the SHA-256 of the URL, which the tokens of links contain. */
    urlHash: p.text().primary(),
    url: p.text(),
    clicks: count('clicks'),
  },
});
