import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { write } from '../support/posts.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const SCREEN = '/admin/statistics';
const table = (page: Page, name: string) => page.getByRole('table', { name });

describeAdmin("statistics in the administrator's app", ({ use, signedIn }) => {
  before(async () => {
    const id = await write(use(), { title: 'Ferries' });
    for (const host of [1, 2, 3]) {
      const headers = { 'cf-connecting-ip': `192.0.2.${host}`, 'user-agent': FIREFOX };
      const body = { referrer: `https://r${host}.example/`, utmSource: 'letter' };
      await use().call('POST', `/api/posts/${id}/view`, { headers, body });
    }
  });

  // docs/interface.md, Q20
  it(
    'show a chart that the keys move through, with a table, and lists, in light and dark',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      await page.getByRole('main').getByRole('link', { name: 'Statistics' }).press('Enter');
      const chart = page.getByRole('slider', { name: 'Views and visitors by day' });
      await chart.locator('canvas').waitFor();
      await chart.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('End');
      expect(await chart.getAttribute('aria-valuetext')).to.match(/: Views 3, Visitors 3$/);
      await page.getByText('Show as a table').press('Enter');
      await page.getByRole('row', { name: /3 3$/ }).first().waitFor();
      expect(await table(page, 'Referring sites').getByRole('row').count()).to.equal(4);
      expect(await table(page, 'Sources (utm_source)').innerText()).to.match(/letter\s+3/);
      expect(await table(page, 'Devices').innerText()).to.match(/Desktop\s+3/);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.getByRole('button', { name: 'Switch to dark' }).click();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    }),
  );

  // docs/interface.md, Q20
  it(
    'show one post and a period of choice, on a telephone and from right to left',
    signedIn(async ({ open, page }) => {
      await page.setViewportSize({ width: 375, height: 800 });
      await open(SCREEN);
      await page.getByRole('link', { name: 'Ferries' }).press('Enter');
      await page.getByText('Only “Ferries”').waitFor();
      await page.getByRole('radio', { name: 'Other' }).press('Space');
      await page.getByLabel('From').fill('2020-01-01');
      await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
      await page.waitForURL(/from=2020-01-01/);
      await page.getByRole('link', { name: 'Show the whole site' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(375);
      await use().admin('PUT', '/api/admin/settings', { language: 'ar' });
      await open(SCREEN);
      await page.getByRole('heading', { name: 'الإحصاءات' }).waitFor();
      await page.getByRole('slider').locator('canvas').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(375);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await use().admin('PUT', '/api/admin/settings', { language: 'en' });
    }),
  );
});
