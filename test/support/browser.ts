import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'chai';

import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import { freshAddress } from './visitors.ts';
import { PICTURES, startPictureHost } from './picture-host.ts';
import { skip } from './skip.ts';

/** A visitor with a new browser profile. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Navigates to a path of the site, or to a URL; returns the status of the response. */
  open(path: string): Promise<number>;
  /** Expects a problem that the test causes, such as a response with 409. Fails if it does not occur. */
  expectProblem(pattern: RegExp): Promise<void>;
}

/** For `before`: the browser of this process; skips the suite if none can be started. */
export function needBrowser(test: Mocha.Context): Promise<Browser> {
  const path = needChromium(test);
  return (running ??= startPictureHost().then((host) => launchChromium(path, host)));
}

/** For `before`: the path of the browser; skips the suite without one, and with OCTAVO_SKIP_BROWSER=1. */
export function needChromium(test: Mocha.Context): string {
  if (process.env['OCTAVO_SKIP_BROWSER'] === '1') return skip(test, 'OCTAVO_SKIP_BROWSER=1');
  return findChromium({ shell: true }) ?? skip(test, `there is ${NO_CHROMIUM}`);
}

/**
 * Runs a function as a new visitor. Fails if a page had a problem: an error on the console, an uncaught error, a
 * violation of the Content Security Policy, a dialog, or a request to another host.
 *
 * @param base the URL of the site
 * @param options of the browser, such as `{ colorScheme: 'dark' }`
 * @param service the origin of a service that the pages may call as well
 */
export async function asVisitor(
  browser: Browser,
  base: string,
  act: (visitor: Visitor) => Promise<void>,
  options: BrowserContextOptions = {},
  service = base,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: freshAddress(),
    ...options,
  });
  try {
    const problems = await collectProblems(context, [base, service, PICTURES]);
    // Chromium sends another origin a preflight for the client IP header, unless the request is routed.
    if (service !== base) await context.route(`${service}/**`, (route) => route.continue());
    context.setDefaultTimeout(TIMEOUT);
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

/** Whether this element has the focus. */
export function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/** The timeout of pages in milliseconds, on a machine that may be busy. */
const TIMEOUT = 30_000;

/** Shared by all suites of this process; closed at its end. */
let running: Promise<Browser> | undefined;

async function collectProblems(context: BrowserContext, expected: readonly string[]): Promise<string[]> {
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
    if (/^https?:$/.test(protocol) && !expected.includes(origin)) add('foreign request', request.url());
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

async function expectAndForget(context: BrowserContext, problems: string[], pattern: RegExp): Promise<void> {
  const came = () => problems.some((text) => pattern.test(text));
  // Console messages arrive shortly after their cause.
  if (!came()) await context.waitForEvent('console', { predicate: came, timeout: TIMEOUT });
  for (let at = problems.length - 1; at >= 0; at--) if (pattern.test(problems[at] ?? '')) problems.splice(at, 1);
}
