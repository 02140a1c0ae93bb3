import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The violations that axe-core finds on a page, one line each; best practices count like WCAG 2.2 AA. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Evaluated by the debugger, to which the Content Security Policy does not apply.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  // Without the details of rules that pass, which take most of the time.
  const violations = await page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    return (await inPage.run({ resultTypes: ['violations'] })).violations;
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${help}: ${String(target)}: ${failureSummary}`),
  );
}
