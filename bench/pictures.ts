// npm run bench -- pictures: takes pictures of the sample blog and of the administrator's app for the README, as
// docs/pictures/<page>-<light|dark|phone>.png.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

import { fillSampleBlog, SHOWN } from './sample-blog.ts';
import { fillOwnersDesk, OWNED } from './sample-owner.ts';
import { openContext, openSettled, withSampleSite } from './sample-site.ts';

/** One page that is shown. */
interface Subject {
  name: string;
  path: string;
  /** Whether the owner looks, who is signed in; else a visitor. */
  owner?: boolean;
  /** Runs before the screenshot is taken. */
  prepare?: (page: Page) => Promise<void>;
}

const subjects: Subject[] = [
  { name: 'home', path: '/' },
  { name: 'post', path: `/posts/${SHOWN.post}` },
  { name: 'guestbook', path: '/guestbook' },
  { name: 'search', path: '/search?q=train' },
  { name: 'archive', path: '/archive' },
  { name: 'admin-login', path: '/admin' },
  { name: 'admin-dashboard', path: '/admin', owner: true },
  { name: 'admin-posts', path: '/admin/posts', owner: true },
  {
    name: 'admin-editor',
    path: `/admin/posts/${OWNED.draft}`,
    owner: true,
    async prepare(page) {
      await page.locator('.cm-content').waitFor();
      await page.keyboard.press('Control+Shift+KeyP');
    },
  },
  { name: 'admin-revisions', path: `/admin/posts/${OWNED.draft}/revisions`, owner: true },
  { name: 'admin-comments', path: '/admin/comments', owner: true },
  { name: 'admin-media', path: '/admin/media', owner: true },
  { name: 'admin-settings', path: '/admin/settings', owner: true },
];

const desk = { width: 1280, height: 900 };
const views: Record<string, BrowserContextOptions> = {
  light: { viewport: desk, colorScheme: 'light' },
  dark: { viewport: desk, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

/** There is no scroll bar in a picture, so no room is kept for one. */
const NO_GUTTER = 'html { scrollbar-gutter: auto !important }';

const target = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

await mkdir(target, { recursive: true });
await withSampleSite(
  async (filling) => {
    await fillSampleBlog(filling, { pictures: true });
    await fillOwnersDesk(filling);
  },
  async ({ browser, visitor, owner }) => {
    for (const [view, options] of Object.entries(views)) {
      for (const isOwner of [false, true]) {
        const context = await openContext(browser, { ...options, ...(isOwner ? owner : visitor) });
        const wanted = subjects.filter((subject) => (subject.owner ?? false) === isOwner);
        for (const subject of wanted) await take(context, view, subject);
        await context.close();
      }
    }
  },
);

async function take(context: BrowserContext, view: string, { name, path, prepare }: Subject): Promise<void> {
  const page = await context.newPage();
  const status = await openSettled(page, path, prepare);
  if (status !== 200) throw new Error(`${path} answers ${status}`);
  await page.screenshot({ path: join(target, `${name}-${view}.png`), animations: 'disabled', style: NO_GUTTER });
  await page.close();
  console.log(`${name}-${view}.png`);
}
