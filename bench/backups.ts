// npm run bench -- backups [--posts <n>] [--mebibytes <n>]: a backup of a large blog while it is written to, and its restore
// into an empty folder. How long, how much memory, how long do writes wait, is anything missing?
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import BetterSqlite3 from 'better-sqlite3';

import { addUploads, answersAt, publicUrls, startLoad, type Load } from './backup-blog.ts';
import { startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { seed } from './seed.ts';
import { percentile } from './statistics.ts';
import { figure, table } from './table.ts';
import { memoryOf } from './usage.ts';

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '100000' }, mebibytes: { type: 'string', default: '1024' } },
});
const [posts, mebibytes] = [Number(values.posts), Number(values.mebibytes)];
/** Comments a second. */
const RATE = 20;
/** Seconds of writing without a backup, to compare. */
const QUIET = 20;

interface Ran {
  seconds: number;
  /** The most memory that the command had, in MiB. */
  peak: number;
  /** The most that the service had in this time, in MiB. */
  service: number;
  /** From and to, by `performance.now()`. */
  from: number;
  to: number;
  stdout: string;
}

interface Waits {
  name: string;
  writes: number;
  p50: number;
  p99: number;
  longest: number;
  check: number;
}

await inWorkshop(async (folder) => {
  const [source, target] = [join(folder, 'source'), join(folder, 'target')];
  await Promise.all([mkdir(source), mkdir(target)]);
  const file = join(source, 'blog.db');
  const seeded = await seed(file, posts);
  const uploads = await addUploads(file, join(source, 'media'), mebibytes);
  console.log(
    `${posts} posts, ${seeded.comments} comments, ${uploads.length} files: ${seeded.mebibytes.toFixed(0)} MiB of database`,
  );
  const place = { BACKUP_DIR: join(folder, 'backups') };
  const service = await startOctavo(file, { env: { MEDIA_URL: `file:${source}/media` } });
  const urls = [...publicUrls(posts), ...uploads];
  const before = await answersAt(service, urls);
  const load = startLoad(service, RATE);
  const idle = memoryOf(service.pid).now;
  const quiet = performance.now();
  await new Promise((resolve) => setTimeout(resolve, QUIET * 1000));
  const runs = {
    'octavo backup (BACKUP_DIR)': await octavo(['backup'], source, place),
    'octavo backup <file>': await octavo(['backup', join(folder, 'blog.db')], source),
  };
  await load.stop();
  await service.stop();
  const restored = await octavo(['restore', 'latest'], target, place);
  const missing = commentsMissing(join(target, 'blog.db'), load, runs['octavo backup (BACKUP_DIR)'].from);
  const other = await startOctavo(join(target, 'blog.db'), { env: { MEDIA_URL: `file:${target}/media` } });
  const after = await answersAt(other, urls);
  await other.stop();
  const different = urls.filter((url) => before.get(url) !== after.get(url));
  if (different.length > 0) console.log(different.slice(0, 20).join('\n'));
  const [archive] = Object.values(runs);
  const waits = [
    waitsIn(`without a backup, ${QUIET} s`, load, quiet, archive!.from),
    ...Object.entries(runs).map(([name, { from, to }]) => waitsIn(`during ${name}`, load, from, to)),
  ];
  const others = [...load.others].map(([status, count]) => `${count} of ${status || 'no answer'}`).join(', ') || 'none';
  await publish(
    'backups',
    {
      title: 'Backup of a large blog while it is written to, and its restore',
      sections: [
        `${figure(posts)} posts, ${figure(seeded.comments)} comments (${figure((await stat(file)).size / 2 ** 20)} MiB of SQLite) and ${uploads.length} uploaded files (${figure(mebibytes)} MiB); ${RATE} comments are written a second, and ten health checks. Service, command and load share the machine; the backups are on the same disk, so that uploaded files become hard links there, and are copied by the restore.`,
        table(
          ['', 'seconds', 'MiB, command', 'MiB, service'],
          [
            ['the service before', '–', '–', figure(idle)],
            ...Object.entries({ ...runs, 'octavo restore latest, empty folder': restored }).map(([name, ran]) => [
              name,
              figure(ran.seconds),
              figure(ran.peak),
              ran.service > 0 ? figure(ran.service) : '–',
            ]),
          ],
        ),
        'How long writes and health checks waited, in milliseconds:',
        table(
          ['', 'writes', 'median', 'p99', 'longest', 'longest health check'],
          waits.map(({ name, ...waited }) => [name, ...Object.values(waited).map(figure)]),
        ),
        `Writes answered otherwise: ${others}. Of the comments that were acknowledged before the backup began, ${missing} are missing in it. Of ${figure(urls.length)} public URLs, all uploaded files among them, ${different.length} answer differently after the restore.`,
      ],
    },
    { keep: posts >= 100_000 && mebibytes >= 1024 },
  );
  if (missing + different.length + load.others.size > 0) process.exitCode = 1;

  /** Runs a command beside the service. */
  async function octavo(args: string[], data: string, env: Record<string, string> = {}): Promise<Ran> {
    const from = performance.now();
    const child = spawn(process.execPath, [fileURLToPath(new URL('../bin/octavo.ts', import.meta.url)), ...args], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: `sqlite:${data}/blog.db`,
        MEDIA_URL: `file:${data}/media`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let [peak, most] = [0, 0];
    const watching = setInterval(() => {
      peak = Math.max(peak, memoryOf(child.pid!).peak || 0);
      most = Math.max(most, memoryOf(service.pid).now || 0);
    }, 50);
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    clearInterval(watching);
    if (code !== 0) throw new Error(`octavo ${args.join(' ')} ended with ${String(code)}`);
    const to = performance.now();
    return { seconds: (to - from) / 1000, peak, service: most, from, to, stdout };
  }
});

function waitsIn(name: string, { acknowledged, checks }: Load, from: number, to: number): Waits {
  const waited = acknowledged
    .filter(({ sent }) => sent >= from && sent < to)
    .map(({ sent, answered }) => answered - sent)
    .toSorted((a, b) => a - b);
  const longest = Math.max(...checks.filter(({ at }) => at >= from && at < to).map(({ took }) => took));
  return {
    name,
    writes: waited.length,
    p50: percentile(waited, 0.5),
    p99: percentile(waited, 0.99),
    longest: waited.at(-1) ?? Number.NaN,
    check: longest,
  };
}

/** How many of the comments that were acknowledged before a time a database lacks. */
function commentsMissing(file: string, { acknowledged }: Load, time: number): number {
  const database = new BetterSqlite3(file, { readonly: true });
  const has = database.prepare(`select 1 from comments where section = 'gb-note' and content = ?`);
  const missing = acknowledged.filter(({ content, answered }) => answered < time && !has.get(content)).length;
  database.close();
  return missing;
}
