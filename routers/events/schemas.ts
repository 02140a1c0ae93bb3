import { z } from 'zod';

import { announcedComment } from '../comments/answers.ts';
import { eventPost } from '../posts/answers.ts';
import { timestamp } from '../base/schemas.ts';

export const streamInput = z.object({
  lastEventId: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The id of the last message received: the stream goes on after it.' }),
  include: z.literal('signals').optional().meta({
    description: '`signals`: also what a screen needs to stay current. Sessions only; API keys do not get them.',
  }),
});

const id = z.string().meta({
  description: 'The id, for `lastEventId`. Ids grow in the order of the events. A signal has that of the event before.',
  examples: ['0-42'],
});

const postEvent = z
  .object({
    id,
    type: z
      .enum(['post.published', 'post.updated', 'post.unpublished', 'post.deleted'])
      .meta({ description: 'What happened to the post.' }),
    timestamp: timestamp('When it happened.'),
    data: eventPost.meta({
      description: 'The post as it was then. Only `id` is certain: of a deleted post, nothing else is there.',
    }),
  })
  .meta({ id: 'PostEvent' });

const commentEvent = z
  .object({
    id,
    type: z
      .enum(['comment.created', 'comment.approved', 'comment.deleted'])
      .meta({ description: 'What happened to the comment.' }),
    timestamp: timestamp('When it happened.'),
    data: announcedComment.partial().required({ id: true }).meta({
      id: 'EventComment',
      description: 'The comment as it was then. Only `id` is certain: of a deleted comment, nothing else is there.',
    }),
  })
  .meta({ id: 'CommentEvent' });

const subscriberEvent = z
  .object({
    id,
    type: z
      .enum(['subscriber.confirmed', 'subscriber.removed'])
      .meta({ description: 'What happened to the subscriber.' }),
    timestamp: timestamp('When it happened.'),
    data: z
      .object({
        subscriberId: z.string().meta({
          description: 'The id of the subscriber; never the address.',
          examples: ['sub-0mm5lxs00a1b2c3d4e5f60718'],
        }),
      })
      .meta({ description: 'Which subscriber.' }),
  })
  .meta({ id: 'SubscriberEvent' });

const signal = z
  .object({
    id,
    type: z.enum(['stream.opened', 'stream.refresh', 'post.saved', 'comments.changed', 'jobs.changed']).meta({
      description:
        'stream.opened: the first message of every stream. With `include=signals`: stream.refresh: anything may have changed; post.saved: a post or its working copy was saved or deleted; comments.changed: comments changed without an event, such as a suspicious one that is pending; jobs.changed: a job ended.',
    }),
    timestamp: timestamp('When it was sent.'),
    data: z.object({ id: z.string().optional().meta({ description: 'The post, of post.saved.' }) }).meta({
      description: 'What it is about.',
    }),
  })
  .meta({ id: 'StreamSignal' });

/** One message of the stream. */
export const streamMessage = z.discriminatedUnion('type', [postEvent, commentEvent, subscriberEvent, signal]);

export type StreamInput = z.output<typeof streamInput>;
export type StreamMessage = z.output<typeof streamMessage>;
