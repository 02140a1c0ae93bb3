import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { VERSION } from '../shared/version.ts';
import { LOCKED, SAMPLE } from './support/sample-posts.ts';
import { set } from './support/comments.ts';
import { describeSite } from './support/site.ts';
import { until } from './support/until.ts';

/** Those of other sites are not kept. */
const PICTURES_MISSING = /ERR_INTERNET_DISCONNECTED/;

describeSite(
  'reading offline',
  ({ use, preview, visiting }) => {
    before(() => set(use(), { bodyFont: 'literata', headingFont: 'inter' }));

    it(
      'shows pages that were read before, including the first one',
      visiting(async ({ open, page, context, expectProblem }) => {
        await openAndSettle(open, page, `/posts/${SAMPLE.long}`);
        await open('/posts/day-1');
        await kept(page, '/posts/day-1');
        await context.setOffline(true);
        for (const [path, words] of [
          [`/posts/${SAMPLE.long}`, 'Twelve days'],
          ['/posts/day-1', 'The tomatoes of day 1 are'],
        ] as const) {
          expect(await open(path)).to.equal(200);
          expect(await page.content()).to.include(words);
          expect(await page.evaluate(() => getComputedStyle(document.body).marginTop), 'styles are there').to.equal(
            '0px',
          );
          expect(await page.evaluate(loadedFonts), path).to.include.members([
            'Inter 700',
            'Literata 400',
            'Literata 700',
          ]);
        }
        await expectProblem(PICTURES_MISSING);
      }),
    );

    it(
      'lists them on the page for those that were not',
      visiting(async ({ open, page, context }) => {
        await openAndSettle(open, page, `/posts/${SAMPLE.chinese}`);
        await open('/archive');
        await kept(page, '/archive');
        await context.setOffline(true);
        await open('/posts/day-2');
        await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
        const links = page.locator('[data-kept] a');
        await links.first().waitFor();
        expect(await links.allInnerTexts()).to.deep.equal(['Archive', '一个人的车站']);
        await links.last().click();
        await page.getByRole('heading', { level: 1, name: '一个人的车站' }).waitFor();
      }),
    );

    it(
      'lists them by distinct titles',
      visiting(async ({ open, page, context }) => {
        await openAndSettle(open, page, '/');
        const paths = [
          '/page/2',
          '/search?q=goat',
          '/search?q=garden',
          '/tags/walking',
          '/posts/day-6',
          '/posts/day-6?a=1',
        ];
        for (const path of paths) {
          await open(path);
          await kept(page, path);
        }
        await context.setOffline(true);
        await open('/posts/day-7');
        await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
        const titles = [
          'Day 6 in the garden',
          'Posts with the tag “walking”',
          'Search for “garden”',
          'Search for “goat”',
          'Page 2 · A sample blog',
          'A sample blog',
        ];
        let listed: string[] = [];
        await until(async () => {
          listed = await page.locator('[data-kept] a').allInnerTexts();
          return listed.length >= titles.length;
        }).catch(() => undefined);
        expect(listed).to.deep.equal(titles);
      }),
    );

    it(
      'finds a post regardless of the query of its URL',
      visiting(async ({ open, page, context }) => {
        await openAndSettle(open, page, '/posts/day-8');
        await open('/posts/day-9?utm=1');
        await kept(page, '/posts/day-9?utm=1');
        await context.setOffline(true);
        for (const [path, title] of [
          ['/posts/day-8?utm=1', 'Day 8 in the garden'],
          ['/posts/day-9', 'Day 9 in the garden'],
          ['/archive?utm=1', 'You are offline'],
        ] as const) {
          await open(path);
          await page.getByRole('heading', { level: 1, name: title }).waitFor();
        }
      }),
    );

    it(
      'opens a protected post that was never opened before',
      visiting(async ({ open, page, context, expectProblem }) => {
        await openAndSettle(open, page, `/posts/${SAMPLE.locked}`);
        await page.waitForFunction(async () => {
          const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          return keys.flat().some(({ url }) => url.includes('/assets/decrypted-'));
        });
        await context.setOffline(true);
        await open(`/posts/${SAMPLE.locked}`);
        await unlock(page);
        await page.getByText(LOCKED.text).waitFor();
        await expectProblem(PICTURES_MISSING);
      }),
    );

    it(
      'explains for a protected post that it needs the network when the decryption script is not cached',
      visiting(
        async ({ open, page, expectProblem }) => {
          await page.route('**/assets/decrypted-*', (route) => route.abort());
          await open(`/posts/${SAMPLE.locked}`);
          await unlock(page);
          await page.getByText('Please reload this page when you are online.').waitFor();
          await expectProblem(/ERR_FAILED/);
        },
        { serviceWorkers: 'block' },
      ),
    );

    it(
      'caches the newest response, and no preview',
      visiting(async ({ open, page }) => {
        await openAndSettle(open, page, '/');
        await open(preview());
        await open('/posts/day-3');
        await kept(page, '/posts/day-3');
        const paths = await page.evaluate(async (name) => {
          const keys = await (await caches.open(name)).keys();
          return keys.map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith('/assets/'));
        }, `octavo-${VERSION}`);
        expect(paths.toSorted()).to.deep.equal(['/', '/offline', '/posts/day-3']);
      }),
    );

    it(
      'removes a deleted page, also with older comments',
      visiting(async ({ open, page, context, expectProblem }) => {
        await openAndSettle(open, page, '/archive');
        for (const path of ['/posts/day-4', '/posts/day-4?q=1', '/posts/day-5']) {
          await open(path);
          await kept(page, path);
        }
        await use().admin('DELETE', '/api/posts/day-4');
        expect(await open('/posts/day-4')).to.equal(404);
        await expectProblem(/status of 404/);
        await page.waitForFunction(() =>
          caches.match('/posts/day-4', { ignoreVary: true, ignoreSearch: true }).then((found) => found === undefined),
        );
        await context.setOffline(true);
        await open('/posts/day-4');
        await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
        const links = page.locator('[data-kept] a');
        await links.last().waitFor();
        expect(await links.allInnerTexts()).to.deep.equal(['Day 5 in the garden', 'Archive']);
      }),
    );

    it(
      'keeps the others when a page of a list does not exist',
      visiting(async ({ open, page, expectProblem }) => {
        await openAndSettle(open, page, '/');
        expect(await open('/?page=1000')).to.equal(404);
        await expectProblem(/status of 404/);
        await open('/archive');
        await kept(page, '/archive');
        await kept(page, '/');
      }),
    );

    it(
      'deletes the cache of an earlier version',
      visiting(async ({ open, page }) => {
        await open('/offline');
        await page.evaluate(() => caches.open('octavo-2.0.0'));
        await page.evaluate(async () => {
          for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
        });
        await openAndSettle(open, page, '/');
        expect(await page.evaluate(() => caches.keys())).to.deep.equal([`octavo-${VERSION}`]);
      }),
    );
  },
  { worker: true },
);

/** Opens the first page, and waits until the service worker has cached it. */
async function openAndSettle(open: (path: string) => Promise<number>, page: Page, path: string): Promise<void> {
  // It would fail offline, and the console would report that.
  await page.route('**/api/posts/*/view', (route) => route.fulfill({ json: { ok: true } }));
  await open(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await kept(page, path);
}

async function unlock(page: Page): Promise<void> {
  // Serves an image of the sample that does not exist.
  await page.route('**/posts/x', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }));
  await page.getByLabel('Password').fill(LOCKED.password);
  await page.getByRole('button', { name: 'Open' }).click();
}

async function kept(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    (path) => caches.match(path, { ignoreVary: true }).then((found) => found !== undefined),
    path,
  );
}

/** The faces that a page has loaded, once it has settled. */
async function loadedFonts(): Promise<string[]> {
  await document.fonts.ready;
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
  return loaded.map(({ family, weight }) => `${family.replaceAll('"', '')} ${weight}`);
}
