import type { TestService } from './service.ts';

/** A confirmed subscriber with the id `sub-…` and the address `…@example.org`. */
export async function insertSubscriber({ database, clock }: TestService, name: string): Promise<void> {
  const created_at = new Date(clock.now()).toISOString();
  const facts = { language: 'en', state: 'confirmed', source: 'owner', refusals: 0 } as const;
  await database.kysely
    .insertInto('subscribers')
    .values({ id: `sub-${name}`, email: `${name}@example.org`, ...facts, created_at, confirmed_at: created_at })
    .execute();
}

/**
 * A mailing of a post that was cancelled.
 *
 * @param subscriber of a mail that would be sent later
 */
export async function insertMailing(
  { database, clock }: TestService,
  slug: string,
  subscriber?: string,
): Promise<void> {
  const { kysely } = database;
  const at = new Date(clock.now()).toISOString();
  const post = await kysely.selectFrom('posts').select('key').where('slug', '=', slug).executeTakeFirstOrThrow();
  const id = `ma-${slug}`;
  const times = { created_at: at, started_at: at, ended_at: at };
  await kysely
    .insertInto('mailings')
    .values({ id, post_key: post.key, state: 'cancelled', ...times, position: '', last_id: '', sent: 0, failed: 0 })
    .execute();
  if (subscriber === undefined) return;
  await kysely
    .insertInto('mailing_retries')
    .values({ mailing_id: id, subscriber_id: subscriber, attempts: 1, next_at: at })
    .execute();
}
