import { LockMode } from '@mikro-orm/core';

import { kyselyOf } from '../../entities/kysely.ts';
import { noteObject } from '../data/audit.ts';
import { Webhook } from '../../entities/webhook.ts';
import { eventTypes } from '../../shared/event-types.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { appError, webhookNotFound } from '../base/errors.ts';
import { dropLane } from '../data/queue.ts';
import { newId } from '../base/new-id.ts';
import { changeWebhooks } from './consumer.ts';
import type { CreateWebhook, UpdateWebhook, WebhookShape } from './schemas.ts';
import { signingSecret } from './secret.ts';
import { cancelDeliveries } from './settle.ts';
import { requirePublicHost } from './targets.ts';

/** The maximum number of webhooks. */
const MAX_WEBHOOKS = 20;

/** All webhooks, oldest first. */
export async function listWebhooks({ em }: Pick<CallContext, 'em'>): Promise<WebhookShape[]> {
  const rows = await webhookRows(em).orderBy('created_at').orderBy('id').execute();
  return rows.map(toShape);
}

/**
 * Returns one webhook.
 *
 * @throws NOT_FOUND
 */
export async function getWebhook({ em }: Pick<CallContext, 'em'>, id: string): Promise<WebhookShape> {
  const row = await webhookRows(em).where('id', '=', id).executeTakeFirst();
  if (!row) throw webhookNotFound();
  return toShape(row);
}

/**
 * Creates a webhook.
 *
 * @returns the webhook, and the key of its signatures, which is shown only here
 * @throws BAD_REQUEST for a private URL, TOO_MANY_WEBHOOKS
 */
export async function createWebhook(
  { em, clock, policy }: CallContext,
  { url, events, active }: CreateWebhook,
): Promise<{ webhook: WebhookShape; secret: string }> {
  if (!policy.allowsPrivateWebhooks) requirePublicHost(url);
  const id = noteObject(newId('w', clock));
  const secret = await signingSecret(em, clock, id);
  const webhook = await changeWebhooks(em, clock, async (tx) => {
    if ((await tx.count(Webhook)) >= MAX_WEBHOOKS) throw appError('TOO_MANY_WEBHOOKS');
    return tx.create(Webhook, { id, url, events: events.join(','), active, createdAt: timestamp(clock) });
  });
  return { webhook: toShape(webhook), secret };
}

/**
 * Changes a webhook. Switched off, its waiting deliveries are given up; switched on, it counts as working again.
 *
 * @throws BAD_REQUEST for a private URL, NOT_FOUND
 */
export async function updateWebhook(
  { em, clock, policy }: CallContext,
  { id, url, events, active }: UpdateWebhook,
): Promise<WebhookShape> {
  if (url !== undefined && !policy.allowsPrivateWebhooks) requirePublicHost(url);
  return changeWebhooks(em, clock, async (tx) => {
    const webhook = await tx.findOne(Webhook, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!webhook) throw webhookNotFound();
    if (url !== undefined && url !== webhook.url) tx.assign(webhook, { url, failingSince: null });
    if (events !== undefined) webhook.events = events.join(',');
    if (active === 0 && webhook.active === 1) await cancelDeliveries(tx, id);
    if (active !== undefined && active !== webhook.active) {
      tx.assign(webhook, { active, failingSince: null, disabledAt: null, disabledBecause: null });
    }
    return toShape(webhook);
  });
}

/**
 * Deletes a webhook with its deliveries.
 *
 * @throws NOT_FOUND
 */
export async function removeWebhook({ em, clock }: CallContext, id: string): Promise<void> {
  await changeWebhooks(em, clock, async (tx) => {
    if ((await tx.nativeDelete(Webhook, { id })) === 0) throw webhookNotFound();
    await dropLane(tx, id);
  });
}

function webhookRows(em: CallContext['em']) {
  return kyselyOf(em)
    .selectFrom('webhooks')
    .select(['id', 'url', 'events', 'active', 'created_at as createdAt', 'failing_since as failingSince'])
    .select(['disabled_at as disabledAt', 'disabled_because as disabledBecause']);
}

type Stored = Pick<Webhook, 'id' | 'url' | 'events' | 'active' | 'createdAt'> &
  Partial<Pick<Webhook, 'failingSince' | 'disabledAt' | 'disabledBecause'>>;

function toShape({ id, url, events, active, createdAt, ...state }: Stored): WebhookShape {
  const chosen = events.split(',');
  return {
    id,
    url,
    // Unknown types of other versions are ignored.
    events: eventTypes.filter((type) => chosen.includes(type)),
    active: active === 1 ? 1 : 0,
    createdAt,
    failingSince: state.failingSince ?? null,
    disabledAt: state.disabledAt ?? null,
    disabledBecause: state.disabledBecause ?? null,
  };
}
