// npm run lighthouse: Lighthouse, as on a telephone, on home, a long post and a post with twelve photos; prints the medians
// of the four scores. Arguments name some of these pages: home, long, photos.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

import { findChromium, NO_CHROMIUM } from './chromium.ts';
import { fill } from './fill.ts';
import { startOctavo } from './octavo.ts';
import { writePhotoPost } from './photo-post.ts';
import { inWorkshop, isPinned } from './processes.ts';
import { fillSampleBlog, SHOWN } from './sample-blog.ts';
import { median } from './statistics.ts';

/** Run by npx, since it is too large to be installed with everything else. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = 'performance,accessibility,best-practices,seo';
/** What each score has to reach. */
const ENOUGH = 98;
/** Runs of a page, of which the median counts. */
const RUNS = 5;

interface Result {
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null }>;
}

const chromium = findChromium();
if (chromium === null) {
  console.error(`There is ${NO_CHROMIUM}.`);
  process.exitCode = 1;
} else {
  await inWorkshop(async (folder) => {
    const file = join(folder, 'blog.db');
    await fill(file, (filling) => fillSampleBlog(filling, { pictures: false }));
    const octavo = await startOctavo(file, { ownAddress: true });
    const paths = {
      home: () => '/',
      long: () => `/posts/${SHOWN.long}`,
      photos: async () => (await writePhotoPost(octavo)).path,
    };
    const asked = process.argv.slice(2);
    for (const [name, pathOf] of Object.entries(paths)) {
      if (asked.length > 0 && !asked.includes(name)) continue;
      const path = await pathOf();
      const results: Result[] = [];
      for (let run = 0; run < RUNS; run++) results.push(await measure(octavo.url + path, chromium, folder));
      report(path, results);
    }
  });
}

async function measure(url: string, chromium: string, folder: string): Promise<Result> {
  const output = join(folder, 'lighthouse.json');
  const flags = '--headless=new --no-sandbox --disable-gpu --disable-quic';
  const options = [`--only-categories=${CATEGORIES}`, `--output-path=${output}`, '--output=json', '--quiet'];
  const npx = ['npx', '--yes', LIGHTHOUSE, url, ...options, `--chrome-flags=${flags}`];
  // A browser is many processes: held on one core, it would seem slower than it is.
  const [command = '', ...args] = isPinned ? ['taskset', '-c', `0-${cpus().length - 1}`, ...npx] : npx;
  const lighthouse = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, CHROME_PATH: chromium },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(lighthouse, 'close')) as [number | null];
  if (code !== 0) throw new Error(`Lighthouse cannot run here: npx ${LIGHTHOUSE} ended with ${code}.`);
  return JSON.parse(await readFile(output, 'utf8')) as Result;
}

/** The median scores, and under each that is too low what took from it in the last run. */
function report(path: string, results: readonly Result[]): void {
  console.log(path);
  const { categories, audits } = results.at(-1)!;
  for (const [name, { title, auditRefs }] of Object.entries(categories)) {
    const scores = results.map((result) => Math.round((result.categories[name]?.score ?? 0) * 100));
    const points = median(scores);
    console.log(`  ${title}: ${points} (${scores.join(', ')})`);
    if (points >= ENOUGH) continue;
    process.exitCode = 1;
    for (const { id, weight } of auditRefs) {
      const audit = audits[id];
      if (weight > 0 && audit && audit.score !== null && audit.score < 0.9) {
        console.log(`    ${audit.title}: ${Math.round(audit.score * 100)}`);
      }
    }
  }
}
