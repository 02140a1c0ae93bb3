import type { TestService } from './service.ts';

/** A webhook with a URL that is never connected to, and that is switched off, with a delivery that was given up: `w-…` and `wd-…`. */
export async function insertWebhook({ database, clock }: TestService, name: string): Promise<void> {
  const created_at = new Date(clock.now()).toISOString();
  const webhook = { id: `w-${name}`, url: 'https://127.0.0.1/', events: 'post.published', created_at };
  await database.kysely.insertInto('webhooks').values(webhook).execute();
  const delivery = { id: `wd-${name}`, webhook_id: webhook.id, message_id: '0-1', type: 'post.published', created_at };
  const data = { subject: 'a-post', data: '{"id":"a-post"}', happened_at: created_at };
  await database.kysely
    .insertInto('deliveries')
    .values({ ...delivery, ...data, state: 'failed', attempts: 10, error: 'The connection was refused.' })
    .execute();
}
