// node bench/looks.ts <folder> [language] [part]: takes pictures of every kind of page and screen into the folder, as
// <name>-<light|dark|phone|phone-dark>.png, and prints what is wider than the window at 320, 375 and 1280 pixels, and what axe finds.
// The part is a regular expression: `dark$` are all pictures in dark, `^full-` those of a blog with everything switched on.
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

import { accessibilityProblems } from '../test/support/axe.ts';
import type { Filling } from './fill.ts';
import { fillForLooks, fullEnvironment, LOOKED_AT, switchAllOn } from './looks-blogs.ts';
import * as subjects from './looks-subjects.ts';
import { openContext, openSettled, withSampleSite, type SampleSite } from './sample-site.ts';

const [folder = '', language = 'en', part = ''] = process.argv.slice(2);
if (folder === '') throw new Error('Name a folder for the pictures: node bench/looks.ts <folder> [language] [part]');
const target = resolve(folder);
const wanted = new RegExp(part);

const phone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true } as const;
const views: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  phone: { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
};
/** CSS pixels: the smallest that WCAG 2.2 names (1.4.10), a phone, a desk. */
const WIDTHS = [320, 375, 1280];

/** A page of another site with the embedded comments. */
const frontEnd = `<!doctype html><html lang="${language}"><head><title>A front end</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 sans-serif; background: light-dark(#fff, #14161a) }</style>
<script type="module" src="/embed.js"></script></head><body><main><h1>A front end</h1>
<octavo-comments post="${LOOKED_AT.everything}"></octavo-comments></main></body></html>`;

let findings = 0;
await mkdir(target, { recursive: true });
const fillAll = (filling: Filling) => fillForLooks(filling, language);
const fillNothing = ({ client }: Filling) => client.settings.update({ language }).then(() => undefined);
await lookAt(subjects.pages, subjects.screens, fillAll);
await lookAt(subjects.fullPages, subjects.fullScreens, fillAll, switchAllOn, fullEnvironment);
await lookAt(subjects.newPages, subjects.newScreens, fillNothing);
console.log(`${findings} findings.`);
if (findings > 0) process.exitCode = 1;

type Subjects = Record<string, subjects.Subject>;

async function lookAt(
  ofVisitors: Subjects,
  ofOwner: Subjects,
  filling: (filling: Filling) => Promise<void>,
  prepare?: (site: SampleSite) => Promise<void>,
  env?: Record<string, string>,
): Promise<void> {
  const isWanted = (name: string) => Object.keys(views).some((view) => wanted.test(`${name}-${view}`));
  if (!Object.keys({ ...ofVisitors, ...ofOwner }).some(isWanted)) return;
  await withSampleSite(
    filling,
    async (site) => {
      await prepare?.(site);
      for (const [view, options] of Object.entries(views)) {
        for (const [who, these] of [
          [site.visitor, ofVisitors],
          [site.owner, ofOwner],
        ] as const) {
          const context = await openContext(site.browser, { ...options, ...who, locale: language });
          await context.route('**/a-front-end', (route) =>
            route.fulfill({ contentType: 'text/html; charset=utf-8', body: frontEnd }),
          );
          for (const [name, subject] of Object.entries(these)) {
            if (wanted.test(`${name}-${view}`)) await take(context, name, view, subject);
          }
          await context.close();
        }
      }
    },
    env,
  );
}

async function take(context: BrowserContext, name: string, view: string, subject: subjects.Subject): Promise<void> {
  const [path, act, only] = typeof subject === 'string' ? [subject] : subject;
  if (only !== undefined && !view.startsWith(only)) return;
  const page = await context.newPage();
  try {
    await openSettled(page, path, act);
  } catch (error) {
    // The picture shows why.
    report(`${name} (${view})`, String(error));
  }
  await loadAllImages(page);
  await page.screenshot({ path: join(target, `${name}-${view}.png`), animations: 'disabled', fullPage: true });
  // The scheme is changed within a visit.
  if (!view.endsWith('dark')) await examine(page, `${name} (${view})`);
  await page.close();
}

/** Those below the window too, as the picture shows the whole page. */
async function loadAllImages(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const image of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) image.loading = 'eager';
  });
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined);
}

async function examine(page: Page, name: string): Promise<void> {
  for (const problem of await accessibilityProblems(page)) report(name, problem);
  const { height } = page.viewportSize()!;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height });
    // The app follows a change of the width a moment later.
    await page
      .waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth, undefined, {
        timeout: 1000,
      })
      .catch(() => undefined);
    const [over, widest] = await page.evaluate(overflow);
    if (over > 0) report(name, `is ${over} pixels wider than a window of ${width}: ${widest}`);
  }
}

/** Runs in the page. @returns how many pixels are beside the window, and the innermost element that is there */
function overflow(): [over: number, widest: string] {
  const { scrollWidth, clientWidth, dir } = document.documentElement;
  if (scrollWidth <= clientWidth) return [0, ''];
  const edge = (element: Element) => {
    const { left, right } = element.getBoundingClientRect();
    return dir === 'rtl' ? -left : right - clientWidth;
  };
  // What is fixed is as wide as the page.
  const isFixed = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement));
  const outside = [...document.querySelectorAll('body *')].filter(
    (element) => edge(element) > 0.5 && !isFixed(element),
  );
  const widest = outside.toSorted((one, other) => edge(other) - edge(one))[0];
  const inner = outside.findLast((element) => widest?.contains(element));
  return [scrollWidth - clientWidth, inner?.outerHTML.slice(0, 200) ?? ''];
}

function report(name: string, problem: string): void {
  findings++;
  console.log(`${name}: ${problem.replaceAll(/\s+/g, ' ').slice(0, 400)}`);
}
