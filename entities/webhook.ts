import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

import { flag } from './columns.ts';

/** A URL to which the service sends events. Its signing secret is derived from its id, and not stored. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    /** `w-…`. */
    id: p.text().primary(),
    url: p.text(),
    /** The types of events that it wants, separated by commas. */
    events: p.text(),
    active: flag('active'),
    createdAt: p.text(),
    /** The first failed attempt since the last successful one; null while it works. */
    failingSince: p.text().nullable(),
    /** When the service switched it off; null unless it did. */
    disabledAt: p.text().nullable(),
    /** Why: it failed for days, or its receiver answered 410. */
    disabledBecause: p.enum(['failing', 'gone']).nullable(),
  },
});

export type Webhook = InferEntity<typeof Webhook>;
