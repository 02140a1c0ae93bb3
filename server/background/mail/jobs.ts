import type { Services } from '../../../routers/core/context.ts';
import { MAIL_JOB, mailJob, makeMessageId, NEWSLETTER_JOB } from '../../../routers/mail/put.ts';
import { mailTypes } from '../../../routers/notifications/types.ts';
import { FinalFailure, type Consumer, type JobRun } from '../jobs/job.ts';
import { MailFailure, type Mailer } from './transport.ts';

/** The outcome of an attempt. */
export type MailOutcome = 'sent' | 'skipped' | 'retried' | 'failed';

interface MailJobsOptions {
  services: Services;
  mailer: Mailer;
  /** Called after each attempt. */
  attempted(outcome: MailOutcome): void;
}

/** Sends mails. A crash after the server has accepted one sends it again, with the same Message-ID. */
export function mailConsumers({ services, mailer, attempted }: MailJobsOptions): Record<string, Consumer> {
  async function send({ data, claim }: JobRun): Promise<MailOutcome> {
    const job = mailJob.parse(data);
    const type = mailTypes[job.type];
    if (!type) throw new Error(`There is no mail of the type ${job.type}.`);
    const ctx = { ...services, em: services.em.fork() };
    const mail = await type.compose(ctx, job.data);
    if (!mail) return 'skipped';
    const messageId = await makeMessageId(ctx.em, ctx.clock, job, mailer.from.address);
    const texts = await ctx.renderMail(await ctx.settings.current(), mail);
    await claim();
    await mailer.send({ ...texts, to: mail.to, messageId, unsubscribeUrl: mail.unsubscribeUrl });
    await type.accepted?.(ctx, job.data);
    return 'sent';
  }

  const consumer: Consumer = async (run) => {
    try {
      attempted(await send(run));
    } catch (error) {
      const isFinal = error instanceof MailFailure && error.isFinal;
      attempted(isFinal ? 'failed' : 'retried');
      throw isFinal ? new FinalFailure(error.message) : error;
    }
  };
  return { [MAIL_JOB]: consumer };
}

/** Failed attempts until a mail is given up: with the pauses of the queue, about a day. */
export const mailAttempts: Readonly<Record<string, number>> = { [MAIL_JOB]: 36, [NEWSLETTER_JOB]: 36 };
