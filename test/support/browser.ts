import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'chai';

import { findChromium, launchChromium, NO_CHROMIUM, SHORT_LIVED } from './chromium.ts';
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
  return (running ??= startPictureHost().then((host) => launchChromium(path, { hosts: [host], flags: [SHORT_LIVED] })));
}

/** For `before`: the path of the browser; skips the suite without one, and with OCTAVO_SKIP_BROWSER=1. */
export function needChromium(test: Mocha.Context): string {
  if (process.env['OCTAVO_SKIP_BROWSER'] === '1') return skip(test, 'OCTAVO_SKIP_BROWSER=1');
  return findChromium({ shell: true }) ?? skip(test, `there is ${NO_CHROMIUM}`);
}

/** Options of a visit; those of the browser, such as `{ colorScheme: 'dark' }`, among them. */
export interface VisitorOptions extends BrowserContextOptions {
  /** Run in every page before its own scripts. */
  scripts?: readonly (() => void)[];
  /** Whether the profile must be new, with an empty cache; needed to count what is loaded, or to fill the device. */
  fresh?: boolean;
}

/**
 * Runs a function as a new visitor. Fails if a page had a problem: an error on the console, an uncaught error, a
 * violation of the Content Security Policy, a dialog, or a request to another host.
 *
 * A new profile takes more than a second of processor time. So those of visitors before are cleared and used again, where
 * the options are the same, the look aside, and the test changed nothing that stays.
 *
 * @param base the URL of the site
 * @param service the origin of a service that the pages may call as well
 */
export async function asVisitor(
  browser: Browser,
  base: string,
  act: (visitor: Visitor) => Promise<void>,
  { fresh = false, viewport = DESK, colorScheme, reducedMotion, forcedColors, ...options }: VisitorOptions = {},
  service = base,
): Promise<void> {
  const key = JSON.stringify({ base, service, ...options, scripts: options.scripts?.map(String) });
  const profile = (!fresh && takeKept(browser, key)) || (await newProfile(browser, { base, service, key }, options));
  const { context, page, problems } = profile;
  try {
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({
      colorScheme: colorScheme ?? 'light',
      reducedMotion: reducedMotion ?? 'reduce',
      forcedColors: forcedColors ?? null,
    });
    await context.setExtraHTTPHeaders(options.extraHTTPHeaders ?? freshAddress());
    await act({
      page: watched(profile),
      get context() {
        profile.isChanged = true;
        return context;
      },
      open: async (path) => (await page.goto(path, { waitUntil: 'load' }))?.status() ?? 0,
      expectProblem: (pattern) => expectAndForget(context, problems, pattern),
    });
    expect(problems, 'problems of the pages').to.deep.equal([]);
    if (!profile.isChanged && (await clear(profile))) kept.push(profile);
  } finally {
    if (!kept.includes(profile)) await context.close();
    while (kept.length > MOST_KEPT)
      await kept
        .shift()
        ?.context.close()
        .catch(() => undefined);
  }
}

/** A profile of the browser with one page. */
interface Profile {
  /** What it was made for. */
  key: string;
  context: BrowserContext;
  page: Page;
  problems: string[];
  /** Whether a test changed what cannot be undone, such as the clock, or pages of several sites are in it. */
  isChanged: boolean;
  /** Whether it is between two visitors. */
  isLeaving: boolean;
}

/** The profiles of earlier visitors of this process, the last one at the end. */
const kept: Profile[] = [];
/** Each has a process of Chromium. */
const MOST_KEPT = 3;
/** The window of a visitor on a desk. */
const DESK = { width: 1280, height: 900 };

/** A kept profile with this key, which is no longer kept. */
function takeKept(browser: Browser, key: string): Profile | undefined {
  const at = kept.findLastIndex((one) => one.key === key && one.context.browser() === browser);
  return at === -1 ? undefined : kept.splice(at, 1)[0];
}

async function newProfile(
  browser: Browser,
  { base, service, key }: { base: string; service: string; key: string },
  { scripts = [], ...options }: VisitorOptions,
): Promise<Profile> {
  const context = await browser.newContext({ baseURL: base, ...options, viewport: DESK });
  const profile = {
    key,
    context,
    problems: [] as string[],
    isChanged: service !== base,
    isLeaving: false,
  };
  await collectProblems(context, profile, [base, service, PICTURES]);
  // Chromium sends another origin a preflight for the client IP header, unless the request is routed.
  if (service !== base) await context.route(`${service}/**`, (route) => route.continue());
  for (const script of scripts) await context.addInitScript(script);
  context.setDefaultTimeout(TIMEOUT);
  return Object.assign(profile, { page: await context.newPage() });
}

/** What a page keeps for good. */
const LASTING = new Set<string | symbol>([
  ...['addInitScript', 'clock', 'close', 'context', 'exposeBinding', 'exposeFunction', 'setDefaultTimeout'],
]);

/** The events that tests count. */
const COUNTED = ['console', 'request', 'requestfailed', 'requestfinished', 'response'] as const;

/** The page; notes what a test changes. */
function watched(profile: Profile): Page {
  return new Proxy(profile.page, {
    get(page, name) {
      if (LASTING.has(name)) profile.isChanged = true;
      const value = Reflect.get(page, name, page) as unknown;
      return typeof value === 'function' ? (value.bind(page) as unknown) : value;
    },
  });
}

/** Removes what a visitor left behind. @returns whether that was possible */
async function clear(profile: Profile): Promise<boolean> {
  const { page, context, problems } = profile;
  profile.isLeaving = true;
  try {
    for (const event of COUNTED) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.emulateMedia({ media: null });
    await page.goto(EMPTY);
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!);
      // Absent at addresses without HTTPS.
      if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name);
    });
    await context.clearCookies();
    await page.mouse.move(0, 0);
    if (context.pages().length > 1 || context.serviceWorkers().length > 0) return false;
  } catch {
    return false;
  }
  problems.length = 0;
  profile.isLeaving = false;
  return true;
}

/** A path without scripts, where the next visit begins. */
export const EMPTY = '/healthz';

/** Whether this element has the focus. */
export function hasFocus(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/** The timeout of pages in milliseconds, on a machine that may be busy. */
const TIMEOUT = 30_000;

/** Shared by all suites of this process; closed at its end. */
let running: Promise<Browser> | undefined;

async function collectProblems(
  context: BrowserContext,
  profile: { problems: string[]; isLeaving: boolean },
  expected: readonly string[],
): Promise<void> {
  const { problems } = profile;
  const add = (kind: string, text: string) => void problems.push(`${kind}: ${text}`);
  context.on('console', (message) => {
    if (message.type() === 'error') add('console', `${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => add('uncaught', String(error.error())));
  context.on('dialog', (dialog) => {
    if (!profile.isLeaving) add('dialog', dialog.message());
    void (profile.isLeaving ? dialog.accept() : dialog.dismiss());
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
}

type Reporting = { __violation: (text: string) => void };

async function expectAndForget(context: BrowserContext, problems: string[], pattern: RegExp): Promise<void> {
  const came = () => problems.some((text) => pattern.test(text));
  // Console messages arrive shortly after their cause.
  if (!came()) await context.waitForEvent('console', { predicate: came, timeout: TIMEOUT });
  for (let at = problems.length - 1; at >= 0; at--) if (pattern.test(problems[at] ?? '')) problems.splice(at, 1);
}
