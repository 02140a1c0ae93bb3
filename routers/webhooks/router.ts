import { logSecurityEvent } from '../base/security-events.ts';
import { administrator, rest, router } from '../core/procedures.ts';
import { listDeliveries, redeliver, testWebhook } from './deliveries.ts';
import {
  created,
  createInput,
  deliveriesInput,
  deliveryInput,
  deliveryList,
  idInput,
  oneDelivery,
  oneWebhook,
  removed,
  updateInput,
  webhookList,
  type WebhookShape,
} from './schemas.ts';
import { createWebhook, getWebhook, listWebhooks, removeWebhook, updateWebhook } from './webhooks.ts';

const PATH = '/api/admin/webhooks';

/** Requires a session: a webhook sends what a key might not read. */
export const webhooksRouter = router({
  list: administrator
    .meta(rest('GET', PATH, 'List the webhooks, oldest first'))
    .output(webhookList)
    .query(async ({ ctx }) => ({ ok: true, webhooks: await listWebhooks(ctx) })),

  create: administrator
    .meta(
      rest('POST', PATH, 'Create a webhook', {
        needsProof: true,
        description:
          'It gets the events that are committed from now on. The secret is in this response only. There may be 20 webhooks.',
        status: 201,
        location: ({ webhook }: { webhook: WebhookShape }) => `${PATH}/${webhook.id}`,
        errors: ['TOO_MANY_WEBHOOKS'],
      }),
    )
    .input(createInput)
    .output(created)
    .mutation(async ({ ctx, input }) => {
      const made = await createWebhook(ctx, input);
      logSecurityEvent(ctx, 'webhook.created', { webhook: made.webhook.id });
      return { ok: true, ...made };
    }),

  get: administrator
    .meta(rest('GET', `${PATH}/{id}`, 'Get a webhook, without its secret', { errors: ['NOT_FOUND'] }))
    .input(idInput)
    .output(oneWebhook)
    .query(async ({ ctx, input }) => ({ ok: true, webhook: await getWebhook(ctx, input.id) })),

  update: administrator
    .meta(
      rest('PUT', `${PATH}/{id}`, 'Change a webhook', {
        needsProof: true,
        description: 'Fields that are absent stay. Switched off, its waiting deliveries are given up.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(updateInput)
    .output(oneWebhook)
    .mutation(async ({ ctx, input }) => {
      const webhook = await updateWebhook(ctx, input);
      logSecurityEvent(ctx, 'webhook.changed', { webhook: webhook.id });
      return { ok: true, webhook };
    }),

  remove: administrator
    .meta(
      rest('DELETE', `${PATH}/{id}`, 'Delete a webhook and its deliveries', {
        needsProof: true,
        errors: ['NOT_FOUND'],
      }),
    )
    .input(idInput)
    .output(removed)
    .mutation(async ({ ctx, input }) => {
      await removeWebhook(ctx, input.id);
      logSecurityEvent(ctx, 'webhook.removed', { webhook: input.id });
      return { ok: true, id: input.id };
    }),

  test: administrator
    .meta(
      rest('POST', `${PATH}/{id}/test`, 'Send a test message', {
        needsProof: true,
        description: 'The message has the type `webhook.test`, and is sent once; its delivery shows how it went.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(idInput)
    .output(oneDelivery)
    .mutation(async ({ ctx, input }) => ({ ok: true, delivery: await testWebhook(ctx, input.id) })),

  deliveries: administrator
    .meta(
      rest('GET', `${PATH}/{id}/deliveries`, 'List the deliveries of a webhook, newest first', {
        description: 'They are kept for 30 days.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(deliveriesInput)
    .output(deliveryList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listDeliveries(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  redeliver: administrator
    .meta(
      rest('POST', `${PATH}/{id}/deliveries/{deliveryId}/redeliver`, 'Send a delivery again', {
        needsProof: true,
        description: 'With the same `webhook-id`, also if the webhook is switched off.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(deliveryInput)
    .output(oneDelivery)
    .mutation(async ({ ctx, input }) => ({ ok: true, delivery: await redeliver(ctx, input.id, input.deliveryId) })),
});
