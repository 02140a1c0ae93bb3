// npm run bench:archive -- [--posts <n>]: how long an archive takes, how much memory, and how it holds the event loop; and
// how long an empty blog takes to import it.
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop, start } from './processes.ts';
import { NOW } from './scale-seed.ts';
import { seed } from './seed.ts';
import type { Seen } from './servers/scale.ts';

const { posts } = parseArgs({ options: { posts: { type: 'string', default: '100000' } } }).values;

await inWorkshop(async (folder) => {
  const file = join(folder, 'archive.db');
  const seeded = await seed(file, Number(posts));
  console.log(`${seeded.posts} posts, ${seeded.comments} comments: made in ${seeded.seconds.toFixed(0)} s`);
  const server = start(new URL('servers/scale.ts', import.meta.url), { core: 'both', channel: true });
  const { url } = await server.ask<{ url: string }>({ database: `sqlite:${file}`, now: NOW });
  const token = await signIn({ url });
  for (const kind of ['archive', 'comments', 'markdown']) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ kind });
    const link = await fetch(`${url}/api/admin/downloads`, { method: 'POST', headers, body });
    const { path } = (await link.json()) as { path: string };
    await server.ask('begin');
    const begun = performance.now();
    const received = createWriteStream(join(folder, kind));
    await pipeline(Readable.from((await fetch(url + path)).body!), received);
    const bytes = received.bytesWritten;
    const seconds = (performance.now() - begun) / 1000;
    const { wall, cpu, rss } = await server.ask<Seen>('end');
    console.log(
      `${kind}: ${(bytes / 2 ** 20).toFixed(1)} MiB in ${seconds.toFixed(1)} s; ${rss.toFixed(0)} MiB resident; ` +
        `the event loop was held for ${wall.toFixed(0)} ms at most, ${cpu.toFixed(0)} ms of CPU time`,
    );
  }
  await server.stop();
  await importInto(join(folder, 'imported.db'), join(folder, 'archive'));
});

/** Imports an archive into an empty blog by the command line. */
async function importInto(database: string, archive: string): Promise<void> {
  const server = await startOctavo(database);
  const env = { ...process.env, OCTAVO_URL: server.url, OCTAVO_TOKEN: await signIn(server) };
  const command = fileURLToPath(new URL('../bin/octavo.ts', import.meta.url));
  const begun = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'import', 'archive', archive, '--json'], {
    env,
    maxBuffer: 64 * 2 ** 20,
  });
  const seconds = (performance.now() - begun) / 1000;
  const { exact, comments, ...report } = JSON.parse(stdout) as {
    exact: boolean;
    new: number;
    comments: { new: number };
  };
  console.log(
    `import (${exact ? 'exact' : 'usual'}): ${report.new} posts and ${comments.new} comments in ${seconds.toFixed(1)} s`,
  );
  await server.stop();
}
