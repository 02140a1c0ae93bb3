import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { hasFocus } from './support/browser.ts';
import { write } from './support/posts.ts';
import { SAMPLE } from './support/sample-posts.ts';
import { describeSite } from './support/site.ts';
import { freshAddress } from './support/visitors.ts';

describeSite('searching in a browser', ({ use, visiting }) => {
  it(
    'searches while typing, marks matches, and updates the URL',
    visiting(async ({ open, page }) => {
      await open('/search');
      await field(page).pressSequentially('goat');
      await page.getByText('1 post found for “goat”').waitFor();
      const result = page.locator('.results li');
      expect(await result.locator('mark').first().innerText()).to.match(/goat/i);
      expect(new URL(page.url()).search).to.equal('?q=goat');
      const shown = await page.locator('[data-results]').innerText();
      const name = await page.title();
      expect(name).to.match(/^Search for “goat” · /);
      await page.reload();
      expect(await page.title()).to.equal(name);
      expect(await page.locator('[data-results]').innerText(), 'the server says the same').to.equal(shown);
    }),
  );

  it(
    'finds pages as well',
    visiting(async ({ open, page }) => {
      const fields = { id: 'ferries', title: 'Ferries', content: 'A timetable of the quayside.' };
      expect((await use().admin('POST', '/api/pages', fields)).status).to.equal(201);
      await write(use(), { id: 'quay', title: 'The quayside' });
      await open('/search');
      await field(page).pressSequentially('quayside');
      await page.getByText('2 posts found for “quayside”').waitFor();
      const shown = await page.locator('[data-results]').innerText();
      await page.reload();
      expect(await page.locator('[data-results]').innerText(), 'the server says the same').to.equal(shown);
      await field(page).fill('timetable quayside');
      await page.getByText('1 post found for “timetable quayside”').waitFor();
      await page.getByRole('link', { name: 'Ferries' }).click();
      await page.waitForURL('**/ferries');
    }),
  );

  it(
    'needs two letters, or one character of CJK scripts',
    visiting(async ({ open, page }) => {
      const urls: string[] = [];
      page.on('request', (request) => request.url().includes('/api/search/') && urls.push(request.url()));
      await open('/search');
      await page.clock.install();
      await field(page).fill('g');
      await page.clock.runFor(1000);
      expect(urls).to.deep.equal([]);
      await field(page).fill('夜');
      await page.clock.runFor(1000);
      await page.getByRole('link', { name: '一个人的车站' }).waitFor();
    }),
  );

  it(
    'sends one request for a word that is typed quickly',
    visiting(async ({ open, page }) => {
      const urls: string[] = [];
      page.on('request', (request) => request.url().includes('/api/search/') && urls.push(request.url()));
      const now = Date.now();
      await page.clock.install({ time: now });
      await open('/search');
      // Prevents a pause in typing, however slow the machine is.
      await page.clock.pauseAt(now + 3_600_000);
      await field(page).pressSequentially('tomatoes');
      await page.clock.runFor(1000);
      await page.getByText(/posts found for “tomatoes”/).waitFor();
      expect(await page.locator('.results li').count()).to.equal(8);
      expect(urls).to.have.lengthOf(1);
    }),
  );

  it(
    'moves through the results by arrow keys, opens one with Enter, and clears with Escape',
    visiting(async ({ open, page }) => {
      await open('/search');
      await field(page).pressSequentially('garden');
      await page.getByText(/posts found for “garden”/).waitFor();
      const links = page.locator('.results h2 a');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      expect(await hasFocus(links.nth(1))).to.equal(true);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      expect(await hasFocus(field(page))).to.equal(true);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      expect(await hasFocus(field(page))).to.equal(true);
      await page.locator('.results').waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).to.equal('');
      await field(page).pressSequentially('goat');
      await page.getByText('1 post found for “goat”').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/posts/${SAMPLE.long}`);
    }),
  );

  it(
    'links from the first eight to all results',
    visiting(async ({ open, page }) => {
      await open('/search');
      await field(page).pressSequentially('tomatoes');
      const all = page.getByRole('link', { name: 'All 19 results' });
      await all.waitFor();
      for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowDown');
      expect(await hasFocus(all), 'after the last of them').to.equal(true);
      await page.keyboard.press('ArrowUp');
      expect(await hasFocus(page.locator('.results h2 a').last())).to.equal(true);
      await page.keyboard.press('ArrowDown');
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
      expect(new URL(page.url()).search).to.equal('?q=tomatoes');
      expect(await page.locator('.results li').count()).to.be.above(8);
      await field(page).fill('goat');
      await page.getByText('1 post found for “goat”').waitFor();
      expect(await page.getByRole('link', { name: /^All / }).count(), 'there are no more').to.equal(0);
    }),
  );

  it(
    'asks whether a similar query was meant',
    visiting(async ({ open, page }) => {
      await open('/search?q=cosat');
      await page.getByRole('link', { name: 'Did you mean “coast”?' }).click();
      await page.getByText('1 post found for “coast”').waitFor();
      await field(page).fill('wallk');
      await page.getByRole('link', { name: 'Did you mean “walk”?' }).waitFor();
    }),
  );

  // docs/interface.md, Q14 and Q15
  it(
    'knows phrases and exclusion, and says when there is nothing to search for',
    visiting(async ({ open, page }) => {
      await open('/search');
      await field(page).fill('"of the quayside"');
      await page.getByText('1 post found for').waitFor();
      await field(page).fill('-quayside');
      await page.getByText('There is no word to search for.').waitFor();
      expect(await page.locator('[data-results] li').count()).to.equal(0);
      await field(page).fill('quayside -timetable');
      await page.getByText('1 post found for').waitFor();
    }),
  );

  const busy = freshAddress();
  // docs/interface.md, Y15
  it(
    'keeps what it found while it is rate-limited, and continues automatically',
    visiting(
      async ({ open, page, expectProblem }) => {
        await open('/search');
        await page.clock.install();
        await field(page).fill('bread');
        await page.clock.runFor(400);
        const before = page.getByText(/found for “bread”/);
        await before.waitFor();
        for (let turn = 0; turn < 60; turn += 1) await use().call('GET', '/api/search?q=goat', { headers: busy });
        const refused = page.waitForResponse((response) => response.status() === 429);
        await field(page).fill('goat');
        await page.clock.runFor(400);
        await refused;
        await expectProblem(/status of 429/);
        expect(await before.isVisible()).to.equal(true);
        expect(await page.locator('.problem').count()).to.equal(0);
        use().clock.advance(61_000);
        await page.clock.runFor(61_000);
        await page.getByText('1 post found for “goat”').waitFor();
      },
      { extraHTTPHeaders: busy },
    ),
  );

  it(
    'shows no earlier results when the service cannot be reached, and can be cleared then',
    visiting(async ({ open, page, expectProblem }) => {
      await open('/search?q=garden');
      await page.locator('.results').waitFor();
      await page.route('**/api/search/site?*', (route) => route.abort());
      await field(page).fill('goat');
      const sentence = page.getByText('The service cannot be reached at the moment.');
      await sentence.waitFor();
      await expectProblem(/ERR_FAILED/);
      expect(await page.locator('.results, .pager').count()).to.equal(0);
      await field(page).fill('');
      await sentence.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).to.equal('');
      await page.unroute('**/api/search/site?*');
      await field(page).fill('goat');
      await page.getByText('1 post found for “goat”').waitFor();
    }),
  );

  it(
    'never treats results as HTML',
    visiting(async ({ open, page }) => {
      const hostile = '<img src=x onerror="globalThis.__pwned=1"> & zebra';
      await write(use(), { title: `<i>${hostile}</i>`, id: 'zebra', content: `\`${hostile}\`` });
      await open('/search');
      await field(page).pressSequentially('zebra');
      await page.getByRole('link', { name: `<i>${hostile}</i>` }).waitFor();
      expect(await page.locator('.results img').count()).to.equal(0);
      expect(await page.evaluate(() => '__pwned' in globalThis)).to.equal(false);
    }),
  );
});

function field(page: Page) {
  return page.getByRole('searchbox');
}
