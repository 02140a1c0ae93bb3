import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { picture } from '../support/files.ts';
import { until } from '../support/until.ts';

describeAdmin("the design of the site in the administrator's app", ({ use, signedIn }) => {
  const stored = async () => (await use().admin('GET', '/api/admin/settings')).body;
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
  const preview = (page: Page) => page.frameLocator('iframe[title="Preview"]');
  const discard = (page: Page) => page.getByRole('button', { name: 'Discard changes' }).click();
  const choose = async (page: Page, name: string, option: string) => {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).click();
  };

  it(
    'shows changes in the preview before they are saved, on the home page and a post',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=design');
      await preview(page).locator('.posts').waitFor();
      await page.getByRole('radio', { name: 'Cards with covers' }).check();
      await preview(page).locator('.cards').waitFor();
      await choose(page, 'Text font', 'Literata');
      await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#aa0000');
      await page.getByLabel('Footer text').fill('© Ann');
      await preview(page).getByText('© Ann').waitFor();
      const style = (selector: string, property: string) =>
        preview(page)
          .locator(selector)
          .first()
          .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
      await until(async () => (await style('body', 'font-family')).startsWith('Literata'));
      const loaded = () =>
        preview(page)
          .locator('body')
          .evaluate(() =>
            [...document.fonts].some(({ family, status }) => family.includes('Literata') && status === 'loaded'),
          );
      await until(loaded);
      await page.getByRole('region', { name: 'Preview' }).getByText('Post', { exact: true }).click();
      await preview(page).locator('article.post').waitFor();
      await until(async () => (await style('.bottom', '--accent')).includes('#aa0000'));
      await page.getByRole('region', { name: 'Preview' }).getByText('Dark', { exact: true }).click();
      await until(async () => (await style('html', 'color-scheme')) === 'dark');
      expect(await stored()).to.include({
        homeLayout: 'list',
        accentColor: '',
        bodyFont: 'source-serif-4',
        footerText: '',
      });
      await save(page);
      await saved(page);
      expect(await stored()).to.include({
        homeLayout: 'cards',
        accentColor: '#aa0000',
        bodyFont: 'literata',
        footerText: '© Ann',
      });
    }),
  );

  it(
    'shows which colour the site uses in place of one that is hard to read',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=design');
      await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#ffd700');
      await page
        .getByText(/^This colour would be hard to read on light pages, so the site uses #[0-9a-f]{6} there\.$/)
        .waitFor();
      expect(await page.getByText('hard to read on dark pages').count()).to.equal(0);
      await discard(page);
    }),
  );

  it(
    'shows errors at their fields, of CSS with the line while it is typed',
    signedIn(async ({ open, page, expectProblem }) => {
      await open('/admin/settings?part=design');
      await preview(page).locator('main').waitFor();
      await page.getByRole('textbox', { name: 'Custom CSS' }).fill('a {}\n\nb { color }');
      await page.getByText('line 3: colon is expected').waitFor();
      await expectProblem(/400/);
      await page.getByRole('textbox', { name: 'Custom CSS' }).fill('.top { border-bottom: 2px solid red }');
      await page.getByText('colon is expected').waitFor({ state: 'detached' });
      await until(
        async () =>
          (await preview(page)
            .locator('.top')
            .evaluate((top) => getComputedStyle(top).borderBottomWidth)) === '2px',
      );
      const colour = page.getByRole('textbox', { name: 'Accent colour', exact: true });
      await colour.fill('red');
      await save(page);
      await page.getByText('Enter a colour such as #2f5d50.').waitFor();
      expect(await hasFocus(colour)).to.equal(true);
      await expectProblem(/400/);
      await discard(page);
    }),
  );

  it(
    'accepts a logo from the disk, and profiles',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=design');
      const logo = page.getByRole('group', { name: 'Logo' });
      const chooser = page.waitForEvent('filechooser');
      await logo.getByRole('button', { name: 'Choose a file' }).click();
      const buffer = await picture(600, 200).png().toBuffer();
      await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
      await logo.getByRole('img', { name: 'Logo' }).waitFor();
      await preview(page).locator('img.logo').waitFor();
      const profiles = page.getByRole('group', { name: 'Profiles' });
      await profiles.getByRole('button', { name: 'Add a link' }).click();
      await page.keyboard.type('Mastodon');
      await page.keyboard.press('Tab');
      await page.keyboard.type('https://social.example/@ann');
      await preview(page).getByRole('link', { name: 'Mastodon', includeHidden: true }).waitFor();
      await save(page);
      await saved(page);
      const { logo: path, authorLinks } = await stored();
      expect(path).to.match(/^\/media\/\d{4}\/\d{2}\/logo-[0-9a-f]{8}\.png$/);
      expect(authorLinks).to.deep.equal([{ label: 'Mastodon', url: 'https://social.example/@ann' }]);
      await page.goto('/');
      await page.getByRole('link', { name: 'Mastodon' }).waitFor();
      expect(await page.locator('img.logo').evaluate((image) => (image as HTMLImageElement).naturalWidth)).to.be.above(
        0,
      );
    }),
  );

  it(
    'fits a phone, and is accessible',
    signedIn(
      async ({ open, page }) => {
        await open('/admin/settings?part=design');
        await preview(page).locator('main').waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(375);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      },
      { viewport: { width: 375, height: 812 } },
    ),
  );
});
