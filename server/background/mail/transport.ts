import type { Logger } from 'pino';

import { watchDependency } from '../../storage/dependency.ts';
import { explainFailure, type SendFailure } from './failure.ts';
import { openTransport } from './smtp.ts';

/** A mail with its texts. */
export interface RenderedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets. */
  messageId: string;
  /** The URL that ends a subscription by POST (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

/** Sends mails over SMTP, each to one recipient. */
export interface Mailer {
  /** The sender, as MAIL_FROM gives it. */
  from: Sender;
  /**
   * Sends a mail.
   *
   * @returns when the server has accepted it
   * @throws MailFailure, whose message contains neither addresses nor the password
   */
  send(mail: RenderedMail): Promise<void>;
  /** Connects and signs in. @returns the problem and how to fix it; null without one */
  check(): Promise<string | null>;
  close(): void;
}

/** The sender of all mails. */
export interface Sender {
  /** "" for none. */
  name: string;
  address: string;
}

/** A mail that the server did not accept. */
export class MailFailure extends Error {
  /** Whether the server refuses this mail permanently: another attempt makes no sense. */
  readonly isFinal: boolean;
  /** Whether no mail can be sent until the mail server or its configuration is fixed. */
  readonly isOfServer: boolean;
  /** Whether the recipient is refused because of the address. */
  readonly isUnknownRecipient: boolean;

  constructor({ reason, isFinal, isOfServer, isUnknownRecipient }: SendFailure) {
    super(reason);
    this.isFinal = isFinal;
    this.isOfServer = isOfServer;
    this.isUnknownRecipient = isUnknownRecipient;
  }
}

/** How long the result of a check is cached, in milliseconds. */
const CHECK_CACHED_MS = 30_000;

interface MailerOptions {
  smtpUrl: string;
  mailFrom: Sender;
  log: Pick<Logger, 'error' | 'info'>;
  monotonic(): number;
}

/**
 * Creates the mailer of the service. The first mail loads the library and opens a connection, which is kept for a few
 * seconds.
 * The log has one line when the server cannot be used, and one when it can again.
 */
export function createMailer({ smtpUrl, mailFrom, log, monotonic }: MailerOptions): Mailer {
  const server = new URL(smtpUrl);
  const dependency = watchDependency('SMTP', log);
  let opened: ReturnType<typeof openTransport> | undefined;
  let checked: { at: number; problem: Promise<string | null> } | undefined;

  function failed(error: unknown): SendFailure {
    const failure = explainFailure(error, server);
    if (failure.isOfServer) dependency.failed(new Error(failure.reason), failure.advice);
    // The server works: it refused one recipient or one mail.
    else dependency.worked();
    return failure;
  }

  async function check(): Promise<string | null> {
    try {
      await (await (opened ??= openTransport(server))).verify();
      dependency.worked();
      return null;
    } catch (error) {
      const { reason, advice } = failed(error);
      return advice === undefined ? reason : `${reason} ${sentence(advice)}`;
    }
  }

  return {
    from: mailFrom,
    async send({ to, subject, text, html, messageId, unsubscribeUrl }) {
      try {
        const transport = await (opened ??= openTransport(server));
        await transport.sendMail({
          from: mailFrom,
          // An object is never parsed as a list.
          to: { name: '', address: to },
          envelope: { from: mailFrom.address, to: [to] },
          subject,
          text,
          html,
          messageId,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
          ...(unsubscribeUrl !== undefined && { list: { unsubscribe: { url: unsubscribeUrl } } }),
        });
        dependency.worked();
      } catch (error) {
        throw new MailFailure(failed(error));
      }
    },
    check() {
      if (!checked || monotonic() - checked.at > CHECK_CACHED_MS) checked = { at: monotonic(), problem: check() };
      return checked.problem;
    },
    close() {
      opened?.then((transport) => transport.close()).catch(() => undefined);
    },
  };
}

function sentence(advice: string): string {
  return `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`;
}
