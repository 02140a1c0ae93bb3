// npm run bench:webhooks -- [kills]: kills the service again and again between a comment, its event and its delivery. Does
// every event arrive, and has a repeated one the same id?
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import BetterSqlite3 from 'better-sqlite3';

import { arrivalsHead, arrivalsRow, countArrivals, type Arrivals } from './arrivals.ts';
import { clientAddress, send } from './http.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop, killAfter } from './processes.ts';
import { publish } from './results.ts';
import { table } from './table.ts';
import { randomFrom } from './words.ts';

const kills = Number(process.argv[2] ?? 30);
if (!(kills > 0)) throw new Error('Say how many kills, such as: npm run bench:webhooks -- 30');
/** Comments in each round, and the milliseconds within which the service is killed. */
const COMMENTS = 5;
const WITHIN = 400;
/** Milliseconds for the lease of a killed instance to end, and for the remaining jobs. */
const REST = 20_000;
const env = { WEBHOOK_PRIVATE: 'allow' };
let written = 0;

await inWorkshop(async (folder) => {
  const receiver = await listen();
  const { acknowledged, arrivals } = await torment(join(folder, 'killed.db'), receiver);
  receiver.close();
  await publish(
    'webhooks',
    {
      title: 'Webhooks of a service that is killed',
      sections: [
        `${kills} times kill -9 within ${WITHIN} ms of ${COMMENTS} comments. ${acknowledged} comments were answered 201 before their service was killed; each stored comment has an event. The receiver answers after 10 ms. An event in flight at a kill comes again, with the same id.`,
        table(['events', ...arrivalsHead], [['comment.created', ...arrivalsRow(arrivals)]]),
      ],
    },
    { keep: kills >= 30 },
  );
  if (arrivals.lost + arrivals.different > 0 || arrivals.expected < acknowledged) process.exitCode = 1;
});

interface Target {
  url: string;
  /** The `webhook-id`s that arrived for each comment. */
  heard: Map<string, string[]>;
  close(): void;
}

async function listen(): Promise<Target> {
  const heard: Target['heard'] = new Map();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { data } = JSON.parse(body) as { data: { id: string } };
      heard.set(data.id, [...(heard.get(data.id) ?? []), String(request.headers['webhook-id'])]);
      setTimeout(() => response.writeHead(204).end(), 10);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, heard, close: () => (server.closeAllConnections(), server.close()) };
}

async function torment(file: string, { url, heard }: Target): Promise<{ acknowledged: number; arrivals: Arrivals }> {
  const random = randomFrom(1);
  let acknowledged = 0;
  for (let round = 0; round < kills; round++) {
    const server = await startOctavo(file, { env });
    if (round === 0) await furnish(server, url);
    const killing = killAfter(server, random() * WITHIN);
    for (let at = 0; at < COMMENTS; at++) {
      const status = await comment(server).catch(() => 0);
      if (status === 201) acknowledged += 1;
    }
    await killing;
  }
  const server = await startOctavo(file, { env });
  await wait(REST);
  await server.stop();
  const database = new BetterSqlite3(file, { readonly: true });
  const events = database.prepare("select id, subject from events where type = 'comment.created'").all() as {
    id: number;
    subject: string;
  }[];
  database.close();
  // An event must arrive under its own id.
  const ids = events.map(({ id, subject }) => (heard.get(subject)?.includes(`0-${id}`) ? heard.get(subject)! : []));
  return { acknowledged, arrivals: countArrivals(ids) };
}

async function furnish(server: Octavo, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${await signIn(server)}` };
  const json = { id: 'discussed', title: 'Discussed' };
  await send(`${server.url}/api/posts`, { method: 'POST', json, headers });
  const webhook = { url, events: ['comment.created'] };
  await send(`${server.url}/api/admin/webhooks`, { method: 'POST', json: webhook, headers });
}

async function comment({ url }: Octavo): Promise<number> {
  written += 1;
  const headers = { ...clientAddress(written >> 16, written), origin: 'https://blog.example' };
  const json = { author: 'Ann', content: `Comment number ${written}, about the ferries.` };
  return (await send(`${url}/api/posts/discussed/comments`, { method: 'POST', json, headers })).status;
}
