import { defineEntity, p } from '@mikro-orm/core';

import { Comment } from './comment.ts';

/** An e-mail address to which a writer of comments wants mails about replies. The comments contain it as well. */
export const ReplyAddress = defineEntity({
  name: 'ReplyAddress',
  tableName: 'reply_addresses',
  properties: {
    /** `ra-…` */
    id: p.text().primary(),
    email: p.text(),
    state: p.enum(['pending', 'confirmed']),
    createdAt: p.text(),
    confirmedAt: p.text().nullable(),
    /** When the last request for confirmation was mailed. */
    mailedAt: p.text(),
  },
  uniques: [{ name: 'reply_addresses_email', properties: ['email'] }],
});

/** A reply about which an address was mailed. */
export const ReplyMail = defineEntity({
  name: 'ReplyMail',
  tableName: 'reply_mails',
  properties: {
    /** The reply. */
    comment: () => p.manyToOne(Comment).deleteRule('cascade').updateRule('no action').primary(),
    address: () => p.manyToOne(ReplyAddress).deleteRule('cascade').primary(),
  },
  indexes: [{ name: 'reply_mails_address', properties: ['address'] }],
});
