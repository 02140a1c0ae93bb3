import type { TestService } from './service.ts';

/** Gives a comment a confirmed address, the same for every comment, that was already notified of it. */
export async function insertReplyMail({ database, clock }: TestService, comment: string): Promise<void> {
  const { kysely } = database;
  const at = new Date(clock.now()).toISOString();
  const [id, email] = ['ra-stored', 'writer@example.org'];
  const row = await kysely
    .updateTable('comments')
    .set({ email, email_language: 'en' })
    .where('id', '=', comment)
    .returning('key')
    .executeTakeFirstOrThrow();
  const times = { created_at: at, confirmed_at: at, mailed_at: at };
  await kysely
    .insertInto('reply_addresses')
    .values({ id, email, state: 'confirmed', ...times })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await kysely.insertInto('reply_mails').values({ comment_key: row.key, address_id: id }).execute();
}
