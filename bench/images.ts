// npm run bench:images: what a phone and a desktop load of a post with twelve photos, beside the original files.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import { startOctavo } from './octavo.ts';
import { PHOTOS, writePhotoPost, type PhotoPost } from './photo-post.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';
import { NETWORK, observeVitals, vitals } from './vitals.ts';

/** Runs, of which the median counts. */
const RUNS = 3;
/** Milliseconds without a request after which a page has loaded what it needs. */
const QUIET = 1000;

const devices = {
  phone: { viewport: { width: 375, height: 812 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 },
} as const;

interface Loaded {
  device: string;
  files: string;
  /** Bytes of images when the page is opened, and when it has been read to its end. */
  opened: number;
  read: number;
  /** In milliseconds. */
  lcp: number;
  cls: number;
}

const chromium = findChromium({ shell: true });
if (chromium === null) {
  console.error(`There is ${NO_CHROMIUM}.`);
  process.exitCode = 1;
} else {
  await inWorkshop(async (folder) => {
    const octavo = await startOctavo(join(folder, 'blog.db'), { ownAddress: true });
    const post = await writePhotoPost(octavo);
    console.log('The photos are uploaded.');
    const browser = await launchChromium(chromium);
    try {
      const found: Loaded[] = [];
      for (const device of Object.keys(devices) as (keyof typeof devices)[]) {
        for (const isOriginal of [false, true])
          found.push(await measure(browser, octavo.url + post.path, device, isOriginal));
      }
      await publish('images', report(post, found), { keep: process.argv.includes('--keep') });
    } finally {
      await browser.close();
    }
  });
}

async function measure(
  browser: Browser,
  url: string,
  device: keyof typeof devices,
  isOriginal: boolean,
): Promise<Loaded> {
  const runs: Omit<Loaded, 'device' | 'files'>[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await load(browser, url, device, isOriginal));
  const middle = (name: 'opened' | 'read' | 'lcp' | 'cls') => median(runs.map((run) => run[name]));
  const files = isOriginal ? 'original files' : 'fitting sizes';
  return { device, files, opened: middle('opened'), read: middle('read'), lcp: middle('lcp'), cls: middle('cls') };
}

async function load(browser: Browser, url: string, device: keyof typeof devices, isOriginal: boolean) {
  const context = await browser.newContext({ ...devices[device], serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    if (isOriginal) {
      await page.route(url, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(/ (?:srcset|sizes)="[^"]*"/g, '');
        await route.fulfill({ response, body });
      });
    }
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', NETWORK);
    let bytes = 0;
    const images = new Set<string>();
    client.on('Network.responseReceived', ({ requestId, type }) => type === 'Image' && images.add(requestId));
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (images.has(requestId)) bytes += encodedDataLength;
    });
    await page.addInitScript(observeVitals);
    await page.goto(url, { waitUntil: 'load', timeout: 300_000 });
    await untilQuiet(page);
    const opened = bytes;
    const { lcp } = await vitals(page);
    await readToTheEnd(page);
    return { opened, read: bytes, lcp, cls: (await vitals(page)).cls };
  } finally {
    await context.close();
  }
}

/** As somebody who scrolls by a screen at a time. */
async function readToTheEnd(page: Page): Promise<void> {
  for (;;) {
    const isOver = await page.evaluate(() => {
      scrollBy(0, innerHeight);
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    });
    await untilQuiet(page);
    if (isOver) return;
  }
}

/** Waits until every image that was asked for is there. */
async function untilQuiet(page: Page): Promise<void> {
  await page.waitForTimeout(QUIET);
  await page.waitForFunction(
    () =>
      Array.from(document.images).every(
        (image) => image.complete || image.getBoundingClientRect().top > 2 * innerHeight,
      ),
    undefined,
    { timeout: 300_000 },
  );
}

function report({ bytes }: PhotoPost, found: Loaded[]) {
  const rows = found.map(({ device, files, opened, read, lcp, cls }) => [
    `${device}, ${files}`,
    figure(opened / 2 ** 20),
    figure(read / 2 ** 20),
    figure(lcp),
    cls.toFixed(3),
  ]);
  return {
    title: 'A post with twelve photos',
    sections: [
      `${PHOTOS.count} JPEGs of ${PHOTOS.width} × ${PHOTOS.height} pixels, ${figure(bytes / 2 ** 20)} MiB in all, six between paragraphs and six as a gallery. A phone has 375 × 812 pixels at 3, a desktop 1280 × 900 at 1; the connection has 20 Mbit/s and 40 ms. Medians of ${RUNS} runs. The original files: the same page without \`srcset\`.`,
      table(['', 'MiB opened', 'MiB read', 'LCP ms', 'CLS'], rows),
    ],
  };
}
