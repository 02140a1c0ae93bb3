import { kyselyOf } from '../../entities/kysely.ts';
import type { MailState } from './schemas.ts';
import type { CallContext } from '../core/context.ts';
import { appError, fieldError } from '../base/errors.ts';
import { newId } from '../base/new-id.ts';
import { mailJobKey, putMail } from '../mail/put.ts';

const TYPE = 'owner.test';

/**
 * Puts a test mail to the owner into the queue. It replaces one that was given up.
 *
 * @throws BAD_REQUEST unless mail is configured and the owner has an address
 */
export async function sendTestMail({ em, clock, policy, settings }: CallContext): Promise<void> {
  if (!policy.offersMail) throw appError('BAD_REQUEST', 'Mail is not configured; set SMTP_URL and MAIL_FROM first.');
  const { ownerEmail } = await settings.current();
  if (ownerEmail === '') throw fieldError('ownerEmail', 'Set your e-mail address in Settings first.');
  await em.fork().transactional(async (tx) => {
    await kyselyOf(tx).deleteFrom('jobs').where('key', 'like', testKeys).where('state', '=', 'failed').execute();
    // Each has its own Message-ID, or servers could take the second for a repetition.
    await putMail(tx, clock, { type: TYPE, key: newId('j', clock), data: {} });
  });
}

/** Whether mail is configured, and the state of the last test mail. */
export async function readMailState({ em, policy }: CallContext): Promise<MailState> {
  const job = await kyselyOf(em)
    .selectFrom('jobs')
    .select(['state', 'reason'])
    .where('key', 'like', testKeys)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    configured: policy.offersMail,
    from: policy.mailFrom,
    test: job?.state ?? 'none',
    reason: job?.reason ?? null,
  };
}

const testKeys = mailJobKey({ type: TYPE, key: '%' });
