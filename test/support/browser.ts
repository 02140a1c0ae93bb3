import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'chai';

import { findChromium, launchChromium, NO_CHROMIUM } from '../../bench/chromium.ts';
import { freshAddress } from './visitors.ts';
import { skip } from './skip.ts';

/** Where the pictures of sample posts lie: another host, for which the visitor's browser answers; `broken` is no picture. */
export const PICTURES = 'https://pictures.example';

/** Someone in front of a browser that holds nothing yet. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Goes to a path of the site, or to an address; gives the status of the answer. */
  open(path: string): Promise<number>;
  /** Tells that the test brings this problem about, such as an answer 409. Fails when it did not come up. */
  expectProblem(pattern: RegExp): Promise<void>;
}

/** For `before`: the browser of this process; the suite is skipped where there is none to start. */
export function needBrowser(test: Mocha.Context): Promise<Browser> {
  const path = needChromium(test);
  return (running ??= launchChromium(path));
}

/** For `before`: the program; the suite is skipped where there is none, and with OCTAVO_SKIP_BROWSER=1. */
export function needChromium(test: Mocha.Context): string {
  if (process.env['OCTAVO_SKIP_BROWSER'] === '1') return skip(test, 'OCTAVO_SKIP_BROWSER=1');
  return findChromium() ?? skip(test, `there is ${NO_CHROMIUM}`);
}

/**
 * Lets a new visitor do something, and fails when a page had a problem by the way: an error on the console, one that
 * nobody caught, something that the Content Security Policy forbade, a dialog, or a request to another host.
 *
 * @param base the address of the site
 * @param options of the browser, such as `{ colorScheme: 'dark' }`
 */
export async function asVisitor(
  browser: Browser,
  base: string,
  act: (visitor: Visitor) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: freshAddress(),
    ...options,
  });
  try {
    const problems = await collectProblems(context, base);
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    await act({
      page,
      context,
      open: async (path) => (await page.goto(path, { waitUntil: 'load' }))?.status() ?? 0,
      expectProblem: (pattern) => expectAndForget(context, problems, pattern),
    });
    expect(problems, 'problems of the pages').to.deep.equal([]);
  } finally {
    await context.close();
  }
}

/** Whether this is the element that has the keyboard. */
export function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/** Milliseconds that a page has to bring what a test waits for, on a machine that has other work as well. */
const PATIENCE = 15_000;

/** One serves every suite of this process, and ends with it. */
let running: Promise<Browser> | undefined;

async function collectProblems(context: BrowserContext, base: string): Promise<string[]> {
  const problems: string[] = [];
  const add = (kind: string, text: string) => void problems.push(`${kind}: ${text}`);
  context.on('console', (message) => message.type() === 'error' && add('console', message.text()));
  context.on('weberror', (error) => add('uncaught', String(error.error())));
  context.on('dialog', (dialog) => {
    add('dialog', dialog.message());
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== base && origin !== PICTURES) add('foreign request', request.url());
  });
  await context.route(`${PICTURES}/**`, (route) => {
    const body = route.request().url().includes('broken') ? 'no picture' : PICTURE;
    return route.fulfill({ contentType: 'image/svg+xml', body });
  });
  await context.exposeBinding('__violation', (_, text: string) => add('forbidden', text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (globalThis as unknown as Reporting).__violation(`${violatedDirective} ${blockedURI}`);
    });
  });
  return problems;
}

type Reporting = { __violation: (text: string) => void };

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#789"/></svg>`;

async function expectAndForget(context: BrowserContext, problems: string[], pattern: RegExp): Promise<void> {
  const came = () => problems.some((text) => pattern.test(text));
  // What the console tells arrives shortly after what caused it.
  if (!came()) await context.waitForEvent('console', { predicate: came, timeout: 5000 });
  for (let at = problems.length - 1; at >= 0; at--) if (pattern.test(problems[at] ?? '')) problems.splice(at, 1);
}
