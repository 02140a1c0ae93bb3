import type { Page } from 'playwright-core';

/** A connection of 20 Mbit/s with 40 ms. */
export const NETWORK = { offline: false, latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000 };

/** In the page, before it loads: begins to measure. */
export function observeVitals(): void {
  const seen = { lcp: 0, cls: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What was measured until now: the largest contentful paint in milliseconds, and the layout shift. */
export function vitals(page: Page): Promise<{ lcp: number; cls: number }> {
  return page.evaluate(() => (globalThis as unknown as { seen: { lcp: number; cls: number } }).seen);
}
