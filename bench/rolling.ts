// node bench/rolling.ts <folder> [seconds]: does the previous release go on while this one starts beside it? The folder
// is a checkout of the previous release with its node_modules. Both serve one PostgreSQL under reads and writes, the
// previous one alone, while this one migrates, and beside it. It prints what was refused, lost, done twice or by half,
// and what the previous release says when it is started again. docs/operating.md promises this.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

import { embedPostgres } from '../test/support/embedded-postgres.ts';
import { freshAddress } from '../test/support/visitors.ts';
import { checkDatabase, checkRecords } from './faults/check.ts';
import { createWriters, THREAD } from './faults/writers.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { writeAcross } from './releases/across.ts';
import { startRelease } from './releases/start.ts';

const [folder, seconds = '5'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node bench/rolling.ts <folder of a checkout> [seconds]');
const phase = Number(seconds) * 1000;
const release = resolve(folder);

await inWorkshop(async (workshop) => {
  const postgres = await embedPostgres();
  const files = join(workshop, 'media');
  try {
    const previous = await startRelease(release, postgres.url, files);
    const token = await signIn(previous);
    const target = { url: previous.url, token };
    const [writers, beside] = [createWriters(), createWriters('beside-')];
    await writers.check(target);
    const readers = startReaders(token);
    readers.read(previous.url);
    const over = new AbortController();
    const writing = [writers.run(target)];
    await wait(phase);
    readers.phase('while this release migrates');
    const next = await startOctavo(join(workshop, 'blog.db'), {
      databaseUrl: postgres.url,
      env: { MEDIA_URL: `file:${files}` },
    });
    readers.phase('both beside each other');
    readers.read(next.url);
    console.log('across:', await writeAcross(previous.url, next.url, release));
    await beside.check({ url: next.url, token });
    writing.push(beside.run({ url: next.url, token }, over.signal));
    await wait(phase);
    readers.phase('the previous release has ended');
    readers.leave(previous.url);
    await previous.stop();
    await wait(phase);
    await readers.stop();
    over.abort();
    await Promise.all(writing);
    await restart(postgres.url, files);
    const found = await checkRecords({ url: next.url, token }, [...writers.records, ...beside.records]);
    await writers.check({ url: next.url, token });
    await beside.check({ url: next.url, token });
    const changes = { previous: writers.faults, next: beside.faults };
    console.log(JSON.stringify({ ...found, changes }), await checkDatabase(postgres.url));
    await next.stop();
  } finally {
    await postgres.stop();
  }
});

/** Reads on all instances that are there, counting by phase what is not 200. */
function startReaders(token: string) {
  const paths = ['/', `/posts/${THREAD}`, `/api/posts/${THREAD}`, `/api/posts/${THREAD}/comments`, '/api/site'];
  const own = ['/api/admin/posts', '/api/comments', '/api/admin/settings', '/api/admin/health', '/api/admin/stats'];
  const urls = new Set<string>();
  const reading: Promise<void>[] = [];
  let name = 'the previous release alone';
  let count = 0;
  const failed: string[] = [];

  async function read(url: string): Promise<void> {
    while (urls.has(url)) {
      for (const path of [...paths, ...own]) {
        const headers = { ...freshAddress(), ...(own.includes(path) && { authorization: `Bearer ${token}` }) };
        const answer = await fetch(url + path, { headers }).then(
          async (response) => ({ status: response.status, body: await response.text() }),
          (error: unknown) => ({ status: 0, body: String(error) }),
        );
        count += 1;
        if (answer.status !== 200 && urls.has(url))
          failed.push(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
      }
    }
  }

  function tell(): void {
    console.log(`${name}: ${count} reads, ${failed.length} failed`, failed.slice(0, 5));
    [count, failed.length] = [0, 0];
  }

  return {
    read(url: string) {
      urls.add(url);
      reading.push(read(url));
    },
    leave: (url: string) => void urls.delete(url),
    phase(next: string) {
      tell();
      name = next;
    },
    async stop() {
      urls.clear();
      await Promise.all(reading);
      tell();
    },
  };
}

/** Starts the previous release again, which has to refuse. */
async function restart(databaseUrl: string, files: string): Promise<void> {
  const child = spawn(process.execPath, [join(release, 'server/main.ts')], {
    cwd: release,
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: databaseUrl, MEDIA_URL: `file:${files}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  console.log(`started again, the previous release ends with ${code}: ${errors.trim()}`);
}
