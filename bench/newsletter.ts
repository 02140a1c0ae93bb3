// node bench/newsletter.ts [addresses] [kills]: mails a post to this many addresses over a real SMTP server, and kills the
// service again and again while it does. Does each address get the post once? How often was a mail sent a second time?
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import BetterSqlite3 from 'better-sqlite3';
import { SMTPServer } from 'smtp-server';

import { send } from './http.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';

const addresses = Number(process.argv[2] ?? 5000);
const kills = Number(process.argv[3] ?? 5);
if (!(addresses > 0 && kills >= 0)) throw new Error('Say how many, such as: node bench/newsletter.ts 5000 5');
/** Mails a minute: as many as possible. */
const RATE = '100000';

await inWorkshop(async (folder) => {
  const server = await listen();
  try {
    await torment(join(folder, 'mailed.db'), server);
  } finally {
    server.close();
  }
});

interface Target {
  env: Record<string, string>;
  /** The Message-IDs that arrived at each address. */
  heard: Map<string, string[]>;
  close(): void;
}

async function listen(): Promise<Target> {
  const heard: Target['heard'] = new Map();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, { envelope }, callback) {
      void (async () => {
        const [, id = ''] = /^Message-ID: (.+)$/im.exec((await buffer(stream)).toString()) ?? [];
        for (const { address } of envelope.rcptTo) heard.set(address, [...(heard.get(address) ?? []), id.trim()]);
        callback();
      })();
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'blog@blog.example', MAIL_RATE: RATE };
  return { env, heard, close: () => server.close(() => undefined) };
}

async function torment(file: string, { env, heard }: Target): Promise<void> {
  let octavo = await startOctavo(file, { env });
  const headers = { authorization: `Bearer ${await signIn(octavo)}` };
  const csv = Array.from({ length: addresses }, (_, at) => `p${at}@reader.example\n`).join('');
  await send(`${octavo.url}/api/admin/subscribers/import`, { method: 'POST', json: { csv }, headers });
  const json = { id: 'news', title: 'News', content: 'The *ferry* leaves at six.', notifySubscribers: true };
  await send(`${octavo.url}/api/posts`, { method: 'POST', json, headers });
  const begun = performance.now();
  for (let kill = 1; kill <= kills; kill++) {
    while (heard.size < (addresses * kill) / (kills + 1)) await wait(5);
    process.kill(octavo.pid, 'SIGKILL');
    await octavo.ended.catch(() => undefined);
    octavo = await startOctavo(file, { env });
  }
  const database = new BetterSqlite3(file, { readonly: true });
  const state = database.prepare('select state, sent, failed from mailings');
  const read = () => state.get() as { state: string; sent: number; failed: number };
  while (read().state === 'sending') await wait(100);
  const seconds = (performance.now() - begun) / 1000;
  const { sent, failed } = read();
  database.close();
  await octavo.stop();
  const all = [...heard.values()];
  const repeated = all.filter((ids) => ids.length > 1).length;
  const different = all.filter((ids) => new Set(ids).size > 1).length;
  console.log(
    `${addresses} addresses, ${kills} kills, ${seconds.toFixed(0)} s: ${heard.size} reached, ${repeated} twice, ` +
      `${different} with another Message-ID; stored: ${sent} sent, ${failed} failed`,
  );
  if (heard.size !== addresses || repeated > kills || different > 0) process.exitCode = 1;
}
