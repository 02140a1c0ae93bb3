// npm run bench:imports -- [--posts <n>] [--comments <n>] [--mb <n>]: how long the import of an export of WordPress takes,
// and the most memory of the command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { wxrEnd, wxrItem, wxrStart } from '../test/support/wxr.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '5000' },
    comments: { type: 'string', default: '50000' },
    mb: { type: 'string', default: '400' },
  },
});
const [posts, comments, megabytes] = [values.posts, values.comments, values.mb].map(Number) as [number, number, number];

await inWorkshop(async (folder) => {
  const file = join(folder, 'export.xml');
  await pipeline(Readable.from(exported()), createWriteStream(file));
  const server = await startOctavo(join(folder, 'octavo.db'));
  const token = await signIn(server);
  const script = fileURLToPath(new URL('../bin/octavo.ts', import.meta.url));
  for (const run of ['new', 'repeated']) {
    const begun = performance.now();
    const env = { ...process.env, OCTAVO_URL: server.url, OCTAVO_TOKEN: token };
    const child = spawn(process.execPath, [script, 'import', 'wordpress', file, '--json'], { env });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.resume();
    let peak = 0;
    const watch = setInterval(() => void peakOf(child.pid!).then((now) => (peak = Math.max(peak, now))), 250);
    await once(child, 'close');
    clearInterval(watch);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const report = JSON.parse(Buffer.concat(output).toString()) as Record<string, unknown>;
    const { new: created, changed, unchanged, comments: taken } = report;
    console.log(run, { seconds, peak: `${peak.toFixed(0)} MiB` }, { created, changed, unchanged, taken });
  }
  await server.stop();
});

/** An export in which every post links to another one, and has its share of comments. */
function* exported(): Generator<string, void> {
  yield wxrStart;
  const words = 'The ferry leaves the harbour at six, <em>slowly</em>, and nobody waits for it.';
  const paragraph = `<p>${words} ${words}</p>\n`;
  const paragraphs = Math.round((megabytes * 1_000_000) / posts / paragraph.length);
  for (let at = 0; at < posts; at++) {
    const link = `<p><a href="https://old.example/post-${(at * 7) % posts}/">Another</a></p>`;
    const share = Math.floor(((at + 1) * comments) / posts) - Math.floor((at * comments) / posts);
    yield wxrItem({
      title: `Post ${at}`,
      html: link + paragraph.repeat(paragraphs),
      wp: { post_id: at + 1 },
      comments: Array.from({ length: share }, (_, number) => ({
        comment_id: at * 1000 + number + 1,
        comment_author: `Author ${number}`,
        comment_content: `Comment ${number} of post ${at}`,
        comment_approved: 1,
        comment_parent: number % 3 === 0 ? 0 : at * 1000 + number,
        comment_date_gmt: '2024-02-05 00:00:00',
      })),
    });
  }
  yield wxrEnd;
}

/** The most resident memory of a process in MiB; 0 when it has ended. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
