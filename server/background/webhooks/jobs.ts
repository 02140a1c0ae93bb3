import { z } from 'zod';

import type { Services } from '../../../routers/core/context.ts';
import { DELIVERY_JOB } from '../../../routers/webhooks/put.ts';
import { signMessage, signingSecret } from '../../../routers/webhooks/secret.ts';
import {
  settleDelivery,
  waitingDelivery,
  type Settled,
  type WaitingDelivery,
} from '../../../routers/webhooks/settle.ts';
import { VERSION } from '../../../shared/version.ts';
import type { Consumer, JobRun } from '../jobs/job.ts';
import type { Message } from './send.ts';

const job = z.object({ delivery: z.string() });

interface WebhookJobsOptions {
  services: Pick<Services, 'em' | 'clock' | 'log' | 'policy'>;
  /** Called after each attempt. */
  settled(outcome: Settled): void;
}

/** Sends the deliveries of webhooks. An attempt that fails is repeated by another job. */
export function webhookConsumers({
  services: { em, clock, log, policy },
  settled,
}: WebhookJobsOptions): Record<typeof DELIVERY_JOB, Consumer> {
  async function deliver(delivery: WaitingDelivery, run: JobRun): Promise<'settled'> {
    const { signal } = run;
    const secret = await signingSecret(em.fork(), clock, delivery.webhookId);
    // Only a service with webhooks loads it.
    const { send } = await import('./send.ts');
    await run.claim();
    const began = clock.monotonic();
    const outcome = await send(toMessage(delivery, secret, clock.now()), {
      allowsPrivate: policy.allowsPrivateWebhooks,
      signal,
    });
    signal.throwIfAborted();
    const duration = Math.round(clock.monotonic() - began);
    const state = await settleDelivery(em.fork(), clock, delivery, { ...outcome, duration }, run);
    settled(state);
    if (state === 'failed') log.warn({ webhook: delivery.webhookId, delivery: delivery.id }, 'a delivery was given up');
    return 'settled';
  }

  return {
    async [DELIVERY_JOB](run) {
      const delivery = await waitingDelivery(em.fork(), job.parse(run.data).delivery);
      return delivery && deliver(delivery, run);
    },
  };
}

/** By the Standard Webhooks specification. */
function toMessage(delivery: WaitingDelivery, secret: string, now: number): Message {
  const { url, type, happenedAt, messageId: id } = delivery;
  const timestamp = Math.floor(now / 1000);
  const body = JSON.stringify({ type, timestamp: happenedAt, data: JSON.parse(delivery.data) as unknown });
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': `Octavo/${VERSION}`,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage({ id, timestamp, body }, secret),
    },
  };
}
