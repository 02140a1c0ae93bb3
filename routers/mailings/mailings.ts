import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { readClicks } from '../data/clicks/read-clicks.ts';
import { countRows } from '../data/count-rows.ts';
import { dropJobs } from '../data/queue.ts';
import { appError, fieldError } from '../base/errors.ts';
import { putMail } from '../mail/put.ts';
import { newId } from '../base/new-id.ts';
import { beginKey } from '../posts/mailing/start.ts';
import { peekPost } from '../posts/load.ts';
import type { MailingShape } from './schemas.ts';

/**
 * The mailing of a post; null if there is none.
 *
 * @throws NOT_FOUND
 */
export async function findMailing(ctx: CallContext, slug: string): Promise<MailingShape | null> {
  const { key } = await peekPost(ctx.em, slug, 'post');
  const db = kyselyOf(ctx.em);
  const row = await db
    .selectFrom('mailings')
    .select(['id', 'state', 'sent', 'failed', 'problem', 'position', 'last_id as lastId'])
    .select(['created_at as createdAt', 'started_at as startedAt', 'ended_at as endedAt'])
    .where('post_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const { position, lastId, ...shape } = row;
  const left =
    shape.state === 'sending' ? (await countAfter(ctx, position, lastId)) + (await countRetries(ctx, shape.id)) : 0;
  await ctx.clicks.flush();
  const clicks = (await readClicks(ctx.em, [shape.id])).get(shape.id)?.links ?? [];
  return { ...shape, left, clicks, startsAt: shape.state === 'wanted' ? await findStart(ctx, key) : null };
}

/** When the job that begins the mailing runs. */
async function findStart({ em }: CallContext, postKey: number): Promise<string | null> {
  const job = kyselyOf(em).selectFrom('jobs').select('run_at').where('key', '=', beginKey(postKey));
  return (await job.executeTakeFirst())?.run_at ?? null;
}

function countAfter({ em }: CallContext, position: string, lastId: string): Promise<number> {
  const confirmed = kyselyOf(em).selectFrom('subscribers').where('state', '=', 'confirmed');
  return countRows(confirmed.where('id', '>', position).where('id', '<=', lastId));
}

function countRetries({ em }: CallContext, id: string): Promise<number> {
  return countRows(kyselyOf(em).selectFrom('mailing_retries').where('mailing_id', '=', id));
}

/**
 * Ends a mailing that is requested or being sent: no further mail is sent. One that was only requested is deleted.
 *
 * @throws NOT_FOUND
 */
export async function cancelMailing(ctx: CallContext, slug: string): Promise<MailingShape | null> {
  const { key } = await peekPost(ctx.em, slug, 'post');
  await ctx.em.fork().transactional(async (tx) => {
    const db = kyselyOf(tx);
    const { numDeletedRows } = await db
      .deleteFrom('mailings')
      .where('post_key', '=', key)
      .where('state', '=', 'wanted')
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) return dropJobs(tx, [beginKey(key)]);
    const cancelled = await db
      .updateTable('mailings')
      .set({ state: 'cancelled', ended_at: timestamp(ctx.clock), problem: null })
      .where('post_key', '=', key)
      .where('state', '=', 'sending')
      .returning('id')
      .executeTakeFirst();
    if (!cancelled) throw appError('NOT_FOUND', 'This post is not being mailed.');
    await db.deleteFrom('mailing_retries').where('mailing_id', '=', cancelled.id).execute();
  });
  return findMailing(ctx, slug);
}

/**
 * Mails a post to the owner, as subscribers would get it, also a draft.
 *
 * @throws NOT_FOUND, SUBSCRIPTIONS_CLOSED without mail, BAD_REQUEST without an address of the owner
 */
export async function testMailing(ctx: CallContext, slug: string): Promise<void> {
  const { key } = await peekPost(ctx.em, slug, 'post');
  if (!ctx.policy.offersMail) throw appError('SUBSCRIPTIONS_CLOSED');
  const { ownerEmail, siteUrl } = await ctx.settings.current();
  if (ownerEmail === '') throw fieldError('ownerEmail', 'Set your e-mail address in Settings first.');
  if (siteUrl === '') throw fieldError('siteUrl', 'Set the site address in Settings first.');
  await ctx.em
    .fork()
    .transactional((tx) =>
      putMail(tx, ctx.clock, { type: 'post.test', key: newId('j', ctx.clock), data: { post: key } }),
    );
}
