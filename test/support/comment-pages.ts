import { setTimeout as sleep } from 'node:timers/promises';

import type { Page as FirefoxPage } from 'puppeteer-core';
import type { Page } from 'playwright-core';

/** The timeout in milliseconds, on a machine that may be busy. */
const TIMEOUT = 30_000;
/** How long a link may take, in milliseconds. */
const PATIENCE = 2_000;

/** A page with `<octavo-comments>` in either browser. `selector` is of CSS inside the element. */
export interface CommentPage {
  open(url: string): Promise<void>;
  /** Clicks the first element that matches. */
  click(selector: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  /** Waits until a visible element that matches contains this text. */
  sees(selector: string, text: string): Promise<void>;
  /** Clicks a link of the page itself. */
  follow(link: string): Promise<void>;
  /** Fills in a field of the page itself. */
  enter(field: string, text: string): Promise<void>;
  /** Waits until a function of the page returns true. */
  until(holds: (words: string) => boolean, words?: string): Promise<void>;
  evaluate<T>(act: () => T): Promise<T>;
}

/** A page in Chromium. */
export function inChromium(page: Page): CommentPage {
  const inside = (selector: string) => page.locator(`octavo-comments ${selector}`).first();
  return {
    open: async (url) => void (await page.goto(url)),
    click: (selector) => inside(selector).click(),
    fill: (selector, text) => inside(selector).fill(text),
    sees: (selector, text) => told(page.waitForFunction(isSeen, { selector, text }), page, `${selector}: "${text}"`),
    follow: (link) => page.locator(link).first().click(),
    enter: (field, text) => page.locator(field).fill(text),
    until: async (holds, words = '') => void (await page.waitForFunction(holds, words)),
    evaluate: (act) => page.evaluate(act),
  };
}

/** A page in Firefox. */
export function inFirefox(page: FirefoxPage): CommentPage {
  const options = { timeout: TIMEOUT };
  const inside = (selector: string) => page.locator(`octavo-comments >>> ${selector}`).setTimeout(TIMEOUT);
  return {
    open: async (url) => void (await page.goto(url)),
    async click(selector) {
      // Firefox does not scroll past a bar that stays at the top of the page.
      await inside(selector)
        .map((element) => element.scrollIntoView({ block: 'center' }))
        .wait();
      await inside(selector).click();
    },
    fill: (selector, text) => inside(selector).fill(text),
    sees: (selector, text) =>
      told(page.waitForFunction(isSeen, options, { selector, text }), page, `${selector}: "${text}"`),
    follow: (link) => followLink(page, link),
    enter: (field, text) => page.locator(field).setTimeout(TIMEOUT).fill(text),
    until: async (holds, words = '') => void (await page.waitForFunction(holds, options, words)),
    evaluate: (act) => page.evaluate(act),
  };
}

/** Clicks a link or a button. While a view transition runs, a page takes no click, so that a link may need another one. */
async function followLink(page: FirefoxPage, link: string): Promise<void> {
  const clickable = page.locator(link).setTimeout(TIMEOUT);
  if ((await clickable.map(({ tagName }) => tagName).wait()) !== 'A') return clickable.click();
  const before = page.url();
  for (let left = TIMEOUT; left > 0 && page.url() === before; left -= PATIENCE) {
    await clickable.click();
    for (let waited = 0; waited < PATIENCE && page.url() === before; waited += 50) await sleep(50);
  }
}

const isSeen = ({ selector, text }: { selector: string; text: string }) =>
  [...document.querySelectorAll('octavo-comments')]
    .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll(selector) ?? [])])
    .some((element) => element.checkVisibility() && element.textContent.includes(text));

/** @throws Error with what the element shows */
async function told(sight: Promise<unknown>, page: Pick<CommentPage, 'evaluate'>, wanted: string): Promise<void> {
  await sight.catch(async (cause: unknown) => {
    const shown = await page.evaluate(() => document.querySelector('octavo-comments')?.shadowRoot?.innerHTML);
    throw new Error(`Not seen: ${wanted} in ${shown}`, { cause });
  });
}
