import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';

describeAdmin("the menus of the site in the administrator's app", ({ use, signedIn }) => {
  const stored = async () => (await use().admin('GET', '/api/admin/settings')).body;
  const put = (settings: object) => use().admin('PUT', '/api/admin/settings', settings);
  const menu = (page: Page) => page.getByRole('group', { name: 'Menu' });
  const rows = (page: Page) => menu(page).getByRole('listitem');
  const labels = (page: Page) =>
    rows(page)
      .getByLabel('Text')
      .evaluateAll((fields) =>
        fields.map((field) => (field as HTMLInputElement).value || field.getAttribute('placeholder')),
      );
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
  const shown = async (page: Page) => {
    await page.goto('/');
    return page.getByRole('navigation', { name: 'Site' }).getByRole('link').allInnerTexts();
  };

  beforeEach(async () => {
    await put({ navigation: null, footerNavigation: null, guestbookEnabled: true });
  });

  // docs/interface.md, S3
  it(
    'adds a link in three clicks and Enter, starting from the default menu',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts');
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('tab', { name: 'Navigation' }).click();
      expect(await labels(page)).to.deep.equal(['Archive', 'Guestbook', 'Search']);
      await menu(page).getByRole('button', { name: 'Add a link' }).click();
      await page.keyboard.type('Code');
      await page.keyboard.press('Tab');
      await page.keyboard.type('https://code.example/me');
      await page.keyboard.press('Enter');
      await saved(page);
      expect((await stored()).navigation).to.deep.equal([
        { page: 'archive' },
        { page: 'guestbook' },
        { page: 'search' },
        { label: 'Code', url: 'https://code.example/me' },
      ]);
      expect(await shown(page)).to.deep.equal(['Archive', 'Guestbook', 'Search', 'Code']);
    }),
  );

  it(
    'adds public pages of the owner and built-in pages from a list, and does not offer them twice',
    signedIn(async ({ open, page }) => {
      await use().admin('POST', '/api/pages', { id: 'about-me', title: 'About me', content: 'Hello' });
      await use().admin('POST', '/api/pages', { id: 'later', title: 'Later', status: 'draft' });
      await open('/admin/settings?part=navigation');
      const choice = menu(page).getByRole('combobox', { name: 'Add a page' });
      await choice.click();
      expect(await page.getByRole('option').allInnerTexts()).to.deep.equal(['About me']);
      await page.getByRole('option', { name: 'About me' }).click();
      await menu(page).getByRole('button', { name: 'Remove: Archive' }).click();
      await choice.click();
      await page.getByRole('option', { name: 'Archive' }).click();
      expect(await labels(page)).to.deep.equal(['Guestbook', 'Search', 'About me', 'Archive']);
      await choice.click();
      await page.getByText('No other page').waitFor();
      await page.keyboard.press('Escape');
      await save(page);
      await saved(page);
      expect(await shown(page)).to.deep.equal(['Guestbook', 'Search', 'About me', 'Archive']);
    }),
  );

  it(
    'reorders and removes by keyboard, keeps the focus, and announces the new position',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=navigation');
      await menu(page).getByRole('button', { name: 'Move down: Archive' }).focus();
      await page.keyboard.press('Enter');
      expect(await labels(page)).to.deep.equal(['Guestbook', 'Archive', 'Search']);
      await page.getByRole('status').filter({ hasText: 'Moved to position 2 of 3.' }).waitFor();
      expect(await hasFocus(menu(page).getByRole('button', { name: 'Move down: Archive' }))).to.equal(true);
      await page.keyboard.press('Enter');
      expect(await labels(page)).to.deep.equal(['Guestbook', 'Search', 'Archive']);
      // The last row cannot go down; its first field has the focus.
      expect(await hasFocus(rows(page).nth(2).getByLabel('Text'))).to.equal(true);
      await menu(page).getByRole('button', { name: 'Remove: Search' }).focus();
      await page.keyboard.press('Enter');
      expect(await labels(page)).to.deep.equal(['Guestbook', 'Archive']);
      expect(await hasFocus(menu(page).getByRole('button', { name: 'Remove: Archive' }))).to.equal(true);
      await menu(page).getByRole('button', { name: 'Reset to default menu' }).click();
      expect(await labels(page)).to.deep.equal(['Archive', 'Guestbook', 'Search']);
      expect(await page.getByRole('tab', { name: 'Navigation' }).getByRole('img').count()).to.equal(0);
    }),
  );

  it(
    'reorders by dragging',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=navigation');
      const grip = rows(page).first().locator('.menu-grip');
      const from = (await grip.boundingBox())!;
      const to = (await rows(page).nth(2).boundingBox())!;
      await page.mouse.move(from.x + 5, from.y + 5);
      await page.mouse.down();
      await page.mouse.move(from.x + 5, to.y + to.height - 4, { steps: 12 });
      await page.mouse.up();
      expect(await labels(page)).to.deep.equal(['Guestbook', 'Search', 'Archive']);
      await page.mouse.move(from.x + 5, from.y);
      expect(await labels(page)).to.deep.equal(['Guestbook', 'Search', 'Archive']);
      await save(page);
      await saved(page);
      expect((await stored()).navigation).to.deep.equal([
        { page: 'guestbook' },
        { page: 'search' },
        { page: 'archive' },
      ]);
    }),
  );

  it(
    'shows errors at the fields, focuses the first, and sends nothing until they are corrected',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=navigation');
      await menu(page).getByRole('button', { name: 'Add a link' }).click();
      const row = rows(page).nth(3);
      await row.getByLabel('URL').fill('javascript:alert(1)');
      await save(page);
      await row.getByText('This field is required.').waitFor();
      await row.getByText('Enter an http, https or mailto URL, or a path such as /about.').waitFor();
      expect(await hasFocus(row.getByLabel('Text'))).to.equal(true);
      expect((await stored()).navigation).to.equal(null);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await row.getByLabel('Text').fill('Mail');
      await row.getByLabel('URL').fill('https://ada:secret@blog.example/');
      await save(page);
      await row.getByText('Everyone can read this URL: remove the user name and password before “@”.').waitFor();
      await row.getByLabel('URL').fill('mailto:ada@blog.example');
      await save(page);
      await saved(page);
      expect((await stored()).navigation[3]).to.deep.equal({ label: 'Mail', url: 'mailto:ada@blog.example' });
      await rows(page).first().getByLabel('Text').fill('\u200b');
      await save(page);
      await rows(page).first().getByText('This field is required.').waitFor();
    }),
  );

  // docs/interface.md, S4
  it(
    'edits the links of the footer, and hides the guestbook',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=navigation');
      const foot = page.getByRole('group', { name: 'Footer links' });
      for (const name of ['RSS', 'Atom', 'JSON Feed'])
        await foot.getByRole('button', { name: `Remove: ${name}` }).click();
      await page.getByRole('switch', { name: 'Show the guestbook' }).click();
      await menu(page).getByText('Not shown while the guestbook is hidden.').waitFor();
      await save(page);
      await saved(page);
      expect(await stored()).to.deep.include({ navigation: null, footerNavigation: [], guestbookEnabled: false });
      expect(await shown(page)).to.deep.equal(['Archive', 'Search']);
      expect(await page.getByRole('contentinfo').getByRole('link').count()).to.equal(0);
    }),
  );

  it(
    'fits a phone',
    signedIn(
      async ({ open, page }) => {
        await put({
          navigation: [{ label: 'A name that is quite long', url: `https://blog.example/${'x'.repeat(200)}` }],
        });
        await open('/admin/settings?part=navigation');
        await rows(page).first().waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(375);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      },
      { viewport: { width: 375, height: 812 } },
    ),
  );
});
