/** Why a mail was not accepted. */
export interface SendFailure {
  /** A sentence without addresses and the password. */
  reason: string;
  /** Whether no mail can be sent until the mail server or its configuration is fixed. */
  isOfServer: boolean;
  /** Whether another attempt makes no sense. */
  isFinal: boolean;
  /** Whether the recipient is refused because of the address, and not by a rule of the server. */
  isUnknownRecipient: boolean;
  /** How to fix a failure of the server, as part of a sentence. */
  advice?: string;
}

/** The properties of nodemailer's errors. */
interface SmtpError extends Error {
  code?: string;
  /** The last status of the server, such as 550. */
  responseCode?: number;
  response?: string;
  /** The command that failed, such as `RCPT TO`. */
  command?: string;
}

/**
 * Explains a failure. A refused recipient or text is final with a 5xx status, and tried again with a 4xx. Everything
 * else (no connection, no TLS, a wrong password, a refused sender) keeps all mails from being sent: they wait.
 */
export function explainFailure(thrown: unknown, server: URL): SendFailure {
  const error = thrown as SmtpError;
  const status = error.responseCode ?? 0;
  const quotedAnswer = error.response === undefined ? '' : ` (${redact(error.response, server)})`;
  const isOfMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (isOfMail && error.command !== 'MAIL FROM' && status !== 421) {
    const isOfRecipient = error.command === 'RCPT TO';
    const isFinal = status >= 500;
    return {
      reason: `The mail server refused ${isOfRecipient ? 'the recipient' : 'the mail'}${quotedAnswer}.`,
      isOfServer: false,
      isFinal,
      // 5.7.x: a rule of the server (RFC 3463), such as that it does not relay.
      isUnknownRecipient: isOfRecipient && isFinal && !/^\d{3}[ -]5\.7\./.test(error.response ?? ''),
    };
  }
  const [, cause, advice] = problems.find(([matches]) => matches(error)) ?? [];
  return {
    // The library repeats the answer in its message.
    reason: `${cause === undefined ? redact(error.message, server) : cause + (quotedAnswer || detail(error, server))}.`,
    isOfServer: true,
    isFinal: false,
    isUnknownRecipient: false,
    advice: advice ?? CONNECT_ADVICE,
  };
}

const CONNECT_ADVICE = 'start it, or correct SMTP_URL';

type Problem = [matches: (error: SmtpError) => boolean, cause: string, advice: string];

const problems: Problem[] = [
  [
    ({ code }) => code === 'EAUTH' || code === 'ENOAUTH',
    'The mail server refuses the user or the password',
    'correct both in SMTP_URL, where special characters are written as in %40 for @',
  ],
  [
    ({ responseCode }) => responseCode === 421,
    'The mail server takes nothing at the moment',
    'wait, and if it lasts, ask those who run it what this answer means',
  ],
  [
    ({ command }) => command === 'MAIL FROM',
    'The mail server refuses the sender',
    'set MAIL_FROM to an address from which the user of SMTP_URL may send',
  ],
  [
    ({ code, message }) => code === 'ETLS' || /certificate|self.signed|wrong version number|SSL|TLS/i.test(message),
    'There is no secure connection to the mail server',
    'use smtps:// for port 465 and smtp:// for 587, and the host name of its certificate',
  ],
  [({ code }) => code === 'EDNS', 'The host of the mail server was not found', 'correct it in SMTP_URL'],
  [
    ({ code }) => code === 'ETIMEDOUT',
    'The mail server did not answer in time',
    'check host and port of SMTP_URL, and whether a firewall is in between',
  ],
  [
    ({ code }) => code === 'ECONNECTION' || code === 'ESOCKET',
    'There is no connection to the mail server',
    CONNECT_ADVICE,
  ],
  [
    ({ responseCode }) => responseCode !== undefined,
    'The mail server refuses this service',
    'ask those who run it what this answer means',
  ],
];

function detail({ message }: SmtpError, server: URL): string {
  return ` (${redact(message, server)})`;
}

/** Removes e-mail addresses and the credentials of SMTP_URL. Servers repeat both in their answers. */
function redact(text: string, { username, password }: URL): string {
  const secrets = [password, decodeURIComponent(password), decodeURIComponent(username)];
  const without = secrets.filter((one) => one.length > 3).reduce((rest, one) => rest.replaceAll(one, '…'), text);
  return without
    .replace(/(?<![^\s<>"'(),;:])[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![.\s])[.\s]+$/, '')
    .slice(0, 300);
}
