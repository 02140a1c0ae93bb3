import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { accessibilityProblems } from './support/axe.ts';
import { describeAdmin } from './support/admin-app.ts';
import { comment, set } from './support/comments.ts';
import { tabThrough } from './support/keyboard.ts';
import { freshAddress } from './support/visitors.ts';
import { PASSWORD } from './support/service.ts';

const places = ['Posts', 'Comments', 'Media', 'Settings', 'Dashboard'];

describeAdmin("the frame of the administrator's app", ({ use, signedIn, stranger }) => {
  it(
    'leads to every place by its navigation',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      for (const name of places) {
        await page.getByRole('navigation').getByRole('link', { name }).click();
        await heading(page, name);
      }
      expect(new URL(page.url()).pathname).to.match(/^\/admin\/?$/);
    }),
  );

  it(
    'leads to every place by g and its letter, and to a new post by n',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      await heading(page, 'Dashboard');
      for (const [key, name] of [
        ['p', 'Posts'],
        ['c', 'Comments'],
        ['m', 'Media'],
        ['s', 'Settings'],
        ['d', 'Dashboard'],
      ] as const) {
        await page.keyboard.press('g');
        await page.keyboard.press(key);
        await heading(page, name);
      }
      await page.keyboard.press('n');
      await page.waitForURL('**/admin/posts/new');
    }),
  );

  it(
    'finds commands and posts in its palette',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      await heading(page, 'Dashboard');
      await page.keyboard.press('Control+k');
      const field = page.getByPlaceholder('Search posts and commands…');
      await field.fill('media');
      await page.getByRole('button', { name: 'Go to Media' }).waitFor();
      await page.keyboard.press('Enter');
      await heading(page, 'Media');
      await page.keyboard.press('Control+k');
      await field.fill('long walk');
      await page.getByRole('button', { name: /A long walk along the coast/ }).click();
      await page.waitForURL('**/admin/posts/a-long-walk*');
    }),
  );

  it(
    'keeps light or dark as it was chosen',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
      await page.getByRole('button', { name: 'Switch to dark' }).click();
      expect(await scheme()).to.equal('dark');
      await page.reload();
      await heading(page, 'Dashboard');
      expect(await scheme()).to.equal('dark');
      await page.getByRole('button', { name: 'Switch to light' }).click();
      expect(await scheme()).to.equal('light');
    }),
  );

  it(
    "speaks the site's language from the first answer on",
    signedIn(async ({ open, page }) => {
      await set(use(), { language: 'ja' });
      try {
        await open('/admin');
        await heading(page, 'ダッシュボード');
        expect(await page.evaluate(() => document.documentElement.lang)).to.equal('ja');
      } finally {
        await set(use(), { language: 'en' });
      }
    }),
  );

  it(
    'shows a screen for an address that has none, and none of the site',
    signedIn(async ({ open, page }) => {
      expect(await open('/admin/nowhere')).to.equal(200);
      await page.getByText('There is no such screen.').waitFor();
    }),
  );

  it(
    'fits a telephone, where its navigation is behind a button',
    signedIn(
      async ({ open, page }) => {
        await open('/admin');
        await heading(page, 'Dashboard');
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).click();
        await heading(page, 'Posts');
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).to.be.at.most(0);
      },
      { viewport: { width: 375, height: 812 } },
    ),
  );

  for (const colorScheme of ['light', 'dark'] as const) {
    it(
      `has nothing that axe finds wrong, its palette and the login included, in ${colorScheme}`,
      signedIn(
        async ({ open, page }) => {
          await open('/admin');
          await heading(page, 'Dashboard');
          await page.waitForLoadState('networkidle');
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await page.keyboard.press('Control+k');
          await page.getByPlaceholder('Search posts and commands…').waitFor();
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await page.keyboard.press('Escape');
          await page.evaluate(() => localStorage.clear());
          await page.reload();
          await page.getByLabel('Password', { exact: true }).waitFor();
          expect(await accessibilityProblems(page)).to.deep.equal([]);
        },
        { colorScheme },
      ),
    );
  }

  it(
    'takes less than 250 KB, compressed, until the first screen stands',
    signedIn(async ({ open, page }) => {
      const bodies: Promise<number>[] = [];
      page.on('requestfinished', (request) => bodies.push(request.sizes().then((sizes) => sizes.responseBodySize)));
      await open('/admin');
      await heading(page, 'Dashboard');
      await page.waitForLoadState('networkidle');
      const total = (await Promise.all(bodies)).reduce((sum, one) => sum + one, 0);
      expect(total).to.be.within(50_000, 250_000);
    }),
  );

  it(
    'can be used by the keyboard alone: signing in, writing, publishing, moderating, changing a setting, signing out',
    stranger(async ({ open, page }) => {
      const { keyboard } = page;
      await open('/admin');
      await page.getByLabel('Password', { exact: true }).waitFor();
      await keyboard.type(PASSWORD);
      await keyboard.press('Enter');
      await heading(page, 'Dashboard');

      await keyboard.press('n');
      await page.waitForURL('**/admin/posts/new');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await keyboard.type('Written without a mouse');
      await keyboard.press('Tab');
      await keyboard.type('Every word of it.');
      await keyboard.press('Control+Enter');
      await page.waitForURL('**/admin/posts/written-without-a-mouse');
      expect((await use().call('GET', '/api/posts/written-without-a-mouse')).status).to.equal(200);

      await set(use(), { commentModeration: 'all' });
      const held = await comment(use(), 'written-without-a-mouse', { content: 'Held for now.' }, freshAddress());
      await set(use(), { commentModeration: 'off' });
      await tabTo(page, 'Comments');
      await keyboard.press('Enter');
      await heading(page, 'Comments');
      await page.getByText('Held for now.').first().waitFor();
      await keyboard.press('j');
      await keyboard.press('a');
      await statusOf(held.comment.id, 'approved');

      await keyboard.press('g');
      await keyboard.press('s');
      await heading(page, 'Settings');
      await tabTo(page, 'Title');
      await keyboard.press('Control+a');
      await keyboard.type('Renamed by keys');
      await keyboard.press('Enter');
      await page.getByRole('navigation').getByText('Renamed by keys').waitFor();

      await tabTo(page, 'Sign out');
      await keyboard.press('Enter');
      await page.getByLabel('Password', { exact: true }).waitFor();
    }),
  );

  async function statusOf(id: string, wanted: string): Promise<void> {
    for (let look = 0; look < 100; look++) {
      const { body } = await use().admin('GET', '/api/comments?pageSize=100');
      const found = (body as { comments: { id: string; status: string }[] }).comments.find((one) => one.id === id);
      if (found?.status === wanted) return;
    }
    throw new Error(`The comment did not become ${wanted}.`);
  }
});

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Presses Tab until something of this name has the keyboard. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let turn = 0; turn < 120; turn++) {
    const [stop] = await tabThrough(page, 1);
    if (stop?.name.split('\n')[0] === name) return;
  }
  throw new Error(`Tab does not come to ${name}.`);
}
