// node bench/webhooks.ts [kills]: kills the service again and again between a comment, its event and its delivery. Does every
// event arrive, and has a repeated one the same id? Then: how long does a comment take with webhooks and without?
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import BetterSqlite3 from 'better-sqlite3';

import { clientAddress, send } from './http.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { median } from './statistics.ts';
import { randomFrom } from './words.ts';

const kills = Number(process.argv[2] ?? 30);
if (!(kills >= 0)) throw new Error('Say how many kills, such as: node bench/webhooks.ts 30');
/** Comments in each round, and the milliseconds within which the service is killed. */
const COMMENTS = 5;
const WITHIN = 400;
/** Milliseconds for the lease of a killed instance to end, and for the remaining jobs. */
const REST = 20_000;
/** Comments in each block of a measurement, and pairs of blocks: with webhooks and without. */
const BLOCK = 100;
const PAIRS = 10;
/** Milliseconds between two comments; 0: each begins when the one before is answered. */
const PACES = [50, 0];

const env = { WEBHOOK_PRIVATE: 'allow' };
let written = 0;

await inWorkshop(async (folder) => {
  const receiver = await listen();
  try {
    if (kills > 0) await torment(join(folder, 'killed.db'), receiver);
    for (const pace of PACES) await compare(join(folder, `pace-${pace}.db`), receiver.url, pace);
  } finally {
    receiver.close();
  }
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

async function torment(file: string, { url, heard }: Target): Promise<void> {
  const random = randomFrom(1);
  let acknowledged = 0;
  let token: string | undefined;
  for (let round = 0; round < kills; round++) {
    const server = await startOctavo(file, { env });
    token ??= await furnish(server, url);
    const killing = wait(random() * WITHIN).then(() => process.kill(server.pid, 'SIGKILL'));
    for (let at = 0; at < COMMENTS; at++) {
      const status = await comment(server).catch(() => 0);
      if (status === 201) acknowledged += 1;
    }
    await killing;
    await server.ended.catch(() => undefined);
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
  const lost = events.filter(({ id, subject }) => !heard.get(subject)?.includes(`0-${id}`)).length;
  const repeated = events.filter(({ subject }) => (heard.get(subject)?.length ?? 0) > 1).length;
  const different = events.filter(({ subject }) => new Set(heard.get(subject)).size > 1).length;
  console.log(
    `${kills} kills, ${acknowledged} comments answered, ${events.length} events: ${lost} lost, ${repeated} repeated, ${different} with another id`,
  );
  if (lost + different > 0 || events.length < acknowledged) process.exitCode = 1;
}

/** @returns the token of the administrator */
async function furnish(server: Octavo, url: string): Promise<string> {
  const token = await signIn(server);
  const headers = { authorization: `Bearer ${token}` };
  const json = { id: 'discussed', title: 'Discussed' };
  await send(`${server.url}/api/posts`, { method: 'POST', json, headers });
  const webhook = { url, events: ['comment.created'] };
  await send(`${server.url}/api/admin/webhooks`, { method: 'POST', json: webhook, headers });
  return token;
}

async function comment({ url }: Octavo): Promise<number> {
  written += 1;
  const headers = { ...clientAddress(written >> 16, written), origin: 'https://blog.example' };
  const json = { author: 'Ann', content: `Comment number ${written}, about the ferries.` };
  return (await send(`${url}/api/posts/discussed/comments`, { method: 'POST', json, headers })).status;
}

/** The median of a comment, in alternate blocks. */
async function compare(file: string, url: string, pace: number): Promise<void> {
  const server = await startOctavo(file, { env });
  try {
    const headers = { authorization: `Bearer ${await furnish(server, url)}` };
    const list = await send(`${server.url}/api/admin/webhooks`, { headers });
    const [{ id }] = (JSON.parse(list.body.toString()) as { webhooks: [{ id: string }] }).webhooks;
    const times = { on: [] as number[], off: [] as number[] };
    await block(server, pace);
    for (let at = 0; at < PAIRS * 2; at++) {
      const active = at % 2 === 0;
      const json = { active };
      await send(`${server.url}/api/admin/webhooks/${id}`, { method: 'PUT', json, headers });
      times[active ? 'on' : 'off'].push(...(await block(server, pace)));
    }
    const [on, off] = [median(times.on), median(times.off)];
    const how = pace === 0 ? 'one after the other' : `one every ${pace} ms`;
    console.log(
      `Comments ${how}: ${on.toFixed(2)} ms with a webhook, ${off.toFixed(2)} ms without: ${(on / off).toFixed(2)}`,
    );
  } finally {
    await server.stop();
  }
}

async function block(server: Octavo, pace: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < BLOCK; at++) {
    const next = wait(pace);
    const begun = performance.now();
    const status = await comment(server);
    times.push(performance.now() - begun);
    if (status !== 201) throw new Error(`A comment was answered ${status}.`);
    await next;
  }
  return times;
}
