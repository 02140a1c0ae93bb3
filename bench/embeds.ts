// npm run bench -- embeds [--remark42 <url> --pid <pid>]: a page with a thread of 100 comments: the time to the first comment,
// requests, bytes, and reads of the thread a second. With --remark42 beside a running Remark42 of the site id `remark`, which
// has 100 comments on https://notes.example/page/.
import { Agent } from 'node:http';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';

import { findChromium, launchChromium, NO_CHROMIUM } from '../test/support/chromium.ts';
import { clientAddress, send } from '../test/support/plain-http.ts';
import { startStaticHost } from '../test/support/static-host.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';
import { processorMicroseconds } from './usage.ts';

const { values } = parseArgs({ options: { remark42: { type: 'string' }, pid: { type: 'string' } } });
const COMMENTS = 100;
const RUNS = 11;
const READS = 3000;
const CONNECTIONS = 10;
const ADDRESSES = 500;
const PAGE = 'https://notes.example/page/';

/** A comment system with its thread. */
interface System {
  name: string;
  /** The HTML of the page. */
  html: string;
  /** The element of a comment, in the page, a shadow root or a frame. */
  comment: string;
  /** The URL of the thread, and what its process is. */
  thread: string;
  pid: number;
}

await inWorkshop(async (folder) => {
  const octavo = await startOctavo(join(folder, 'embeds.db'));
  const url = encodeURIComponent(PAGE);
  const host = await startStaticHost();
  const systems: System[] = [
    {
      name: 'Octavo',
      html: `<script type="module" src="${octavo.url}/embed.js"></script><octavo-comments url="${PAGE}"></octavo-comments>`,
      comment: '[data-comment]',
      thread: `${octavo.url}/api/threads/comments?url=${url}&limit=${COMMENTS}&include=html`,
      pid: octavo.pid,
    },
  ];
  if (values.remark42 !== undefined) {
    const config = JSON.stringify({ host: values.remark42, site_id: 'remark', url: PAGE, components: ['embed'] });
    systems.push({
      name: 'Remark42',
      html: `<div id="remark42"></div><script>var remark_config = ${config}</script><script type="module" src="${values.remark42}/web/embed.mjs"></script>`,
      comment: '.comment',
      thread: `${values.remark42}/api/v1/find?site=remark&url=${url}&sort=-active&format=tree`,
      pid: Number(values.pid),
    });
  }
  await write(octavo.url, `Bearer ${await signIn(octavo)}`, host.origin);

  const path = findChromium({ shell: true });
  if (path === null) throw new Error(`There is ${NO_CHROMIUM}.`);
  const browser = await launchChromium(path);
  const pages = await mkdtemp(join(tmpdir(), 'octavo-embeds-'));
  host.serve(pages);
  const rows: string[][] = [];
  for (const system of systems) {
    await writeFile(join(pages, `${system.name}.html`), `<!doctype html><title>A page</title>${system.html}`);
    const visits = await inTurn(RUNS, () => visit(browser, `${host.origin}/${system.name}.html`, system.comment));
    const reads = await readOften(system);
    const [first] = visits;
    rows.push([
      system.name,
      figure(median(visits.map(({ shown }) => shown))),
      String(first!.requests),
      figure(first!.bytes / 1000),
      figure(reads.perSecond),
      figure(reads.cpu),
    ]);
  }
  await browser.close();
  host.close();
  await octavo.stop();
  const head = ['system', 'first comment, ms', 'requests', 'kB', 'reads a second', 'µs of CPU time a read'];
  const about = `A page with a thread of ${COMMENTS} comments in a new browser profile: medians of ${RUNS} visits, from the navigation to the first comment; requests and bytes of the first visit, headers included, without the page itself. Reads are of the whole thread, ${CONNECTIONS} at a time.`;
  await publish(
    'embeds',
    { title: 'Comments of a page', sections: [about, table(head, rows)] },
    { keep: values.remark42 !== undefined },
  );
});

async function write(service: string, authorization: string, origin: string): Promise<void> {
  const commentSites = [PAGE, origin].map((one) => ({ origin: new URL(one).origin, name: 'Notes' }));
  const json = { commentSites, spamFilter: false };
  await send(`${service}/api/admin/settings`, { method: 'PUT', headers: { authorization }, json });
  let parentId: string | undefined;
  for (let number = 0; number < COMMENTS; number += 1) {
    const content = `A **greeting** number ${number} with a [link](https://a.example/${number})`;
    const { status, body } = await send(`${service}/api/threads/comments`, {
      method: 'POST',
      headers: clientAddress(3, number),
      json: { url: PAGE, author: `Reader ${number}`, content, ...(number % 3 === 2 && { parentId }) },
    });
    if (status !== 201) throw new Error(`A comment was answered ${status}: ${body.toString()}`);
    parentId = (JSON.parse(body.toString()) as { comment: { id: string } }).comment.id;
  }
}

async function inTurn<T>(times: number, act: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let time = 0; time < times; time += 1) all.push(await act());
  return all;
}

/** Reads a thread from many addresses, since both systems limit what one may read. */
async function readOften({ thread, pid }: System): Promise<{ perSecond: number; cpu: number }> {
  const agent = new Agent({ keepAlive: true });
  let left = READS;
  const read = async () => {
    for (; left > 0;) {
      left -= 1;
      const address = clientAddress(4, left % ADDRESSES);
      const headers = { ...address, 'x-real-ip': Object.values(address)[0]! };
      const { status } = await send(thread, { headers, agent });
      if (status !== 200) throw new Error(`A read was answered ${status}.`);
    }
  };
  const before = processorMicroseconds(pid);
  const begun = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, read));
  const seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  return { perSecond: READS / seconds, cpu: (processorMicroseconds(pid) - before) / READS };
}

/** One visit with an empty cache. */
async function visit(browser: Browser, url: string, comment: string) {
  const context = await browser.newContext();
  try {
    const seen = Promise.withResolvers<number>();
    await context.exposeBinding('__seen', (_, at: number) => seen.resolve(at));
    await context.addInitScript((selector) => {
      const look = () => {
        const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
        if (!roots.some((root) => root.querySelector(selector)?.checkVisibility())) return requestAnimationFrame(look);
        return (globalThis as unknown as { __seen: (at: number) => void }).__seen(Date.now());
      };
      look();
    }, comment);
    const finished: Promise<number>[] = [];
    context.on('requestfinished', (request) => {
      if (request.url() === url) return;
      finished.push(
        request.sizes().then(({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize),
      );
    });
    const page = await context.newPage();
    const begun = Date.now();
    await page.goto(url);
    const shown = (await seen.promise) - begun;
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(finished);
    return { shown, requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } finally {
    await context.close();
  }
}
