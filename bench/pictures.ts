// npm run pictures: takes pictures of the sample blog for the README, as docs/pictures/<page>-<light|dark|phone>.png.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import { fill } from './fill.ts';
import { landscape } from './landscape.ts';
import { startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { fillSampleBlog, PICTURES, SHOWN } from './sample-blog.ts';

/** One page that is shown. */
interface Subject {
  name: string;
  path: string;
  /** What is done before the picture is taken, such as signing in. */
  prepare?: (page: Page) => Promise<void>;
}

const subjects: Subject[] = [
  { name: 'home', path: '/' },
  { name: 'post', path: `/posts/${SHOWN.post}` },
  { name: 'guestbook', path: '/guestbook' },
  { name: 'search', path: '/search?q=train' },
  { name: 'archive', path: '/archive' },
];

const desk = { width: 1280, height: 900 };
const views: Record<string, BrowserContextOptions> = {
  light: { viewport: desk, colorScheme: 'light' },
  dark: { viewport: desk, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

/** There is no scroll bar in a picture, so no room is kept for one. */
const NO_GUTTER = 'html { scrollbar-gutter: auto !important }';

const target = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const chromium = findChromium();

if (chromium === null) {
  console.error(`There is ${NO_CHROMIUM}.`);
  process.exitCode = 1;
} else {
  await inWorkshop(async (folder) => {
    const file = join(folder, 'blog.db');
    await fill(file, (filling) => fillSampleBlog(filling, { pictures: true }));
    const { url } = await startOctavo(file, { ownAddress: true });
    await mkdir(target, { recursive: true });
    const browser = await launchChromium(chromium);
    try {
      for (const [view, options] of Object.entries(views)) await takeAll(browser, url, view, options);
    } finally {
      await browser.close();
    }
  });
}

async function takeAll(browser: Browser, url: string, view: string, options: BrowserContextOptions): Promise<void> {
  const context = await browser.newContext({ ...options, baseURL: url, reducedMotion: 'reduce', bypassCSP: true });
  await context.route(`${PICTURES}/**`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: landscape(new URL(route.request().url()).pathname) }),
  );
  for (const { name, path, prepare } of subjects) {
    const page = await context.newPage();
    const answer = await page.goto(path);
    if (answer?.status() !== 200) throw new Error(`${path} answers ${answer?.status()}`);
    await prepare?.(page);
    // What scripts fetch belongs to the picture, but a count of views may stay under way for ever.
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
    await page.screenshot({ path: join(target, `${name}-${view}.png`), animations: 'disabled', style: NO_GUTTER });
    await page.close();
    console.log(`${name}-${view}.png`);
  }
  await context.close();
}
