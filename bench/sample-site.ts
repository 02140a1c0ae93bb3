import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

import { builtApp } from '../server/site/admin/built.ts';
import { findChromium, launchChromium, NO_CHROMIUM } from '../test/support/chromium.ts';
import { fill, type Filling } from './fill.ts';
import { landscape } from './landscape.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { PICTURES } from './sample-blog.ts';

/** A blog that is looked at in a browser. */
export interface SampleSite {
  url: string;
  /** The session of the owner. */
  token: string;
  browser: Browser;
  /** The options of a visitor's context. */
  visitor: BrowserContextOptions;
  /** The options of the owner's context, who is signed in. */
  owner: BrowserContextOptions;
}

/** What the app shows while data is on its way. */
const LOADING = '.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"]';

/**
 * Fills a blog, starts the service and a browser, and looks at it.
 *
 * @param env further environment variables of the service
 * @throws Error when there is no Chromium
 */
export async function withSampleSite(
  filling: (filling: Filling) => Promise<void>,
  look: (site: SampleSite) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const chromium = findChromium();
  if (chromium === null) throw new Error(`There is ${NO_CHROMIUM}.`);
  // Until it is built, the app says no more than that it will be.
  await builtApp();
  await inWorkshop(async (folder) => {
    const file = join(folder, 'blog.db');
    await fill(file, filling);
    const server = await startOctavo(file, { ownAddress: true, env });
    const token = await signIn(server);
    const browser = await launchChromium(chromium);
    const visitor = { baseURL: server.url, reducedMotion: 'reduce', bypassCSP: true } as const;
    const localStorage = [{ name: 'octavo-admin-token', value: token }];
    const owner = { ...visitor, storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] } };
    try {
      await look({ url: server.url, token, browser, visitor, owner });
    } finally {
      await browser.close();
    }
  });
}

/** A context in which the pictures of the sample blog are there. */
export async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.route(`${PICTURES}/**`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: landscape(new URL(route.request().url()).pathname) }),
  );
  return context;
}

/** Opens a page, and waits until all that it shows is there. @returns the status */
export async function openSettled(
  page: Page,
  path: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<number | undefined> {
  const answer = await page.goto(path);
  if (path.startsWith('/admin')) await page.locator('#main, h1').first().waitFor();
  await prepare?.(page);
  // What scripts fetch belongs to the page, but a count of views may stay under way for ever.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
  await page.waitForFunction((loading) => document.querySelector(loading) === null, LOADING);
  return answer?.status();
}
