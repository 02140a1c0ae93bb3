// npm run bench:archive -- [--posts <n>]: how long an archive takes, how much memory, and how it holds the event loop.
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { signIn, type Octavo } from './octavo.ts';
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
  const { url } = await server.ask<{ url: string }>({ file, now: NOW });
  const token = await signIn({ url } as Octavo);
  for (const kind of ['archive', 'comments', 'markdown']) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ kind });
    const link = await fetch(`${url}/api/admin/downloads`, { method: 'POST', headers, body });
    const { path } = (await link.json()) as { path: string };
    await server.ask('begin');
    const begun = performance.now();
    let bytes = 0;
    for await (const chunk of (await fetch(url + path)).body ?? []) bytes += chunk.length;
    const seconds = (performance.now() - begun) / 1000;
    const { wall, cpu, rss } = await server.ask<Seen>('end');
    console.log(
      `${kind}: ${(bytes / 2 ** 20).toFixed(1)} MiB in ${seconds.toFixed(1)} s; ${rss.toFixed(0)} MiB resident; ` +
        `the event loop was held for ${wall.toFixed(0)} ms at most, ${cpu.toFixed(0)} ms of CPU time`,
    );
  }
  await server.stop();
});
