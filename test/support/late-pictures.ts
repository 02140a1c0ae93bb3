import type { Page } from 'playwright-core';

import { PICTURES } from './browser.ts';

/** Where pictures lie that come late. */
export const LATE = `${PICTURES}/late`;

/** What became of a page when its pictures came late. */
export interface LateArrival {
  /** How much moved, by the browser's own account of what was in sight. */
  moves: number[];
  /** The heights of the pictures, in CSS pixels, before and after they came. */
  before: number[];
  after: number[];
}

/** Opens a post, and lets the pictures under `LATE` come only when its text is there to be read. */
export async function arriveLate(page: Page, address: string): Promise<LateArrival> {
  const late = Promise.withResolvers<void>();
  await page.route(`${LATE}/**`, async (route) => {
    await late.promise;
    await route.fallback();
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await page.evaluate(() => {
    const moves: LayoutShift[] = [];
    Object.assign(globalThis, { moves });
    new PerformanceObserver((list) => moves.push(...(list.getEntries() as LayoutShift[]))).observe({
      type: 'layout-shift',
    });
  });
  const heights = () => page.locator('.prose img').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  const before = await heights();
  late.resolve();
  for (const picture of await page.locator('.prose img').all()) {
    await picture.evaluate((image: HTMLImageElement) => {
      image.loading = 'eager';
      return image.decode();
    });
  }
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const moves = await page.evaluate(() =>
    (globalThis as unknown as { moves: LayoutShift[] }).moves.map(({ value }) => value),
  );
  return { moves, before, after: await heights() };
}

/** What the browser tells of something that moved by itself. */
type LayoutShift = PerformanceEntry & { value: number };
