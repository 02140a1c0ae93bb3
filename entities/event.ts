import { defineEntity, p } from '@mikro-orm/core';

/** An event, in the order of commits. */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'events',
  properties: {
    /** From the sequence `events`. */
    id: p.integer().primary().autoincrement(false),
    /** Such as `post.published`. */
    type: p.text(),
    /** The id of the post, comment or subscriber. */
    subject: p.text(),
    /** A JSON object. */
    data: p.text(),
    createdAt: p.text(),
  },
  indexes: [
    { name: 'events_created', properties: ['createdAt'] },
    { name: 'events_subject', properties: ['subject'] },
  ],
});
