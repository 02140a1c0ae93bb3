import axe from 'axe-core';
import type { Page } from 'playwright-core';

import type { Language } from '../../shared/languages.ts';

/** Those that axe checks where a test shows all languages: what it finds depends on the direction of writing at most. */
export const BOTH_DIRECTIONS: ReadonlySet<Language> = new Set(['en', 'ar']);

/**
 * The violations that axe-core finds on a page, one line each; best practices count like WCAG 2.2 AA. Contrast is checked in
 * the other colour scheme too.
 *
 * @param options.turned whether contrast in the other scheme is checked from right to left
 * @param options.within a selector of the part that is checked; default: the whole page
 */
export async function accessibilityProblems(page: Page, { turned = false, within = 'html' } = {}): Promise<string[]> {
  // Evaluated by the debugger, to which the Content Security Policy does not apply.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await violations(page, within);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await show(page, isDark ? 'light' : 'dark');
  if (turned) await turn(page, 'rtl');
  const inTheOther = await violations(page, within, ['color-contrast']);
  if (turned) await turn(page, 'ltr');
  await show(page, isDark ? 'dark' : 'light');
  return [...found, ...inTheOther.map((problem) => `${isDark ? 'light' : 'dark'}: ${problem}`)];
}

/** @param rules absent: all */
async function violations(page: Page, within: string, rules?: string[]): Promise<string[]> {
  // Without the details of rules that pass, which take most of the time.
  const found = await page.evaluate(
    async ({ part, runOnly }) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
      return (await inPage.run(part, { resultTypes: ['violations'], ...(runOnly && { runOnly }) })).violations;
    },
    { part: within, runOnly: rules },
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${help}: ${String(target)}: ${failureSummary}`),
  );
}

function turn(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  return page.evaluate((dir) => void (document.documentElement.dir = dir), direction);
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Scripts follow the change, and then styles do: three frames, also while a test moves the clock of the page.
  await page.evaluate(() => void Object.assign(globalThis, { framesSeen: 0 }));
  await page.waitForFunction(() => ++(globalThis as unknown as { framesSeen: number }).framesSeen > 3);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}
