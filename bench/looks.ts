import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';

import { accessibilityProblems } from '../test/support/axe.ts';
import type { Filling } from './fill.ts';
import { fillSampleBlog, PICTURES, SHOWN } from './sample-blog.ts';
import { fillOwnersDesk, OWNED } from './sample-owner.ts';
import { openContext, openSettled, withSampleSite, type SampleSite } from './sample-site.ts';

// Looks at every kind of page and screen: `node bench/looks.ts <folder> [language]` takes pictures of each into the folder,
// in light, dark and on a phone, and prints what is wider than the window at 320, 375 and 1280 pixels, and what axe finds.

const [folder = '', language = 'en'] = process.argv.slice(2);
if (folder === '') throw new Error('Name a folder for the pictures: node bench/looks.ts <folder> [language]');
const target = resolve(folder);

type Act = (page: Page) => Promise<void>;

const PASSWORD = 'an open secret';
const openPost: Act = async (page) => {
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Nobody else reads this.').waitFor();
};

/** Pages by name. */
const pages: Record<string, string | [path: string, act: Act]> = {
  home: '/',
  'home-2': '/page/2',
  post: `/posts/${SHOWN.post}`,
  'post-long': `/posts/${SHOWN.long}`,
  'post-locked': '/posts/locked',
  'post-opened': ['/posts/locked', openPost],
  'post-missing-picture': '/posts/missing-picture',
  'post-many-tags': '/posts/many-tags',
  page: '/about-this-blog',
  archive: '/archive',
  tags: '/tags',
  tag: '/tags/trains',
  categories: '/categories',
  category: '/categories/Travel',
  guestbook: '/guestbook',
  search: '/search',
  'search-found': '/search?q=train',
  'search-nothing': '/search?q=zzzz',
  'not-found': '/nowhere',
  'admin-login': '/admin',
};

const screens: Record<string, string | [path: string, act: Act]> = {
  dashboard: '/admin',
  posts: '/admin/posts',
  'posts-nothing': '/admin/posts?search=zzzz',
  editor: `/admin/posts/${OWNED.draft}`,
  'editor-fields': [
    `/admin/posts/${OWNED.draft}`,
    (page) => page.locator('.editor-actions button[aria-pressed]').nth(1).click(),
  ],
  'editor-new': '/admin/posts/new',
  revisions: `/admin/posts/${OWNED.draft}/revisions`,
  pages: '/admin/pages',
  comments: '/admin/comments',
  'comments-spam': '/admin/comments?status=spam',
  media: '/admin/media',
  tags: '/admin/tags',
  subscribers: '/admin/subscribers',
  ...Object.fromEntries(
    ['site', 'design', 'navigation', 'comments', 'mail', 'webhooks', 'keys', 'account', 'privacy', 'transfer'].map(
      (part) => [`settings-${part}`, `/admin/settings?part=${part}`],
    ),
  ),
};

const empty: Record<string, string> = { 'new-home': '/', 'new-archive': '/archive', 'new-tags': '/tags' };
const emptyScreens: Record<string, string> = { 'new-dashboard': '/admin', 'new-posts': '/admin/posts' };

const views: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};
/** CSS pixels: the smallest that WCAG 2.2 names (1.4.10), a phone, a desk. */
const WIDTHS = [320, 375, 1280];

let findings = 0;
await mkdir(target, { recursive: true });
await withSampleSite(fillAll, (site) => lookAtAll(site, pages, screens));
await withSampleSite(
  ({ client }) => client.settings.update({ language }).then(() => undefined),
  (site) => lookAtAll(site, empty, emptyScreens),
);
console.log(`${findings} findings.`);
if (findings > 0) process.exitCode = 1;

async function fillAll(filling: Filling): Promise<void> {
  await fillSampleBlog(filling, { pictures: true });
  await fillOwnersDesk(filling);
  const { client } = filling;
  const tags = Array.from({ length: 20 }, (_, at) => `a rather long tag ${at}`);
  await client.posts.create({ id: 'many-tags', title: 'Many tags', content: 'One for everything.', tags });
  const content = `Here was one: ![A bridge](${PICTURES}-gone/bridge.png) It left.`;
  await client.posts.create({ id: 'missing-picture', title: 'A picture that is gone', content });
  const secret = 'Nobody else reads this.\n\n## A part\n\n`code`\n\n## Another\n\nText.';
  await client.posts.create({ id: 'locked', title: 'Behind a password', content: secret, password: PASSWORD });
  await client.pages.create({ id: 'about-this-blog', title: 'About this blog', content: 'Who writes, and *why*.' });
  await client.settings.update({ language });
}

async function lookAtAll(
  { browser, visitor, owner }: SampleSite,
  ofVisitors: Record<string, string | [string, Act]>,
  ofOwner: Record<string, string | [string, Act]>,
): Promise<void> {
  for (const [view, options] of Object.entries(views)) {
    for (const [who, subjects] of [
      [visitor, ofVisitors],
      [owner, ofOwner],
    ] as const) {
      const context = await openContext(browser, { ...options, ...who, locale: language });
      for (const [name, subject] of Object.entries(subjects)) {
        const [path, act] = typeof subject === 'string' ? [subject] : subject;
        const page = await context.newPage();
        await openSettled(page, path, act);
        await page.screenshot({ path: join(target, `${name}-${view}.png`), animations: 'disabled', fullPage: true });
        // The scheme is changed within a visit.
        if (view !== 'dark') await examine(page, `${name} (${view})`);
        await page.close();
      }
      await context.close();
    }
  }
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
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) report(name, `is ${over} pixels wider than a window of ${width}`);
  }
}

function report(name: string, problem: string): void {
  findings++;
  console.log(`${name}: ${problem.replaceAll(/\s+/g, ' ').slice(0, 400)}`);
}
