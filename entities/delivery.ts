import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { count } from './columns.ts';
import { Webhook } from './webhook.ts';

/** An event for a webhook, with the outcome of the last attempt to send it. A job sends it. */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    /** `wd-…`. */
    id: p.text().primary(),
    webhook: () => p.manyToOne(Webhook).deleteRule('cascade'),
    /** The header `webhook-id`: the id of the event, the same for every attempt. */
    messageId: p.text(),
    type: p.text(),
    /** The id of the post or comment; "" for a test. */
    subject: p.text(),
    /** The `data` of the body, as JSON. */
    data: p.text(),
    /** When the event happened. */
    happenedAt: p.text(),
    state: p.enum(['waiting', 'delivered', 'failed']),
    /** The number of attempts since it was last put into the queue. */
    attempts: count('attempts'),
    attemptedAt: p.text().nullable(),
    /** When the next attempt is due; null unless it waits. */
    nextAt: p.text().nullable(),
    /** The status of the last response; null without one. */
    status: p.integer().nullable(),
    /** The duration of the last attempt in milliseconds. */
    duration: p.integer().nullable(),
    /** The beginning of the last response. */
    answer: p.text().nullable(),
    /** Why the last attempt failed. */
    error: p.text().nullable(),
    createdAt: p.text(),
  },
  indexes: [
    { name: 'deliveries_webhook', properties: ['webhook', 'createdAt', 'id'] },
    { name: 'deliveries_subject', properties: ['subject'] },
    { name: 'deliveries_created', properties: ['createdAt'] },
  ],
});

export type Delivery = InferEntity<typeof Delivery>;
