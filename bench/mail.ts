// npm run bench:mail -- [kills]: kills the service again and again between a comment, its event and its mails: one to the
// owner, and one to the writer of the comment that it replies to. Does each arrive, and has a repeated one the same
// Message-ID?
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { linkIn } from '../test/support/mail-links.ts';
import { startSmtp, type ReceivedMail, type Smtp } from '../test/support/smtp.ts';
import { until } from '../test/support/until.ts';
import { arrivalsHead, arrivalsRow, countArrivals, type Arrivals } from './arrivals.ts';
import { clientAddress, send } from './http.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop, killAfter } from './processes.ts';
import { publish } from './results.ts';
import { table } from './table.ts';
import { randomFrom } from './words.ts';

const kills = Number(process.argv[2] ?? 30);
if (!(kills > 0)) throw new Error('Say how many kills, such as: npm run bench:mail -- 30');
/** Comments in each round, and the milliseconds within which the service is killed. */
const COMMENTS = 5;
const WITHIN = 600;
/** Milliseconds for the lease of a killed instance to end, and for the remaining jobs. */
const REST = 30_000;
const OWNER = 'ada@blog.example';
const WRITER = 'bea@reader.example';

let comments = 0;

await inWorkshop(async (folder) => {
  const smtp = await startSmtp();
  smtp.treat({ mail: () => wait(10, undefined) });
  const answered = await torment(join(folder, 'killed.db'), smtp);
  await smtp.stop();
  const arrivals = Object.fromEntries(
    [OWNER, WRITER].map((address) => [address, arrivalsAt(address, smtp.mails, answered)]),
  );
  const names: Record<string, string> = { [OWNER]: 'to the owner', [WRITER]: 'about a reply' };
  const rows = Object.entries(arrivals).map(([address, one]) => [names[address]!, ...arrivalsRow(one)]);
  await publish(
    'mail',
    {
      title: 'Mails of a service that is killed',
      sections: [
        `${kills} times kill -9 within ${WITHIN} ms of ${COMMENTS} comments, each a reply to a comment whose writer wants mails. ${answered.length} comments were answered 201 before their service was killed. The SMTP server confirms a mail after 10 ms. The one mail in flight at a kill may come twice, with the same Message-ID.`,
        table(['mails', ...arrivalsHead], rows),
      ],
    },
    { keep: kills >= 30 },
  );
  if (Object.values(arrivals).some(({ lost, different }) => lost + different > 0)) process.exitCode = 1;
});

/** @returns the texts of the comments that were answered 201 */
async function torment(file: string, smtp: Smtp): Promise<string[]> {
  const { env } = smtp;
  const random = randomFrom(1);
  const answered: string[] = [];
  let parentId: string | undefined;
  for (let round = 0; round < kills; round++) {
    const octavo = await startOctavo(file, { env });
    parentId ??= await furnish(octavo, smtp);
    const killing = killAfter(octavo, random() * WITHIN);
    for (let at = 0; at < COMMENTS; at++) {
      const content = textOf(round * COMMENTS + at);
      const { status } = await comment(octavo, { content, parentId }).catch(() => ({ status: 0 }));
      if (status === 201) answered.push(content);
    }
    await killing;
  }
  const last = await startOctavo(file, { env });
  await wait(REST);
  await last.stop();
  return answered;
}

/** @returns the id of a comment whose writer has confirmed an address */
async function furnish(server: Octavo, smtp: Smtp): Promise<string> {
  const headers = { authorization: `Bearer ${await signIn(server)}` };
  const ask = (method: string, path: string, json: object) => send(server.url + path, { method, json, headers });
  await ask('POST', '/api/posts', { id: 'discussed', title: 'Discussed' });
  await ask('PUT', '/api/admin/settings', { ownerEmail: OWNER });
  const { body } = await comment(server, { content: 'I want to know.', email: WRITER, notify: true });
  const confirming = () => smtp.mails.find(({ text }) => text?.includes('/mail/confirm/'));
  await until(() => confirming() !== undefined);
  const path = linkIn(confirming(), 'confirm');
  const { status } = await send(server.url + path, { method: 'POST' });
  if (status !== 200) throw new Error(`The confirmation was answered ${status}.`);
  return (JSON.parse(body.toString()) as { comment: { id: string } }).comment.id;
}

function comment({ url }: Octavo, json: object) {
  const headers = { ...clientAddress(0, comments++), origin: 'https://blog.example' };
  const body = { author: 'Ann', ...json };
  return send(`${url}/api/posts/discussed/comments`, { method: 'POST', json: body, headers });
}

function textOf(number: number): string {
  return `Number ${number} of this run.`;
}

function arrivalsAt(address: string, arrived: readonly ReceivedMail[], texts: readonly string[]): Arrivals {
  const mails = arrived.filter(({ recipients }) => recipients.includes(address));
  return countArrivals(
    texts.map((content) => mails.filter(({ text }) => text?.includes(content)).map(({ messageId = '' }) => messageId)),
  );
}
