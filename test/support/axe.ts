import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe-core finds wrong on a page, one line for each place; best practices count as well as WCAG 2.2 AA. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated through the debugger, which the Content Security Policy of the page does not concern.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${help}: ${String(target)}: ${failureSummary}`),
  );
}
