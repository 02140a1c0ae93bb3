import type { Page } from 'playwright-core';

import { PICTURES } from './picture-host.ts';

/** The URL prefix of images that load late. */
export const LATE = `${PICTURES}/late`;

/** The effect of late images on a page. */
export interface LateArrival {
  /** The layout shifts that the browser reports. */
  moves: number[];
  /** The heights of the images, in CSS pixels, before and after loading. */
  before: number[];
  after: number[];
}

/** Opens a post, and loads the images under `LATE` only after its text is visible. */
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
      // One that cannot be decoded has failed.
      return image.decode().catch(() => undefined);
    });
  }
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const moves = await page.evaluate(() =>
    (globalThis as unknown as { moves: LayoutShift[] }).moves.map(({ value }) => value),
  );
  return { moves, before, after: await heights() };
}

/** A layout shift as the browser reports it. */
type LayoutShift = PerformanceEntry & { value: number };
