import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { timestamp } from '../../routers/clock.ts';
import type { Services } from '../../routers/context.ts';
import { composePost, mailedPost } from '../../routers/mailings/compose.ts';
import { lockMailingsJob, restMailings } from '../../routers/mailings/job.ts';
import { lastAttempt, nextMail, type DueMail } from '../../routers/mailings/next.ts';
import { noteProblem, settleMail, type Attempt } from '../../routers/mailings/settle.ts';
import { messageIdOf } from '../../routers/mail/put.ts';
import type { Consumer } from '../jobs/runner.ts';
import type { openMailTemplates } from './render.ts';
import { MailFailure, type Mailer } from './transport.ts';

const MINUTE = 60_000;
/** The pause after the first failed connection, and the longest one, in milliseconds; each is twice the one before. */
const PAUSE = { first: 5000, longest: 15 * MINUTE };

const job = z.object({ outages: z.int().default(0) });

interface NewsletterOptions {
  services: Services;
  mailer: Mailer;
  render: ReturnType<typeof openMailTemplates>;
  /** Mails a minute. */
  rate: number;
  /** Called after each attempt. */
  attempted(outcome: 'sent' | 'retried' | 'failed'): void;
}

/**
 * Sends the mailings, one mail after the other, at the configured rate. Progress is stored after each mail: after a
 * crash only the mail that was being sent is sent again, with the same Message-ID.
 */
export function newsletterConsumer({ services, mailer, render, rate, attempted }: NewsletterOptions): Consumer {
  const { em, clock } = services;
  const interval = MINUTE / rate;

  /** @returns null if no mail can be sent at present, with the reason stored; `hidden` if the post is not public */
  async function send(mail: DueMail): Promise<Attempt | 'hidden' | null> {
    const ctx = { ...services, em: em.fork() };
    const settings = await ctx.settings.current();
    if (settings.siteUrl === '') {
      await noteProblem(ctx.em, 'The address of the site is not set; set it in Settings.');
      return null;
    }
    const post = await mailedPost(ctx, mail.postKey);
    if (!post) return 'hidden';
    const { subscriber, mailingId } = mail;
    const composed = await composePost(ctx, post, subscriber);
    const about = { type: 'post', key: `${mailingId}:${subscriber.id}` };
    const messageId = await messageIdOf(ctx.em, clock, about, mailer.from.address);
    const texts = await render(settings, composed);
    try {
      await mailer.send({ ...texts, to: composed.to, messageId, unsubscribeUrl: composed.unsubscribeUrl });
      return 'accepted';
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      if (error.isOfServer) {
        await noteProblem(ctx.em, error.message);
        return null;
      }
      if (!error.isFinal) return 'later';
      return error.isUnknownRecipient ? 'unknown' : 'refused';
    }
  }

  /** Ends the run, unless a mail became due. @returns whether it ended */
  async function rest(id: string, outages: number): Promise<boolean> {
    return em.fork().transactional(async (tx) => {
      if (!(await lockMailingsJob(tx, id))) return true;
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

  /** The time since the last attempt, of any instance and before a restart, in milliseconds. */
  async function sinceLastAttempt(): Promise<number> {
    const last = await lastAttempt(em.fork());
    return last === null ? interval : Math.max(0, clock.now() - Date.parse(last));
  }

  return async ({ id, data, signal }) => {
    let { outages } = job.parse(data);
    let freeAt = clock.monotonic() + interval - (await sinceLastAttempt());
    for (;;) {
      let next = await nextMail(em.fork(), clock);
      const wait = Math.min(interval, freeAt - clock.monotonic());
      if (next && 'mailingId' in next && wait > 0) {
        await sleep(wait, undefined, { signal, ref: false });
        // The mailing or the subscription may have ended since.
        next = await nextMail(em.fork(), clock);
      }
      signal.throwIfAborted();
      if (!next || !('mailingId' in next)) {
        if (await rest(id, 0)) return 'settled';
        continue;
      }
      freeAt = clock.monotonic() + interval;
      const attempt = await send(next);
      // It is cancelled when the next mail is looked up.
      if (attempt === 'hidden') continue;
      if (attempt === null) {
        outages += 1;
        attempted('retried');
        await rest(id, outages);
        return 'settled';
      }
      outages = 0;
      await settleMail(em.fork(), clock, next, attempt);
      attempted(attempt === 'accepted' ? 'sent' : attempt === 'later' ? 'retried' : 'failed');
    }
  };
}
