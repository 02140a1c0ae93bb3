import { existsSync } from 'node:fs';
import { expect } from 'chai';
import { launch, type Browser, type KeyInput, type Page } from 'puppeteer-core';

import { skip } from './skip.ts';

/** A visitor in Firefox. */
export interface FirefoxVisitor {
  page: Page;
  /** Navigates to a path of the site. */
  open(path: string): Promise<void>;
  /** Presses a key while others are held, such as `Control+Shift+v`. */
  press(keys: string): Promise<void>;
  /** Waits for an element, then clicks it. */
  click(selector: string): Promise<void>;
  /** Clicks an element, then types. */
  type(selector: string, text: string): Promise<void>;
  /** Waits until an element that contains this text is visible. */
  sees(selector: string, text?: string): Promise<void>;
}

/** The timeout of pages in milliseconds, on a machine that may be busy. */
const TIMEOUT = 30_000;
const USUAL_PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
/** The browser reaches only this machine, so that nothing depends on the network. */
const PREFERENCES = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'intl.accept_languages': 'en',
  'ui.prefersReducedMotion': 1,
};

/**
 * For `before`: a Firefox, by WebDriver BiDi; skips the suite if none can be started.
 *
 * @param options.isDark whether the system has a dark theme
 */
export async function needFirefox(test: Mocha.Context, { isDark = false } = {}): Promise<Browser> {
  if (process.env['OCTAVO_SKIP_BROWSER'] === '1') skip(test, 'OCTAVO_SKIP_BROWSER=1');
  const configured = process.env['FIREFOX_PATH'];
  const executablePath = (configured ? [configured] : USUAL_PLACES).find((path) => existsSync(path));
  if (executablePath === undefined) skip(test, 'there is no Firefox; install firefox-esr or set FIREFOX_PATH');
  const extraPrefsFirefox = { ...PREFERENCES, 'ui.systemUsesDarkTheme': isDark ? 1 : 0 };
  return launch({ browser: 'firefox', executablePath, extraPrefsFirefox, protocolTimeout: 2 * TIMEOUT });
}

/**
 * Runs a function as a new visitor. Fails if a page had a problem: an error on the console, an uncaught error, a
 * violation of the Content Security Policy, or a dialog.
 */
export async function asFirefoxVisitor(
  browser: Browser,
  base: string,
  act: (visitor: FirefoxVisitor) => Promise<void>,
): Promise<void> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    await page.setViewport({ width: 1280, height: 900 });
    const problems = await collectProblems(page);
    await act({ page, ...actionsOn(page, base) });
    expect(problems, 'problems of the pages').to.deep.equal([]);
  } finally {
    await context.close();
  }
}

function actionsOn(page: Page, base: string): Omit<FirefoxVisitor, 'page'> {
  const visible = (selector: string) => page.waitForSelector(selector, { visible: true });
  const click = async (selector: string) => {
    await visible(selector);
    await page.locator(selector).click();
  };
  return {
    click,
    async open(path) {
      await page.goto(new URL(path, base).href, { waitUntil: 'load' });
    },
    async press(keys) {
      const all = keys.split('+') as KeyInput[];
      const held = all.slice(0, -1);
      for (const key of held) await page.keyboard.down(key);
      await page.keyboard.press(all.at(-1)!);
      for (const key of held.toReversed()) await page.keyboard.up(key);
    },
    async type(selector, text) {
      await click(selector);
      await page.keyboard.type(text);
    },
    async sees(selector, text = '') {
      await page.waitForFunction(
        (wanted, words) =>
          [...document.querySelectorAll(wanted)].some(
            (element) => element.checkVisibility() && element.textContent.includes(words),
          ),
        {},
        selector,
        text,
      );
    },
  };
}

async function collectProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`uncaught: ${String(error)}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`forbidden: ${violatedDirective} ${blockedURI}`);
    });
    // A Firefox without windows cancels every file dialog at once, before a test can choose a file.
    const isFiles = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'file';
    window.addEventListener('cancel', (event) => isFiles(event.target) && event.stopImmediatePropagation(), true);
  });
  return problems;
}
