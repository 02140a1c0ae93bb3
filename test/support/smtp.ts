import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

import { until } from './until.ts';

/** A mail that a server has accepted. */
export interface ReceivedMail extends Email {
  /** The recipients of the envelope. */
  recipients: string[];
  /** As it was sent. */
  raw: string;
}

/** How a server treats mails. */
export interface Treatment {
  /** Called for each recipient. @returns the status and text of a refusal; undefined accepts */
  recipient?: (address: string) => Refusal | undefined;
  /** Called with each whole mail. @returns the same */
  mail?: () => Refusal | undefined | Promise<Refusal | undefined>;
  /** Called when a client connects. @returns the same */
  connection?: () => Refusal | undefined | Promise<Refusal | undefined>;
}

type Refusal = [status: number, text: string];

/** An SMTP server on 127.0.0.1. */
export interface Smtp {
  /** SMTP_URL for it. */
  url: string;
  /** The environment of a service that sends over it. */
  env: { SMTP_URL: string; MAIL_FROM: string };
  /** The mails that it has accepted, in their order. */
  mails: ReceivedMail[];
  /** The number of mails offered: accepted and refused ones. */
  offered(): number;
  /** Treats mails differently from now on; without properties it accepts all. */
  treat(treatment: Treatment): void;
  /** Waits for this number of mails, and returns them. */
  received(count: number): Promise<ReceivedMail[]>;
  /** Ends all connections at once, without an answer. */
  drop(): void;
  /** Ends all connections, and listens no longer. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
}

/** Starts a server. @param options for example `authOptional: false` with `onAuth` */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<Smtp> {
  const mails: ReceivedMail[] = [];
  let treatment: Treatment = {};
  let offered = 0;
  const sockets = new Set<Socket>();
  let server = createServer();
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://127.0.0.1:${port}`;

  function createServer(): SMTPServer {
    const created = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      logger: false,
      closeTimeout: 1,
      onConnect: (_, callback) => void judge(callback, () => treatment.connection?.()),
      onRcptTo({ address }, _, callback) {
        void judge(callback, () => {
          const refusal = treatment.recipient?.(address);
          if (refusal) offered += 1;
          return refusal;
        });
      },
      onData(stream, { envelope }, callback) {
        const recipients = envelope.rcptTo.map(({ address }) => address);
        void judge(callback, () => receive(stream, recipients));
      },
      ...options,
    });
    // Clients that go away.
    created.on('error', () => undefined);
    return created;
  }

  async function receive(stream: NodeJS.ReadableStream, recipients: string[]): Promise<Refusal | undefined> {
    const raw = (await buffer(stream)).toString();
    offered += 1;
    const refusal = await treatment.mail?.();
    if (!refusal) mails.push({ ...(await PostalMime.parse(raw)), recipients, raw });
    return refusal;
  }

  async function listen(onPort: number): Promise<void> {
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.listen(onPort, '127.0.0.1');
    await once(server.server, 'listening');
  }

  return {
    url,
    env: { SMTP_URL: url, MAIL_FROM: 'Harbour notes <blog@blog.example>' },
    mails,
    offered: () => offered,
    treat: (next) => void (treatment = next),
    async received(count) {
      await until(() => mails.length >= count);
      return mails;
    },
    drop: () => sockets.forEach((socket) => socket.destroy()),
    stop: () => new Promise((resolve) => server.close(resolve)),
    async restart() {
      server = createServer();
      await listen(port);
    },
  };
}

/** @param callback of smtp-server, which is not called for a connection that broke off */
async function judge(
  callback: (error?: Error | null) => void,
  decide: () => Refusal | undefined | Promise<Refusal | undefined>,
): Promise<void> {
  try {
    const refusal = await decide();
    callback(refusal && failure(refusal));
  } catch {
    // The client is gone.
  }
}

function failure([responseCode, text]: Refusal): Error {
  return Object.assign(new Error(text), { responseCode });
}
