import type { Logger } from 'pino';

import type { Clock } from '../../../routers/base/clock.ts';
import type { Config } from '../../config/config.ts';
import { createMailer, type Mailer } from './transport.ts';

/** The mailer and its rate. */
export interface Mail {
  mailer: Mailer;
  /** Mails to subscribers a minute. */
  rate: number;
}

/** @returns null unless mail is configured */
export function createMail(
  { smtpUrl, mailFrom, mailRate }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailRate'>,
  log: Logger,
  { monotonic }: Clock,
): Mail | null {
  if (smtpUrl === null || mailFrom === null) return null;
  return {
    mailer: createMailer({ smtpUrl, mailFrom, log, monotonic }),
    rate: mailRate,
  };
}
