/** The types of events (docs/interface.md, K1). */
export const eventTypes = [
  'post.published',
  'post.updated',
  'post.unpublished',
  'post.deleted',
  'comment.created',
  'comment.approved',
  'comment.deleted',
  'subscriber.confirmed',
  'subscriber.removed',
] as const;

export type EventType = (typeof eventTypes)[number];
