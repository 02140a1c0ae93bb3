// npm run bench -- rendering [rounds]: renders the posts of a real blog with this tree and with the last release, prints
// the processor time of both, and lists the posts whose HTML differs.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { splitFrontMatter } from '../client/importers/markdown/front-matter.ts';
import { NO_REAL_BLOG, realBlog } from '../test/support/imported-blog.ts';
import { installLastRelease } from './packages.ts';
import { inWorkshop } from './processes.ts';
import { median } from './statistics.ts';

const [rounds = 7] = process.argv.slice(2).map(Number);
/** How much of a difference is printed. */
const SHOWN = 160;

/** A thread that renders. */
interface Renderer {
  html(markdown: string): Promise<string>;
  /** Its processor time until now, in milliseconds. */
  used(): Promise<number>;
  end(): Promise<unknown>;
}

const folder = realBlog();
if (folder === null) console.log(`skipped: ${NO_REAL_BLOG}`);
else await inWorkshop((workshop) => compare(workshop, postsIn(folder)));

async function compare(workshop: string, posts: Map<string, string>): Promise<void> {
  const last = await installLastRelease(workshop);
  const renderers = [
    renderer(fileURLToPath(new URL('../server/site/render/worker.ts', import.meta.url))),
    renderer(join(last.folder, 'node_modules/octavo/dist/octavo/server-render-worker.js')),
  ] as const;
  const times: number[][] = [[], []];
  for (const one of renderers) await one.html('');
  // The first round compiles.
  for (let round = 0; round <= rounds; round++) {
    for (const [at, one] of renderers.entries()) {
      const before = await one.used();
      for (const markdown of posts.values()) await one.html(markdown);
      if (round > 0) times[at]!.push((await one.used()) - before);
    }
  }
  const [own, other] = times.map((list) => median(list)) as [number, number];
  console.log(`${posts.size} posts, median of ${rounds} rounds: ${own.toFixed(0)} ms of processor time`);
  console.log(`${last.version}: ${other.toFixed(0)} ms; ratio ${(own / other).toFixed(3)}`);
  let different = 0;
  for (const [name, markdown] of posts) {
    const [now, before] = await Promise.all(renderers.map((one) => one.html(markdown)));
    if (now === before) continue;
    different++;
    console.log(`\n${name}\n- ${differenceOf(before!, now!)}\n+ ${differenceOf(now!, before!)}`);
  }
  console.log(`\n${different} posts differ`);
  await Promise.all(renderers.map((one) => one.end()));
}

function postsIn(blog: string): Map<string, string> {
  const files = globSync('**/*.md', { cwd: blog }).toSorted();
  return new Map(files.map((file) => [file, splitFrontMatter(readFileSync(join(blog, file), 'utf8')).body]));
}

function renderer(file: string): Renderer {
  const worker = new Worker(file);
  return {
    html: (markdown) =>
      new Promise((resolve) => {
        worker.on('message', function take(message: 'started' | { result: { html: string } | null }) {
          if (message === 'started') return;
          worker.off('message', take);
          resolve(message.result?.html ?? '');
        });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ markdown, site: 'https://blog.example', language: 'en' });
      }),
    async used() {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1000;
    },
    end: () => worker.terminate(),
  };
}

/** The first part of a text that another one does not have. */
function differenceOf(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return JSON.stringify(text.slice(Math.max(0, at - SHOWN / 4), at + SHOWN));
}
