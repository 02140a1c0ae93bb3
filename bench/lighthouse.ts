// npm run lighthouse: Lighthouse, as on a telephone, on home and a long post of the sample blog; prints the four scores.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

import { findChromium, NO_CHROMIUM } from './chromium.ts';
import { fill } from './fill.ts';
import { startOctavo } from './octavo.ts';
import { inWorkshop, isPinned } from './processes.ts';
import { fillSampleBlog, SHOWN } from './sample-blog.ts';

/** Run by npx, since it is too large to be installed with everything else. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = 'performance,accessibility,best-practices,seo';
/** What each score has to reach. */
const ENOUGH = 98;

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
    const { url } = await startOctavo(file, { ownAddress: true });
    for (const path of ['/', `/posts/${SHOWN.long}`]) report(path, await measure(url + path, chromium, folder));
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

/** The scores, and under each that is too low what took from it. */
function report(path: string, { categories, audits }: Result): void {
  console.log(path);
  for (const { title, score, auditRefs } of Object.values(categories)) {
    const points = Math.round((score ?? 0) * 100);
    console.log(`  ${title}: ${points}`);
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
