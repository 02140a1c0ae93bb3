import { deleteOldEntries } from '../../routers/admin/audit/read.ts';
import { cleanConfirmations } from '../../routers/mail/confirmations/clean.ts';
import { deleteOldErased } from '../../routers/mail/confirmations/erased.ts';
import type { Services } from '../../routers/core/context.ts';
import { deleteOldEvents } from '../../routers/events/keep.ts';
import { mailConsumer } from '../../routers/notifications/consumer.ts';
import { deleteOldFetches } from '../../routers/media/fetches.ts';
import { wakeForgottenMailings } from '../../routers/posts/mailing/job.ts';
import { deleteExpired } from '../../routers/posts/trash/trash.ts';
import { putMissingPublications } from '../../routers/posts/publication.ts';
import { putMissingRebuild } from '../../routers/search/rebuild.ts';
import { forgetOldStatistics } from '../../routers/data/views/forget-old.ts';
import { forgetMissing } from '../../routers/data/redirects/tally.ts';
import { removeEmptyThreads } from '../../routers/comments/begin-thread.ts';
import { cleanSpam } from '../../routers/comments/spam/clean.ts';
import { deleteUnneededAddresses } from '../../routers/comments/replies/addresses.ts';
import { deleteUnconfirmed } from '../../routers/subscribers/subscribe.ts';
import { logFailure } from '../../routers/base/database-errors.ts';
import { webhookConsumer } from '../../routers/webhooks/consumer.ts';
import { deleteOldDeliveries } from '../../routers/webhooks/settle.ts';
import { inBackground } from '../../routers/base/defects.ts';

/** The interval in milliseconds. */
const EVERY = 60 * 60_000;

/**
 * Deletes expired rows that no write deletes, now and every hour, and adds missing jobs to the queue.
 *
 * @param every the interval in milliseconds
 * @param more further tasks, by the message that is logged when they fail
 * @returns stops it, and waits for the task that runs
 */
export function startHousekeeping(
  services: Pick<Services, 'em' | 'clock' | 'scrub' | 'policy' | 'loginLimiter' | 'log' | 'databaseFailed'>,
  every = EVERY,
  more: Readonly<Record<string, () => Promise<unknown>>> = {},
): () => Promise<void> {
  const { em, clock, policy, loginLimiter } = services;
  const consumers = [webhookConsumer, mailConsumer(policy)];
  const tasks: Record<string, () => Promise<unknown>> = {
    'expired sign-ins could not be deleted yet': () => loginLimiter.deleteExpired(),
    'old events could not be deleted yet': () => deleteOldEvents(em.fork(), clock, consumers),
    'old deliveries could not be deleted yet': () => deleteOldDeliveries(em.fork(), clock),
    'jobs of publications could not be completed yet': () => putMissingPublications(em.fork(), clock),
    'search texts could not be made again yet': () => putMissingRebuild(em.fork(), clock),
    'old spam could not be deleted yet': () => cleanSpam(em.fork(), clock),
    'empty threads could not be removed yet': () => removeEmptyThreads({ em: em.fork(), clock }),
    'unconfirmed addresses could not be deleted yet': () => deleteUnconfirmed(em.fork(), clock),
    'addresses of former writers could not be deleted yet': () => deleteUnneededAddresses(em.fork(), clock),
    'old requests for confirmation could not be deleted yet': () => cleanConfirmations(em.fork(), clock),
    'hashes of erased addresses could not be deleted yet': () => deleteOldErased(em.fork(), clock),
    'paths that were not found could not be forgotten yet': () => forgetMissing(em.fork(), clock),
    'old statistics could not be deleted yet': () => forgetOldStatistics(em.fork(), clock),
    'posts in the trash could not be deleted yet': () => deleteExpired(services),
    'old entries of the audit log could not be deleted yet': () => deleteOldEntries(em.fork(), clock),
    'mailings could not be continued yet': () => wakeForgottenMailings(em.fork(), clock),
    'old fetches of files could not be deleted yet': () => deleteOldFetches(em.fork(), clock),
    ...more,
  };

  let isStopped = false;
  let cleaning = Promise.resolve();

  async function clean(): Promise<void> {
    for (const [what, work] of Object.entries(tasks)) {
      if (isStopped) return;
      try {
        await work();
      } catch (error) {
        logFailure(error, services, what);
      }
    }
  }

  const start = () => {
    cleaning = clean();
    inBackground(cleaning);
  };
  start();
  const timer = setInterval(start, every).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await cleaning;
  };
}
