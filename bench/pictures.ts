// npm run pictures: takes pictures of the sample blog and of the administrator's app for the README, as
// docs/pictures/<page>-<light|dark|phone>.png.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { builtApp } from '../server/admin/built.ts';
import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import { fill } from './fill.ts';
import { landscape } from './landscape.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { fillSampleBlog, PICTURES, SHOWN } from './sample-blog.ts';
import { fillOwnersDesk, OWNED } from './sample-owner.ts';

/** One page that is shown. */
interface Subject {
  name: string;
  path: string;
  /** Whether the owner looks, who is signed in; else a visitor. */
  owner?: boolean;
  /** Runs before the screenshot is taken. */
  prepare?: (page: Page) => Promise<void>;
}

const subjects: Subject[] = [
  { name: 'home', path: '/' },
  { name: 'post', path: `/posts/${SHOWN.post}` },
  { name: 'guestbook', path: '/guestbook' },
  { name: 'search', path: '/search?q=train' },
  { name: 'archive', path: '/archive' },
  { name: 'admin-login', path: '/admin' },
  { name: 'admin-dashboard', path: '/admin', owner: true },
  { name: 'admin-posts', path: '/admin/posts', owner: true },
  {
    name: 'admin-editor',
    path: `/admin/posts/${OWNED.draft}`,
    owner: true,
    async prepare(page) {
      await page.locator('.cm-content').waitFor();
      await page.keyboard.press('Control+Shift+KeyP');
    },
  },
  { name: 'admin-revisions', path: `/admin/posts/${OWNED.draft}/revisions`, owner: true },
  { name: 'admin-comments', path: '/admin/comments', owner: true },
  { name: 'admin-media', path: '/admin/media', owner: true },
  { name: 'admin-settings', path: '/admin/settings', owner: true },
];

const desk = { width: 1280, height: 900 };
const views: Record<string, BrowserContextOptions> = {
  light: { viewport: desk, colorScheme: 'light' },
  dark: { viewport: desk, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

/** What the app shows while data is on its way. */
const LOADING = '.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]';

/** There is no scroll bar in a picture, so no room is kept for one. */
const NO_GUTTER = 'html { scrollbar-gutter: auto !important }';

const target = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const chromium = findChromium();

if (chromium === null) {
  console.error(`There is ${NO_CHROMIUM}.`);
  process.exitCode = 1;
} else {
  // Until it is built, the app says no more than that it will be.
  await builtApp();
  await inWorkshop(async (folder) => {
    const file = join(folder, 'blog.db');
    await fill(file, async (filling) => {
      await fillSampleBlog(filling, { pictures: true });
      await fillOwnersDesk(filling);
    });
    const server = await startOctavo(file, { ownAddress: true });
    const token = await signIn(server);
    await mkdir(target, { recursive: true });
    const browser = await launchChromium(chromium);
    try {
      for (const [view, options] of Object.entries(views)) {
        const context = { ...options, baseURL: server.url, reducedMotion: 'reduce', bypassCSP: true } as const;
        await takeAll(
          browser,
          view,
          context,
          subjects.filter(({ owner }) => !owner),
        );
        const storageState = { cookies: [], origins: [signedInAt(server.url, token)] };
        await takeAll(
          browser,
          view,
          { ...context, storageState },
          subjects.filter(({ owner }) => owner),
        );
      }
    } finally {
      await browser.close();
    }
  });
}

/** The local storage of a browser that is signed in to the app. */
function signedInAt(origin: string, token: string) {
  return { origin, localStorage: [{ name: 'octavo-admin-token', value: token }] };
}

async function takeAll(
  browser: Browser,
  view: string,
  options: BrowserContextOptions,
  wanted: readonly Subject[],
): Promise<void> {
  const context = await browser.newContext(options);
  await context.route(`${PICTURES}/**`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: landscape(new URL(route.request().url()).pathname) }),
  );
  for (const { name, path, prepare } of wanted) {
    const page = await context.newPage();
    const answer = await page.goto(path);
    if (answer?.status() !== 200) throw new Error(`${path} answers ${answer?.status()}`);
    if (path.startsWith('/admin')) await page.locator('#main, h1').first().waitFor();
    await prepare?.(page);
    // What scripts fetch belongs to the picture, but a count of views may stay under way for ever.
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
    await page.waitForFunction((loading) => document.querySelector(loading) === null, LOADING);
    await page.screenshot({ path: join(target, `${name}-${view}.png`), animations: 'disabled', style: NO_GUTTER });
    await page.close();
    console.log(`${name}-${view}.png`);
  }
  await context.close();
}
