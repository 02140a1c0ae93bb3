// npm run bench:sending -- [pairs]: how long a comment takes while mails and webhooks are sent, whose servers hang, and how
// long without any: in alternate blocks on two services.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { clientAddress, send } from './http.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';

const pairs = Number(process.argv[2] ?? 20);
if (!(pairs > 0)) throw new Error('Say how many pairs of blocks, such as: npm run bench:sending -- 20');
/** Comments in each block. */
const BLOCK = 50;
/** Milliseconds between two comments; 0: each begins when the one before is answered. */
const PACES = [50, 0];
/** The most that sending may add to the median. */
const MOST = 1.1;

interface Compared {
  pace: number;
  on: number;
  off: number;
}

let written = 0;

await inWorkshop(async (folder) => {
  // They accept connections and say nothing.
  const [smtp, receiver] = await Promise.all([hang(), hang()]);
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${portOf(smtp)}`,
    MAIL_FROM: 'blog@blog.example',
    WEBHOOK_PRIVATE: 'allow',
  };
  const on = await startOctavo(join(folder, 'on.db'), { env });
  const off = await startOctavo(join(folder, 'off.db'));
  await furnish(on, `http://127.0.0.1:${portOf(receiver)}/`);
  await furnish(off, null);
  const compared: Compared[] = [];
  for (const pace of PACES) compared.push(await compare(on, off, pace));
  await Promise.all([on.stop(), off.stop()]);
  smtp.close();
  receiver.close();
  await publish(
    'sending',
    {
      title: 'What sending costs a comment',
      sections: [
        `Medians of ${pairs * BLOCK} comments each, in milliseconds, in alternate blocks of ${BLOCK} on two services: one with mails to the owner and a webhook, whose servers accept connections and never answer, and one without. The goal is a ratio of at most ${MOST}.`,
        table(
          ['comments', 'mail and webhook on', 'off', 'ratio'],
          compared.map((one) => [
            one.pace === 0 ? 'one after the other' : `one every ${one.pace} ms`,
            figure(one.on),
            figure(one.off),
            figure(one.on / one.off),
          ]),
        ),
      ],
    },
    { keep: pairs >= 20 },
  );
  if (compared.some((one) => one.on > one.off * MOST)) process.exitCode = 1;
});

async function hang(): Promise<Server> {
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** @param webhook its URL; null to send nothing */
async function furnish(server: Octavo, webhook: string | null): Promise<void> {
  const headers = { authorization: `Bearer ${await signIn(server)}` };
  const ask = async (method: string, path: string, json: object) => {
    const { status } = await send(server.url + path, { method, json, headers });
    if (status > 201) throw new Error(`${method} ${path} was answered ${status}.`);
  };
  await ask('POST', '/api/posts', { id: 'discussed', title: 'Discussed' });
  if (webhook === null) return;
  await ask('PUT', '/api/admin/settings', { ownerEmail: 'ada@blog.example' });
  await ask('POST', '/api/admin/webhooks', { url: webhook, events: ['comment.created'] });
}

async function compare(on: Octavo, off: Octavo, pace: number): Promise<Compared> {
  const times = { on: [] as number[], off: [] as number[] };
  for (const server of [on, off]) await block(server, pace);
  for (let at = 0; at < pairs; at++) {
    times.on.push(...(await block(on, pace)));
    times.off.push(...(await block(off, pace)));
  }
  return { pace, on: median(times.on), off: median(times.off) };
}

async function block({ url }: Octavo, pace: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < BLOCK; at++) {
    written += 1;
    const headers = { ...clientAddress(written >> 16, written), origin: 'https://blog.example' };
    const json = { author: 'Ann', content: `Comment number ${written}, about the ferries.` };
    const next = wait(pace);
    const begun = performance.now();
    const { status } = await send(`${url}/api/posts/discussed/comments`, { method: 'POST', json, headers });
    times.push(performance.now() - begun);
    if (status !== 201) throw new Error(`A comment was answered ${status}.`);
    await next;
  }
  return times;
}
