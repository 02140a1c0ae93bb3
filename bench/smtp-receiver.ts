import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';

/** An SMTP server on 127.0.0.1 that takes every mail. */
export interface SmtpReceiver {
  /** The environment of a service that sends over it. */
  env: Record<string, string>;
  close(): void;
}

/** A mail as it arrived. */
export interface ArrivedMail {
  raw: string;
  messageId: string;
  recipients: string[];
}

/** @param options.delay milliseconds until the server confirms a mail, in which the service may be killed */
export async function listenForMails(
  heard: (mail: ArrivedMail) => void,
  { delay = 0 }: { delay?: number } = {},
): Promise<SmtpReceiver> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    onData(stream, { envelope }, callback) {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      const take = (raw: string) => {
        const [, messageId = ''] = /^Message-ID: (\S+)/im.exec(raw) ?? [];
        heard({ raw, messageId, recipients });
        setTimeout(callback, delay);
      };
      // A client that is killed within a mail has sent none.
      text(stream).then(take, () => undefined);
    },
  });
  // Clients that are killed.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { env: smtpEnvironment(port), close: () => server.close(() => undefined) };
}

/** The environment of a service that sends over the SMTP server on a port. */
export function smtpEnvironment(port: number): Record<string, string> {
  return { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'blog@blog.example' };
}
