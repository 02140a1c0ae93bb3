import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { allStored, editorOn, says, showsText, typeAtEnd } from '../support/editor.ts';
import { change, read, write } from '../support/posts.ts';
import { startOver } from '../support/sessions.ts';
import { until } from '../support/until.ts';

const NOTE = 'You are offline.';

describeAdmin(
  'the app offline',
  ({ use, signedIn }) => {
    const found = async (words: string) =>
      (await use().admin('GET', `/api/admin/posts?search=${encodeURIComponent(words)}`)).body['total'];

    it(
      'opens, lists the posts that were read before, and merges offline changes with those saved elsewhere',
      signedIn(async ({ open, page, context, expectProblem }) => {
        const id = await write(use(), { title: 'The ferry', content: `One.${MIDDLE}Two.`, status: 'draft' });
        await open('/admin/posts');
        await page.getByRole('link', { name: 'The ferry' }).click();
        await showsText(page, `One.${MIDDLE}Two.`);
        await typeAtEnd(page, '\nSaved.');
        await says(page, 'Saved at');
        await goOffline(page, context);

        await page.goto('/admin/posts');
        await page.getByText(NOTE).waitFor();
        await page.getByRole('link', { name: 'The ferry' }).click();
        await showsText(page, `One.${MIDDLE}Two.\nSaved.`);
        await typeAtEnd(page, '\nOffline.');
        await says(page, 'Your text is stored on this device');
        await change(use(), id, { content: `ONE.${MIDDLE}Two.\nSaved.` });
        await context.setOffline(false);
        await says(page, 'Saved at');
        await page.getByText(NOTE).waitFor({ state: 'detached' });
        expect((await read(use(), id)).content).to.equal(`ONE.${MIDDLE}Two.\nSaved.\nOffline.`);
        await expectProblem(/ERR_INTERNET_DISCONNECTED/);
        await expectProblem(/412/);
      }),
    );

    it(
      'creates a post that was begun offline once, also after a reload',
      signedIn(async ({ open, page, context, expectProblem }) => {
        await open('/admin/posts');
        await goOffline(page, context);
        await page.goto('/admin/posts/new');
        await editorOn(page).title.fill('Begun at sea');
        await typeAtEnd(page, 'Far from land.');
        await says(page, 'Your text is stored on this device');
        await page.reload();
        await page.getByRole('button', { name: 'Restore' }).click();
        await typeAtEnd(page, ' Still.');
        await says(page, 'Your text is stored on this device');
        await context.setOffline(false);
        await page.waitForURL('**/admin/posts/begun-at-sea');
        await until(async () => (await read(use(), 'begun-at-sea')).content === 'Far from land. Still.');
        expect(await found('Begun at sea')).to.equal(1);
        await expectProblem(/ERR_INTERNET_DISCONNECTED/);
      }),
    );

    it(
      'explains in a sentence which actions need the service',
      signedIn(async ({ open, page, context, expectProblem }) => {
        await open('/admin/posts');
        await goOffline(page, context);
        await page.goto('/admin/comments');
        await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
        await expectProblem(/ERR_INTERNET_DISCONNECTED/);
      }),
    );

    it(
      'erases its cached data when the session ends',
      signedIn(async ({ open, page, expectProblem }) => {
        await write(use(), { id: 'private', title: 'A needle', content: 'Hay.', status: 'draft' });
        await open('/admin/posts/private');
        await showsText(page, 'Hay.');
        await until(async () => (await allStored(page)).includes('A needle'));
        use().token = await startOver(use());
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
        await until(async () => !(await allStored(page)).includes('A needle'));
        await expectProblem(/401/);
      }),
    );

    it(
      'keeps the files of earlier versions for their tabs',
      signedIn(async ({ open, page }) => {
        await open('/healthz');
        await page.evaluate(async () => {
          for (const version of ['1', '2', '3', '4']) {
            const cache = await caches.open(`octavo:/admin ${version}`);
            await cache.put(`/admin/assets/of-${version}.js`, new Response(version));
          }
        });
        await open('/admin');
        await hasWorker(page);
        const read = (version: string) =>
          page.evaluate(async (name) => {
            const found = await caches.match(name);
            return found ? (await fetch(name)).text() : null;
          }, `/admin/assets/of-${version}.js`);
        expect(await Promise.all(['1', '2', '3', '4'].map(read))).to.deep.equal([null, null, '3', '4']);
      }),
    );
  },
  { autosave: true, live: true, worker: true },
);

/** Separates two changes. */
const MIDDLE = `\n\n${['The same', 'words', 'for both', 'of us'].join('.\n\n')}.\n\n`;

async function goOffline(page: Page, context: BrowserContext): Promise<void> {
  await hasWorker(page);
  await context.setOffline(true);
}

/** Waits until the service worker has all files. */
async function hasWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

describeAdmin('the app on a poor connection', ({ signedIn }) => {
  it(
    'shows lists while the script that keeps them on the device cannot be loaded',
    signedIn(async ({ open, page, expectProblem }) => {
      let tries = 0;
      await page.route('**/admin/assets/reads-*', (route) => {
        tries += 1;
        return route.abort();
      });
      await open('/admin/posts');
      await page.getByRole('link', { name: 'New post' }).first().waitFor();
      await until(() => tries > 0);
      await expectProblem(/ERR_FAILED/);
    }),
  );
});
