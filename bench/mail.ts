// node bench/mail.ts [kills]: kills the service again and again between a comment, its event and its mail. Does every mail
// arrive, and has a repeated one the same Message-ID? Then: how long does a comment take while the SMTP server hangs?
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { SMTPServer } from 'smtp-server';

import { clientAddress, send } from './http.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { median } from './statistics.ts';
import { randomFrom } from './words.ts';

const kills = Number(process.argv[2] ?? 30);
if (!(kills >= 0)) throw new Error('Say how many kills, such as: node bench/mail.ts 30');
/** Comments in each round, and the milliseconds within which the service is killed. */
const COMMENTS = 5;
const WITHIN = 600;
/** Milliseconds for the lease of a killed instance to end, and for the remaining jobs. */
const REST = 30_000;
/** Comments in a measurement. */
const MEASURED = 100;

let written = 0;

await inWorkshop(async (folder) => {
  if (kills > 0) await torment(join(folder, 'killed.db'));
  await compare(folder);
});

async function torment(file: string): Promise<void> {
  /** The Message-IDs that arrived for each comment. */
  const arrived = new Map<string, string[]>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    onData(stream, _, callback) {
      let raw = '';
      stream.setEncoding('utf8').on('data', (text: string) => (raw += text));
      stream.once('end', () => {
        const [, id = ''] = /^Message-ID: (\S+)/im.exec(raw) ?? [];
        const [text = ''] = /Number \d+ of this run/.exec(raw) ?? [];
        arrived.set(text, [...(arrived.get(text) ?? []), id]);
        setTimeout(callback, 10);
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const env = environment((server.server.address() as AddressInfo).port);
  const random = randomFrom(1);
  const answered: string[] = [];
  let token: string | undefined;
  for (let round = 0; round < kills; round++) {
    const octavo = await startOctavo(file, { env });
    token ??= await furnish(octavo);
    const killing = wait(random() * WITHIN).then(() => process.kill(octavo.pid, 'SIGKILL'));
    for (let at = 0; at < COMMENTS; at++) {
      const text = `Number ${written + 1} of this run`;
      if ((await comment(octavo).catch(() => 0)) === 201) answered.push(text);
    }
    await killing;
    await octavo.ended.catch(() => undefined);
  }
  const last = await startOctavo(file, { env });
  await wait(REST);
  await last.stop();
  server.close();
  const lists = answered.map((text) => arrived.get(text) ?? []);
  const lost = lists.filter((ids) => ids.length === 0).length;
  const repeated = lists.filter((ids) => ids.length > 1).length;
  const different = lists.filter((ids) => new Set(ids).size > 1).length;
  console.log(
    `${kills} kills, ${answered.length} comments answered: ${lost} mails lost, ${repeated} sent more than once, ` +
      `${different} of them with different Message-IDs`,
  );
}

async function compare(folder: string): Promise<void> {
  // It accepts connections and says nothing.
  const hanging = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const { port } = hanging.address() as AddressInfo;
  for (const [name, env] of [
    ['without mail', {}],
    ['with an SMTP server that hangs', environment(port)],
  ] as const) {
    const octavo = await startOctavo(join(folder, `${name.replaceAll(' ', '-')}.db`), { env });
    await furnish(octavo);
    const times: number[] = [];
    for (let at = 0; at < MEASURED; at++) {
      const began = performance.now();
      await comment(octavo);
      times.push(performance.now() - began);
    }
    await octavo.stop();
    console.log(`${name}: a comment takes ${median(times).toFixed(1)} ms (median of ${MEASURED})`);
  }
  hanging.close();
}

function environment(port: number): Record<string, string> {
  return { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'blog@blog.example' };
}

/** @returns the token of the administrator */
async function furnish(server: Octavo): Promise<string> {
  const token = await signIn(server);
  const headers = { authorization: `Bearer ${token}` };
  await send(`${server.url}/api/posts`, { method: 'POST', json: { id: 'discussed', title: 'Discussed' }, headers });
  const json = { ownerEmail: 'ada@blog.example' };
  await send(`${server.url}/api/admin/settings`, { method: 'PUT', json, headers });
  return token;
}

async function comment({ url }: Octavo): Promise<number> {
  written += 1;
  const headers = { ...clientAddress(written >> 16, written), origin: 'https://blog.example' };
  const json = { author: 'Ann', content: `Number ${written} of this run` };
  return (await send(`${url}/api/posts/discussed/comments`, { method: 'POST', json, headers })).status;
}
