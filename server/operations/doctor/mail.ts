import type { Config } from '../../config/config.ts';
import { hasReservedDomain } from '../../background/mail/reserved-domain.ts';
import { createMailer } from '../../background/mail/transport.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

const reservedSender = warning(
  'mail',
  'The domain of MAIL_FROM is reserved for examples, so its e-mails are rejected; set it to your own address.',
);

/** Connects to the mail server and signs in, without sending anything. */
export async function examineMail({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): Promise<Finding[]> {
  if (smtpUrl === null || mailFrom === null) return [ok('mail', 'Not configured: no mail is sent.')];
  const silent = { error: () => undefined, info: () => undefined };
  const mailer = createMailer({ smtpUrl, mailFrom, log: silent, monotonic: () => performance.now() });
  try {
    const { host } = new URL(smtpUrl);
    const reason = await mailer.check();
    return [
      reason === null ? ok('mail', `${host} answers.`) : problem('mail', `${host}: ${reason}`),
      ...(hasReservedDomain(mailFrom) ? [reservedSender] : []),
    ];
  } finally {
    mailer.close();
  }
}
