import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { timestamp } from '../../../routers/base/clock.ts';
import type { Services } from '../../../routers/core/context.ts';
import type { HeldJob } from '../../../routers/data/held.ts';
import { mailedPost } from '../../../routers/mailings/compose.ts';
import { lockMailingsJob, restMailings } from '../../../routers/posts/mailing/job.ts';
import { claimMail } from '../../../routers/mailings/claim.ts';
import { nextMail, type DueMail } from '../../../routers/mailings/next.ts';
import { noteProblem, settleMail, type Attempt } from '../../../routers/mailings/settle.ts';
import { makeMessageId } from '../../../routers/mail/put.ts';
import { unsubscribeUrl } from '../../../routers/subscribers/unsubscribe-url.ts';
import type { Consumer } from '../jobs/job.ts';
import { createIssues } from './issue.ts';
import { MailFailure, type Mailer } from './transport.ts';

const MINUTE = 60_000;
/** The pause after the first failed connection, and the longest one, in milliseconds; each is twice the one before. */
const PAUSE = { first: 5000, longest: 15 * MINUTE };

const job = z.object({ outages: z.int().default(0) });

interface NewsletterOptions {
  services: Services;
  mailer: Mailer;
  /** Mails a minute. */
  rate: number;
  /** Called after each attempt. */
  attempted(outcome: 'sent' | 'retried' | 'failed'): void;
}

/** How the attempt to send a mail ended, beside what the server said. */
type Sent =
  | Attempt
  /** It was not sent: the post is not public any more, the mailing has ended, or the rate does not allow it yet. */
  | 'unsent'
  /** No mail can be sent at present; the reason is stored. */
  | 'outage';

/**
 * Sends the mailings, one mail after the other, at the configured rate. Each mail is claimed in the database right
 * before it is sent, and progress is stored after it: after a crash only the mail that was being sent is sent again, with
 * the same Message-ID.
 */
export function newsletterConsumer({ services, mailer, rate, attempted }: NewsletterOptions): Consumer {
  const { em, clock } = services;
  const interval = MINUTE / rate;
  const issueFor = createIssues(services);

  /** @param claim called right before the mail is sent; false if it must not be sent now */
  async function send(mail: DueMail, claim: (mail: DueMail) => Promise<boolean>): Promise<Sent> {
    const ctx = { ...services, em: em.fork() };
    const settings = await ctx.settings.current();
    if (settings.siteUrl === '') {
      await noteProblem(ctx.em, 'The address of the site is not set; set it in Settings.');
      return 'outage';
    }
    const post = await mailedPost(ctx, mail.postKey);
    if (!post) return 'unsent';
    const { subscriber, mailingId } = mail;
    const { email, language } = subscriber;
    const url = await unsubscribeUrl(ctx, settings.siteUrl, subscriber);
    const about = { type: 'post', key: `${mailingId}:${subscriber.id}` };
    const messageId = await makeMessageId(ctx.em, clock, about, mailer.from.address);
    const texts = await issueFor({ settings, post, mailingId, language, unsubscribeUrl: url });
    if (!(await claim(mail))) return 'unsent';
    try {
      await mailer.send({ ...texts, to: email, messageId, unsubscribeUrl: url });
      return 'accepted';
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      if (error.isOfServer) {
        await noteProblem(ctx.em, error.message);
        return 'outage';
      }
      if (!error.isFinal) return 'later';
      return error.isUnknownRecipient ? 'unknown' : 'refused';
    }
  }

  /** Ends the run, unless a mail became due. @returns whether it ended */
  async function rest(job: HeldJob, outages: number): Promise<boolean> {
    const { id } = job;
    return em.fork().transactional(async (tx) => {
      if (!(await lockMailingsJob(tx, job))) return true;
      if (outages > 0) {
        const pause = Math.min(PAUSE.longest, PAUSE.first * 2 ** (outages - 1));
        await restMailings(tx, id, { runAt: timestamp(clock, pause), outages });
        return true;
      }
      const next = await nextMail(tx, clock);
      if (next && 'mailingId' in next) return false;
      await restMailings(tx, id, { runAt: next && next.waitUntil });
      return true;
    });
  }

  return async (run) => {
    let { outages } = job.parse(run.data);
    /** When the rate allows the next mail, on the monotonic clock, and the attempt after which that is counted. */
    let freeAt = -Infinity;
    let waitedSince: string | null = null;

    /** The database knows the last mail, whichever instance sent it. */
    async function claim(mail: DueMail): Promise<boolean> {
      const began = clock.monotonic();
      const claimed = await claimMail(em.fork(), clock, { job: run, mail, interval, waitedSince });
      if (!claimed) return false;
      const isFree = 'at' in claimed;
      waitedSince = isFree ? claimed.at : claimed.lastAt;
      freeAt = began + (isFree ? interval : claimed.wait);
      return isFree;
    }

    for (;;) {
      const wait = freeAt - clock.monotonic();
      if (wait > 0) await sleep(wait, undefined, { signal: run.signal, ref: false });
      run.signal.throwIfAborted();
      // The mailing or the subscription may have ended during the wait.
      const next = await nextMail(em.fork(), clock);
      if (!next || !('mailingId' in next)) {
        if (await rest(run, 0)) return 'settled';
        continue;
      }
      const sent = await send(next, claim);
      if (sent === 'unsent') continue;
      if (sent === 'outage') {
        outages += 1;
        attempted('retried');
        await rest(run, outages);
        return 'settled';
      }
      outages = 0;
      await settleMail(em.fork(), clock, next, sent);
      attempted(sent === 'accepted' ? 'sent' : sent === 'later' ? 'retried' : 'failed');
    }
  };
}
