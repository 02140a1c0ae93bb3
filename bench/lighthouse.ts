// npm run bench -- lighthouse: Lighthouse, as on a telephone, on home, a long post, a page, the archive and a post with twelve photos.
// Prints the medians, and keeps them in bench/results/; ends with 1 when a score is too low. Arguments name the pages to
// measure, such as `-- home post`; their figures are not kept.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

import { createBlogClient } from '../client/index.ts';
import { findChromium, NO_CHROMIUM } from '../test/support/chromium.ts';
import { fill } from './fill.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { writePhotoPost } from './photo-post.ts';
import { inWorkshop, isPinned } from './processes.ts';
import { publish, type Report } from './results.ts';
import { fillSampleBlog, SHOWN } from './sample-blog.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';

/** Installed for a run only, since it is too large to be installed with everything else. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** The categories, and what the median of each has to reach. */
const ENOUGH = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** Runs of a page, of which the median counts. */
const RUNS = 5;
/** Further runs of a page in place of those in which the browser recorded nothing, as happens on a busy machine. */
const SPARE = 3;
/** Figures of a run by the audits that have them, with what divides them for the table. */
const METRICS = {
  'first-contentful-paint': ['FCP ms', 1],
  'largest-contentful-paint': ['LCP ms', 1],
  'total-blocking-time': ['TBT ms', 1],
  'cumulative-layout-shift': ['CLS', 1],
  'speed-index': ['speed index ms', 1],
  'mainthread-work-breakdown': ['main thread ms', 1],
  'total-byte-weight': ['KiB', 1024],
} as const;

type Category = keyof typeof ENOUGH;
type Metric = keyof typeof METRICS;
const categories = Object.keys(ENOUGH) as Category[];
const metrics = Object.keys(METRICS) as Metric[];

/** What is read of Lighthouse's own report. */
interface Result {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; details?: { items?: unknown[] } }
  >;
  environment: { benchmarkIndex: number };
}

interface Measured {
  page: string;
  /** The five scores of each category, from 0 to 100. */
  scores: Record<Category, number[]>;
  /** Medians. */
  metrics: Record<Metric, number>;
  requests: number;
  /** How fast the processor was during each run, as Lighthouse measures it. */
  processor: number[];
  /** What took from a score that is too low, in the last run. */
  faults: string[];
}

const PAGES: Record<string, (octavo: Octavo) => Promise<string>> = {
  home: async () => '/',
  post: async () => `/posts/${SHOWN.long}`,
  page: writePage,
  archive: async () => '/archive',
  photos: async (octavo) => (await writePhotoPost(octavo)).path,
};

const chromium = findChromium();
if (chromium === null) {
  console.error(`There is ${NO_CHROMIUM}.`);
  process.exitCode = 1;
} else {
  const asked = process.argv.slice(2);
  const names = asked.length > 0 ? asked : Object.keys(PAGES);
  await inWorkshop(async (folder) => {
    const file = join(folder, 'blog.db');
    await fill(file, (filling) => fillSampleBlog(filling, { pictures: false }));
    const octavo = await startOctavo(file, { ownAddress: true });
    const installed = await run(['npm', 'install', '--no-save', '--prefix', folder, LIGHTHOUSE], folder);
    if (installed !== 0) throw new Error(`npm cannot install ${LIGHTHOUSE}.`);
    const found: Measured[] = [];
    for (const name of names) {
      const path = await PAGES[name]!(octavo);
      const results: Result[] = [];
      for (let left = RUNS + SPARE; results.length < RUNS; left--) {
        const result = await measure(octavo.url + path, chromium, folder);
        if (result) results.push(result);
        else if (left === 0) throw new Error(`${LIGHTHOUSE} cannot run here.`);
      }
      found.push(summary(name, results));
      console.log(`${path} is measured.`);
    }
    if (found.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
    await publish('lighthouse', report(found), { keep: asked.length === 0 });
  });
}

/** A page as most blogs have one. */
async function writePage(octavo: Octavo): Promise<string> {
  const client = createBlogClient({ url: octavo.url, token: await signIn(octavo) });
  const content = `I write about trains.\n\n## Where I am\n\n${'Mostly on the way. '.repeat(60)}\n\n## How to reach me\n\nIn the [guestbook](/guestbook).`;
  const { id } = await client.pages.create({ id: 'about', title: 'About', content });
  return `/${id}`;
}

async function measure(url: string, chromium: string, folder: string): Promise<Result | null> {
  const output = join(folder, 'lighthouse.json');
  const flags = '--headless=new --no-sandbox --disable-gpu --disable-quic';
  const options = [`--only-categories=${categories.join(',')}`, `--output-path=${output}`, '--output=json', '--quiet'];
  const lighthouse = [process.execPath, join(folder, 'node_modules/lighthouse/cli/index.js'), url, ...options];
  const command = [...lighthouse, `--chrome-flags=${flags}`];
  // A browser is many processes: held on one core, it would seem slower than it is.
  const pinned = isPinned ? ['taskset', '-c', `0-${cpus().length - 1}`, ...command] : command;
  const code = await run(pinned, folder, { CHROME_PATH: chromium });
  if (code !== 0) return null;
  return JSON.parse(await readFile(output, 'utf8')) as Result;
}

/** @returns the exit code */
async function run([command = '', ...args]: string[], cwd: string, env: Record<string, string> = {}) {
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: [...stdio] });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

function summary(page: string, results: readonly Result[]): Measured {
  const scoresOf = (category: Category) =>
    results.map((result) => Math.round((result.categories[category].score ?? 0) * 100));
  const middle = (audit: string) => median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  return {
    page,
    scores: record(categories, scoresOf),
    metrics: record(metrics, middle),
    requests: median(results.map(({ audits }) => audits['network-requests']?.details?.items?.length ?? Number.NaN)),
    processor: results.map(({ environment }) => Math.round(environment.benchmarkIndex)),
    faults: categories
      .filter((category) => median(scoresOf(category)) < ENOUGH[category])
      .flatMap((category) => faultsOf(results.at(-1)!, category)),
  };
}

function faultsOf({ categories: all, audits }: Result, category: Category): string[] {
  const low = all[category].auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9);
  return low.map(({ id }) => `${category}: ${audits[id]!.title}, ${Math.round((audits[id]!.score ?? 0) * 100)}`);
}

function record<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}

function report(found: readonly Measured[]): Report {
  const scores = found.map(({ page, scores: of, processor }) => [
    page,
    ...categories.map((category) => String(median(of[category]))),
    of.performance.join(', '),
    processor.join(', '),
  ]);
  const costs = found.map((one) => [
    one.page,
    ...metrics.map((metric) => figure(one.metrics[metric] / METRICS[metric][1])),
    figure(one.requests),
  ]);
  const faults = found.flatMap(({ page, faults: of }) => of.map((fault) => `- ${page}: ${fault}`));
  return {
    title: 'Lighthouse',
    sections: [
      `${LIGHTHOUSE.replace('@', ' ').replace('l', 'L')} as on a telephone (its default: a slow fourth-generation network and a processor four times slower, both simulated), medians of ${RUNS} runs of a page with an empty cache. Performance depends on how busy the machine is: its ${RUNS} values stand beside it, and with them how fast Lighthouse found the processor during each run; the other scores do not.`,
      table(['page', ...categories, 'performance of each run', 'processor of each run'], scores),
      'What performance is made of: what the page loads and how long the processor works on it.',
      table(['page', ...metrics.map((metric) => METRICS[metric][0]), 'requests'], costs),
      faults.length === 0 ? 'Every median is high enough.' : `Too low:\n\n${faults.join('\n')}`,
    ],
  };
}
