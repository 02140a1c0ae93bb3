import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import { builtApp } from '../../server/site/admin/built.ts';
import { compose } from '../support/admin-app.ts';
import { asVisitor, needBrowser, type Visitor } from '../support/browser.ts';
import { entry, write as writeIn } from '../support/comment-form.ts';
import { set } from '../support/comments.ts';
import { databaseKinds } from '../support/databases.ts';
import { editorOn, says, showsText, typeAtEnd, publishWith } from '../support/editor.ts';
import { photo } from '../support/files.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { PASSWORD, startTestService, type TestService } from '../support/service.ts';
import { bringToNow, fillSite } from '../support/site.ts';

// docs/interface.md, H22, H23
describe('a site below a path, in a browser behind a proxy', function () {
  let browser: Browser;
  let service: TestService;
  let proxy: Proxy;
  let host: Server;
  let origin: string;
  let other: string;

  before(async function () {
    browser = await needBrowser(this);
    host = createServer((_, res) => {
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.end(`<!doctype html><title>A front end</title><script type="module" src="${origin}/blog/embed.js"></script>
        <octavo-comments post="day-1"></octavo-comments>`);
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    other = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    service = await startTestService(databaseKinds[0]!, { SITE: 'on', CORS_ORIGINS: other });
    await builtApp();
    await bringToNow(service);
    await fillSite(service);
    proxy = await startProxy(service.url);
    origin = `http://127.0.0.1:${proxy.port}`;
    await set(service, { siteUrl: `${origin}/blog` });
  });
  after(async () => {
    host?.close();
    proxy?.close();
    await service?.close();
  });

  /** A visitor all of whose requests to the blog are below its path, and find what they ask for. */
  const visiting =
    (act: (visitor: Visitor) => Promise<void>, base = () => origin) =>
    async () => {
      await bringToNow(service);
      await asVisitor(
        browser,
        base(),
        async (visitor) => {
          const strays = straysOf(visitor.context, origin);
          await act(visitor);
          expect(strays).to.deep.equal([]);
        },
        {},
        origin,
      );
    };

  it(
    'is administered: sign in, write a post with a picture, publish it, and see it on the site',
    visiting(async ({ open, page }) => {
      await open('/blog/admin');
      await signIn(page);
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      for (const screen of ['Comments', 'Media', 'Settings', 'Posts']) {
        await page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
        await page.getByRole('heading', { level: 1, name: screen }).waitFor();
      }
      await page.keyboard.press('n');
      const { title, publish, prose } = editorOn(page);
      await title.fill('Hello below');
      await title.press('Enter');
      await page.keyboard.type('The [archive](/archive).');
      await page.keyboard.press('Control+Shift+P');
      await prose.locator('a[href="/blog/archive"]').waitFor();
      await page.getByRole('button', { name: 'Post settings' }).click();
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('group', { name: 'Cover image' }).getByRole('button', { name: 'Choose a file' }).click();
      await (await choosing).setFiles({ name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: await photo('jpeg') });
      const cover = page.getByRole('img', { name: 'Cover image' });
      await cover.evaluate((shown: HTMLImageElement) => shown.decode());
      const address = page.getByLabel('Cover image URL');
      expect(await address.inputValue()).to.match(/^\/media\//);
      await publishWith(publish);
      await says(page, 'Published');
      expect(new URL(page.url()).pathname).to.equal('/blog/admin/posts/hello-below');
      const opening = page.waitForEvent('popup');
      await page.getByRole('navigation').getByRole('link', { name: 'View site' }).click();
      const site = await opening;
      await site.getByRole('link', { name: 'Hello below' }).click();
      await site.locator('img.cover').evaluate((shown: HTMLImageElement) => shown.decode());
      await site.locator('.prose a').click();
      await site.waitForURL(`${origin}/blog/archive`);
    }),
  );

  it(
    'gets links to its posts from the editor, which texts have without the path',
    visiting(async ({ open, page }) => {
      await open('/blog/admin/posts/new');
      await signIn(page);
      await typeAtEnd(page, '');
      await page.getByRole('toolbar').getByRole('button', { name: 'Link to a post' }).click();
      await page.getByRole('dialog').getByRole('searchbox').fill('Day 1');
      await page.getByRole('dialog').getByText('/posts/day-1', { exact: true }).click();
      await showsText(page, '[Day 1 in the garden](/posts/day-1)');
      await page.keyboard.press('Control+Shift+P');
      await editorOn(page).prose.locator('a[href="/blog/posts/day-1"]').waitFor();
    }),
  );

  it(
    'rescues text while a page is being closed, also when the database takes nothing',
    visiting(async ({ open, page, context }) => {
      await context.addInitScript(compose);
      await open('/blog/admin/posts/day-4');
      await signIn(page);
      await page.evaluate(() => {
        IDBObjectStore.prototype.put = function put() {
          return this.count() as never;
        };
      });
      await typeAtEnd(page, ' Rescued.');
      await says(page, 'Stored on this device');
      await page.reload();
      await page.getByRole('dialog', { name: 'Unsaved text found' }).getByText('Rescued.').first().waitFor();
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('editor')))).to.be.empty;
    }),
  );

  it(
    'is opened from the palette of the app',
    visiting(async ({ open, page }) => {
      await open('/blog/admin');
      await signIn(page);
      await page.getByRole('navigation').getByRole('button', { name: 'Commands' }).click();
      await page.getByPlaceholder('Search posts and commands').fill('View site');
      const opening = page.waitForEvent('popup');
      await page.keyboard.press('Enter');
      await (await opening).waitForURL(`${origin}/blog/`);
    }),
  );

  it(
    'is read: likes, comments, search while typing, and pages that are available offline',
    visiting(async ({ open, page, context, expectProblem }) => {
      await open('/blog/');
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).to.equal(`${origin}/blog/`);
      const viewed = page.waitForResponse('**/blog/api/posts/day-2/view');
      await open('/blog/posts/day-2');
      await viewed;
      const liked = page.waitForResponse('**/blog/api/posts/day-2/like');
      await page.locator('[data-like]').click();
      expect((await liked).status()).to.equal(200);
      await writeIn(page, 'Bea', 'From below a path.');
      await entry(page, 'From below a path.').waitFor();
      const keys = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
      expect(keys).to.include('octavo/blog-receipts');
      expect(keys.filter((key) => !key.startsWith('octavo/blog-'))).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Search' }).click();
      await page.locator('#q').pressSequentially('tomatoes');
      await page.locator('[data-results] a').first().click();
      await page.waitForURL(`${origin}/blog/posts/*`);
      await context.setOffline(true);
      await page.goto(`${origin}/blog/posts/day-9`);
      await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
      await page.locator('[data-kept] a', { hasText: 'Day 2' }).click();
      await page.waitForURL(`${origin}/blog/posts/day-2`);
      // Pictures of other sites are not kept.
      await expectProblem(/ERR_INTERNET_DISCONNECTED/);
    }),
  );

  it(
    'is embedded in pages of other origins',
    visiting(
      async ({ open, page }) => {
        await open('/');
        await writeIn(page, 'Cai', 'From elsewhere.');
        await entry(page, 'From elsewhere.').waitFor();
      },
      () => other,
    ),
  );

  it(
    'takes the app along when its address changes',
    visiting(async ({ open, page }) => {
      await open('/blog/admin/settings');
      await signIn(page);
      await page.getByLabel('Site address').fill(`${origin}/blog/news/`);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.waitForURL(`${origin}/blog/news/admin/settings`);
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      expect(await page.getByLabel('Site address').inputValue()).to.equal(`${origin}/blog/news`);
    }),
  );
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The requests to this origin that left the path of the site, or found nothing. */
function straysOf(context: BrowserContext, origin: string): string[] {
  const strays: string[] = [];
  context.on('response', (response) => {
    const { origin: asked, pathname } = new URL(response.url());
    if (asked !== origin) return;
    if (!pathname.startsWith('/blog/') || response.status() === 404) strays.push(`${response.status()} ${pathname}`);
  });
  return strays;
}
