// npm run bench -- imports [--posts <n>] [--comments <n>] [--mb <n>] [--markdown <folder>]: how long the import of an
// export of WordPress takes, or of a folder of Markdown, new and repeated, and the most memory of command and service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
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
    markdown: { type: 'string' },
  },
});
const [posts, comments, megabytes] = [values.posts, values.comments, values.mb].map(Number) as [number, number, number];

await inWorkshop(async (folder) => {
  const file = join(folder, 'export.xml');
  if (values.markdown === undefined) await pipeline(Readable.from(exported()), createWriteStream(file));
  const source = values.markdown === undefined ? ['wordpress', file] : ['markdown', resolve(values.markdown)];
  const server = await startOctavo(join(folder, 'octavo.db'));
  const token = await signIn(server);
  const script = fileURLToPath(new URL('../bin/octavo.ts', import.meta.url));
  for (const run of ['new', 'repeated']) {
    const begun = performance.now();
    const env = { ...process.env, OCTAVO_URL: server.url, OCTAVO_TOKEN: token };
    const before = await usageOf(server.pid);
    const child = spawn(process.execPath, [script, 'import', ...source, '--json'], { env });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.resume();
    let command: Usage = { cpu: 0, peak: 0 };
    const watch = setInterval(() => void usageOf(child.pid!).then((now) => (command = now ?? command)), 250);
    await once(child, 'close');
    clearInterval(watch);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const after = await usageOf(server.pid);
    const service = { cpu: (after?.cpu ?? 0) - (before?.cpu ?? 0), peak: after?.peak ?? 0 };
    const report = JSON.parse(Buffer.concat(output).toString()) as Record<string, unknown>;
    const { new: created, changed, unchanged, comments: taken } = report;
    console.log(run, { seconds, command: shown(command), service: shown(service) });
    console.log({ created, changed, unchanged, taken });
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

interface Usage {
  /** Seconds of processor time. */
  cpu: number;
  /** The most resident memory in MiB. */
  peak: number;
}

/** What a process has used so far; undefined when it has ended. */
async function usageOf(pid: number): Promise<Usage | undefined> {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  );
  const [user, system] = stat!.split(') ').at(-1)!.split(' ').slice(11, 13).map(Number);
  if (user === undefined || system === undefined) return undefined;
  // The kernel counts in hundredths of a second.
  const [, peak] = /VmHWM:\s+(\d+)/.exec(status!) ?? [];
  // A process that has ended has no memory until its parent takes note.
  if (peak === undefined) return undefined;
  return { cpu: (user + system) / 100, peak: Number(peak) / 1024 };
}

function shown({ cpu, peak }: Usage): string {
  return `${cpu.toFixed(1)} s of processor time, ${peak.toFixed(0)} MiB`;
}
