import { z } from 'zod';

import { eventTypes } from '../../shared/event-types.ts';
import { count, existingId, flag, ok, pageNumber, pageSize, paging, timestamp, zeroOrOne } from '../base/schemas.ts';
import { hasCredentials } from '../../shared/link-targets.ts';

/** The maximum length of a URL. */
const MAX_URL = 2000;

const webhookId = { description: 'The id of the webhook.', examples: ['w-0mm5lxs00a1b2c3d4e5f60718'] };
const deliveryId = { description: 'The id of the delivery.', examples: ['wd-0mm5lxs00a1b2c3d4e5f60718'] };
const urlMeta = { description: 'Where events are sent.', examples: ['https://hooks.example/octavo'] };

const url = z
  .string()
  .max(MAX_URL)
  .superRefine((text, issues) => {
    const parsed = URL.canParse(text) ? new URL(text) : null;
    if (!parsed || !/^https?:$/.test(parsed.protocol))
      issues.addIssue('must be a URL that begins with https:// or http://');
    else if (hasCredentials(text)) issues.addIssue('must not contain a user name or password');
  })
  .transform((text) => {
    const parsed = new URL(text);
    parsed.hash = '';
    return parsed.href;
  })
  .meta({ override: { type: 'string', format: 'uri', maxLength: MAX_URL }, ...urlMeta });

const eventType = z.enum(eventTypes);
const eventsMeta = { description: 'The types of events that it gets.', examples: [['post.published']] };
const events = z.array(eventType).min(1).max(eventTypes.length).meta(eventsMeta);
const activeMeta = { description: 'Whether it gets events.' };

export const createInput = z.object({
  url,
  events,
  active: flag.default(1).meta({ ...activeMeta, override: { type: 'boolean', default: true } }),
});
export const updateInput = z.object({
  id: existingId.meta(webhookId),
  url: url.optional(),
  events: events.optional(),
  active: flag.optional().meta({ ...activeMeta, override: { type: 'boolean' } }),
});
export const idInput = z.object({ id: existingId.meta(webhookId) });
export const deliveriesInput = z.object({
  id: existingId.meta(webhookId),
  page: pageNumber(),
  pageSize: pageSize(),
});
export const deliveryInput = z.object({
  id: existingId.meta(webhookId),
  deliveryId: existingId.meta(deliveryId),
});

const webhook = z
  .object({
    id: z.string().meta(webhookId),
    url: z.string().meta(urlMeta),
    events: z.array(eventType).meta(eventsMeta),
    active: zeroOrOne.meta(activeMeta),
    createdAt: timestamp('When it was created.'),
    failingSince: timestamp('The first failed attempt since the last successful one; null: none.').nullable(),
    disabledAt: timestamp('When the service switched it off; null unless it did.').nullable(),
    disabledBecause: z
      .enum(['failing', 'gone'])
      .nullable()
      .meta({
        description: 'failing: all attempts of 5 days failed. gone: the receiver answered 410. null: neither.',
        examples: [null],
      }),
  })
  .meta({ id: 'Webhook' });

const delivery = z
  .object({
    id: z.string().meta(deliveryId),
    messageId: z.string().meta({ description: 'The header `webhook-id`.', examples: ['0-42'] }),
    type: z.string().meta({ description: 'The type of the event.', examples: ['post.published'] }),
    subject: z
      .string()
      .meta({ description: 'The post, comment or subscriber that it is about.', examples: ['first-light'] }),
    timestamp: timestamp('When the event happened.'),
    state: z.enum(['waiting', 'delivered', 'failed']).meta({
      description: 'waiting: an attempt is due at `nextAt`. failed: there are no further attempts.',
    }),
    attempts: count('Attempts that have ended.', 1),
    attemptedAt: timestamp('When the last attempt ended; null: none yet.').nullable(),
    nextAt: timestamp('When the next attempt is due; null: there is none.').nullable(),
    status: z
      .int()
      .nullable()
      .meta({ description: 'The status of the last response; null without one.', examples: [204] }),
    duration: z
      .int()
      .nullable()
      .meta({ description: 'Milliseconds of the last attempt.', examples: [120] }),
    answer: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of the last response.', examples: ['thanks'] }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt failed.', examples: [null] }),
  })
  .meta({ id: 'WebhookDelivery' });

export const webhookList = z.object({ ok, webhooks: z.array(webhook).meta({ description: 'Oldest first.' }) });
export const created = z.object({
  ok,
  webhook,
  secret: z.string().meta({
    description: 'The key of the signatures (Standard Webhooks). It is shown only here.',
    examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
  }),
});
export const oneWebhook = z.object({ ok, webhook });
export const removed = z.object({ ok, id: z.string().meta(webhookId) });
export const oneDelivery = z.object({ ok, delivery });
export const deliveryList = z.object({
  ok,
  deliveries: z.array(delivery).meta({ description: 'Newest first.' }),
  ...paging,
});

export type CreateWebhook = z.output<typeof createInput>;
export type UpdateWebhook = z.output<typeof updateInput>;
export type WebhookShape = z.output<typeof webhook>;
export type DeliveryShape = z.output<typeof delivery>;
export type DeliveriesInput = z.output<typeof deliveriesInput>;
