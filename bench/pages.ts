// npm run bench:pages: how long the pages of a real blog take a server that has just started and holds nothing ready.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';

import { clientAddress, send } from './http.ts';
import { importRealBlog, NO_REAL_BLOG, realBlog } from './imported-blog.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { median, percentile } from './statistics.ts';
import { figure, table } from './table.ts';

/** Milliseconds after which the posts have to be rendered ahead. */
const LONGEST = 300_000;
/** The number of slowest pages that the report names. */
const SHOWN = 5;

interface Page {
  path: string;
  milliseconds: number;
  bytes: number;
}

if (realBlog() === null) {
  console.error(`There is ${NO_REAL_BLOG}.`);
  process.exitCode = 1;
} else {
  await inWorkshop(async (folder) => {
    const file = join(folder, 'blog.db');
    const importing = await startOctavo(file);
    const begun = performance.now();
    const posts = await importRealBlog(importing.url, await signIn(importing));
    const imported = performance.now();
    await untilRendered(file, posts);
    const rendered = performance.now();
    await importing.stop();
    const pages = await readEach(await startOctavo(file), postPaths(file));
    await publish('pages', report(pages, (imported - begun) / 1000, (rendered - imported) / 1000), { keep: true });
  });
}

function postPaths(file: string): string[] {
  return query<{ slug: string }>(file, 'select slug from posts').map(
    ({ slug }) => `/posts/${encodeURIComponent(slug)}`,
  );
}

/** The service renders what was written by itself. */
async function untilRendered(file: string, posts: number): Promise<void> {
  const end = performance.now() + LONGEST;
  while (query<{ n: number }>(file, 'select count(*) as n from renderings')[0]!.n < posts) {
    if (performance.now() > end) throw new Error('the posts were not rendered ahead');
    await wait(100);
  }
}

function query<Row>(file: string, sql: string): Row[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

/** One after the other, each once: nothing is ready. */
async function readEach({ url }: Octavo, paths: string[]): Promise<Page[]> {
  // What a process does once, such as reading the templates, is not a page's own.
  await send(url, { headers: clientAddress(254, 0) });
  const pages: Page[] = [];
  for (const [number, path] of paths.entries()) {
    const begun = performance.now();
    const { status, body } = await send(url + path, { headers: clientAddress(253, number) });
    if (status !== 200) throw new Error(`${path} gave ${status}`);
    pages.push({ path, milliseconds: performance.now() - begun, bytes: body.length });
  }
  return pages;
}

function report(pages: Page[], importing: number, rendering: number) {
  const times = pages.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const slowest = pages.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SHOWN);
  const largest = pages.toSorted((a, b) => b.bytes - a.bytes)[0]!;
  const row = ({ path, milliseconds, bytes }: Page) => [path, figure(milliseconds), figure(bytes / 1024)];
  return {
    title: 'Pages that are not ready',
    sections: [
      `The pages of ${pages.length} imported posts, each read once from a process that has just started. The import took ${figure(importing)} s; ${figure(rendering)} s later all were rendered ahead.`,
      `Median ${figure(median(times))} ms, 95 in 100 within ${figure(percentile(times, 0.95))} ms, the slowest ${figure(times.at(-1))} ms.`,
      table(['page', 'ms', 'KiB'], [...slowest.map(row), row(largest)]),
    ],
  };
}
