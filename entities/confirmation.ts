import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { count } from './columns.ts';

/** A request for a mail that asks to confirm an address: it waits, or was sent in the last 24 hours. */
export const Confirmation = defineEntity({
  name: 'Confirmation',
  tableName: 'confirmations',
  properties: {
    /** `cf-…`; later requests have greater ids. */
    id: p.text().primary(),
    purpose: p.enum(['subscriber', 'reply']),
    /** The mailbox of the address, as a keyed hash. */
    mailbox: p.text(),
    /** The network of the client IP, as a keyed hash; "" without one, and an hour after the mail was sent. */
    network: p.text(),
    /** In lower case; null once the mail is sent. */
    email: p.text().nullable(),
    /** The language of the mail. */
    language: p.text(),
    requestedAt: p.text(),
    /** Null while it waits. */
    sentAt: p.text().nullable(),
  },
  uniques: [{ name: 'confirmations_mailbox', properties: ['mailbox', 'purpose'] }],
  indexes: [
    { name: 'confirmations_sent', properties: ['sentAt'] },
    { name: 'confirmations_network', properties: ['network', 'sentAt'], where: "network <> ''" },
  ],
});

/** The number of requests of an hour that were given up. */
export const DroppedConfirmations = defineEntity({
  name: 'DroppedConfirmations',
  tableName: 'dropped_confirmations',
  properties: {
    /** Its beginning. */
    hour: p.text().primary(),
    dropped: count('dropped'),
  },
});

export type Confirmation = InferEntity<typeof Confirmation>;
