// npm run bench -- scale [--file <database> | --url postgres://…] [--posts <n>] [--trial]: how long any request holds the event loop of a large blog.
import { existsSync } from 'node:fs';
import { constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { clientAddress, send } from '../test/support/plain-http.ts';
import { signIn } from './octavo.ts';
import { inWorkshop, start } from './processes.ts';
import { publish } from './results.ts';
import { scaleCases, type ScaleCase } from './scale-cases.ts';
import { NOW, seedScale } from './scale-seed.ts';
import type { Seen } from './servers/scale.ts';
import { figure, table } from './table.ts';

const {
  file,
  url: postgres,
  posts,
  trial,
  only,
} = parseArgs({
  options: {
    /** Seeded if it does not exist, and kept as it is: a copy is measured. */
    file: { type: 'string' },
    /** A PostgreSQL database with the content of such a file: `octavo copy`. */
    url: { type: 'string' },
    posts: { type: 'string', default: '100000' },
    trial: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
}).values;

/** Each request is made so often; the first one meets everything cold. */
const TIMES = 5;
/** Milliseconds that no request may hold the event loop. */
const MOST = 50;

interface Row {
  name: string;
  status: number;
  cold: number;
  coldHold: number;
  warm: number;
  warmHold: number;
  cpuHold: number;
  rss: number;
}

await inWorkshop(async (folder) => {
  const path = join(folder, 'scale.db');
  if (postgres === undefined) {
    const seeded = file ?? path;
    if (!existsSync(seeded)) console.log(await seedScale(seeded, Number(posts)));
    if (seeded !== path) await copyFile(seeded, path, constants.COPYFILE_FICLONE);
  }
  const database = postgres ?? `sqlite:${path}`;
  const server = start(new URL('servers/scale.ts', import.meta.url), {
    core: 'both',
    channel: true,
    flags: ['--max-semi-space-size=8', '--max-old-space-size=1024'],
  });
  const { url } = await server.ask<{ url: string }>({ database, now: NOW });
  const token = await signIn({ url });
  const rows: Row[] = [];
  let asked = 0;

  async function measure(one: ScaleCase): Promise<Seen & { status: number; time: number }> {
    const { path, method = 'GET', json, asOwner } = one;
    const headers = {
      ...clientAddress(1, asked++),
      ...(asOwner && { authorization: `Bearer ${token}` }),
    };
    await server.ask('begin');
    const begun = performance.now();
    const { status } = await send(url + path, { method, headers, ...(json !== undefined && { json }) });
    const time = performance.now() - begun;
    if (status >= 400 && !path.includes('no-such')) throw new Error(`${one.name} was answered ${status}.`);
    return { ...(await server.ask<Seen>('end')), status, time };
  }

  for (const one of scaleCases.filter(({ name }) => name.includes(only))) {
    const cold = await measure(one);
    const warm: Awaited<ReturnType<typeof measure>>[] = [];
    for (let times = 1; times < TIMES && one.once !== true; times++) warm.push(await measure(one));
    const all = [cold, ...warm];
    const least = (read: (seen: (typeof warm)[number]) => number) => Math.min(...(one.once ? all : warm).map(read));
    const row = {
      name: one.name,
      status: cold.status,
      cold: cold.time,
      coldHold: cold.wall,
      warm: least(({ time }) => time),
      warmHold: least(({ wall }) => wall),
      cpuHold: least(({ cpu }) => cpu),
      rss: Math.max(...all.map(({ rss }) => rss)),
    };
    rows.push(row);
    console.log(cellsOf(row).join('  '));
  }
  await server.stop();
  await publish(postgres === undefined ? 'scale' : 'scale-postgres', reportOf(rows), { keep: !trial });
});

function cellsOf({ name, status, cold, coldHold, warm, warmHold, cpuHold, rss }: Row): string[] {
  const mark = warmHold > MOST ? ' !' : '';
  return [name + mark, String(status), ...[cold, coldHold, warm, warmHold, cpuHold, rss].map(figure)];
}

function reportOf(rows: readonly Row[]) {
  const head = ['', 'status', 'first, ms', 'held, ms', 'again, ms', 'held, ms', 'held, CPU ms', 'RSS, MiB'];
  const over = rows.filter(({ warmHold }) => warmHold > MOST).length;
  return {
    title: `What holds the event loop of a large blog on ${postgres === undefined ? 'SQLite' : 'PostgreSQL'}`,
    sections: [
      [
        'Every public endpoint and page and what the screens of the app ask for, with the read cache off: the first request',
        'and the best of four more, and the longest turn of the event loop of the service, by the clock and by the CPU time',
        `of its thread. ${over} of ${rows.length} held it for more than ${MOST} ms when asked again.`,
      ].join('\n'),
      table(head, rows.map(cellsOf)),
    ],
  };
}
