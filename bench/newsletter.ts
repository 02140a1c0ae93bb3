// npm run bench:newsletter -- [addresses] [kills]: mails a post to this many addresses over a real SMTP server, and kills the
// service again and again while it does. Does each address get the post once? How often was a mail sent a second time?
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import BetterSqlite3 from 'better-sqlite3';

import { startSmtp, type Smtp } from '../test/support/smtp.ts';
import { arrivalsHead, arrivalsRow, countArrivals } from './arrivals.ts';
import { send } from './http.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop, killAfter } from './processes.ts';
import { publish } from './results.ts';
import { table } from './table.ts';

const addresses = Number(process.argv[2] ?? 5000);
const kills = Number(process.argv[3] ?? 5);
if (!(addresses > 0 && kills >= 0)) throw new Error('Say how many, such as: npm run bench:newsletter -- 5000 5');
/** Mails a minute: as many as possible. */
const RATE = '100000';

await inWorkshop(async (folder) => {
  const smtp = await startSmtp();
  const { seconds, sent, failed } = await torment(join(folder, 'mailed.db'), smtp);
  await smtp.stop();
  const heard = Map.groupBy(smtp.mails, ({ recipients }) => recipients[0]);
  const arrivals = countArrivals(
    allAddresses().map((address) => (heard.get(address) ?? []).map(({ messageId = '' }) => messageId)),
  );
  await publish(
    'newsletter',
    {
      title: 'A post that is mailed by a service that is killed',
      sections: [
        `A post to ${addresses} subscribers with MAIL_RATE=${RATE}, interrupted ${kills} times by kill -9; ${seconds.toFixed(0)} s from the publication to the end, starts included. The service counted ${sent} sent and ${failed} failed. The one mail in flight at a kill may come twice, with the same Message-ID.`,
        table(['mails', ...arrivalsHead], [['to subscribers', ...arrivalsRow(arrivals)]]),
      ],
    },
    { keep: addresses >= 5000 },
  );
  if (arrivals.lost + arrivals.different > 0 || arrivals.repeated > kills) process.exitCode = 1;
});

function allAddresses(): string[] {
  return Array.from({ length: addresses }, (_, at) => `p${at}@reader.example`);
}

async function torment(file: string, smtp: Smtp): Promise<{ seconds: number; sent: number; failed: number }> {
  const env = { ...smtp.env, MAIL_RATE: RATE };
  let octavo = await startOctavo(file, { env });
  const headers = { authorization: `Bearer ${await signIn(octavo)}` };
  const csv = allAddresses().join('\n');
  await send(`${octavo.url}/api/admin/subscribers/import`, { method: 'POST', json: { csv }, headers });
  const json = { id: 'news', title: 'News', content: 'The *ferry* leaves at six.', notifySubscribers: true };
  await send(`${octavo.url}/api/posts`, { method: 'POST', json, headers });
  const begun = performance.now();
  for (let kill = 1; kill <= kills; kill++) {
    while (smtp.mails.length < (addresses * kill) / (kills + 1)) await wait(5);
    await killAfter(octavo, 0);
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
  return { seconds, sent, failed };
}
