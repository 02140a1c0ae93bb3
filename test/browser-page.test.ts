import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { hasFocus } from './support/browser.ts';
import { arriveLate, LATE } from './support/late-pictures.ts';
import { write } from './support/posts.ts';
import { SAMPLE } from './support/sample-posts.ts';
import { describeSite } from './support/site.ts';

describeSite('features of a page in a browser', ({ use, visiting }) => {
  it(
    'switches between light and dark, remembered on every page',
    visiting(
      async ({ open, page }) => {
        await open('/');
        const button = page.getByRole('button', { name: 'Switch between light and dark' });
        expect(await button.getAttribute('aria-pressed')).to.equal('false');
        const light = await ink(page);
        await button.click();
        expect(await button.getAttribute('aria-pressed')).to.equal('true');
        const dark = await ink(page);
        expect(dark).to.not.equal(light);
        await open('/archive');
        expect(await ink(page)).to.equal(dark);
        await button.click();
        expect(await ink(page)).to.equal(light);
      },
      { colorScheme: 'light' },
    ),
  );

  it(
    'follows the theme of the system until one is selected',
    visiting(
      async ({ open, page }) => {
        await open('/');
        const button = page.getByRole('button', { name: 'Switch between light and dark' });
        expect(await button.getAttribute('aria-pressed')).to.equal('true');
        const dark = await ink(page);
        await page.emulateMedia({ colorScheme: 'light' });
        expect(await ink(page)).to.not.equal(dark);
        await page.getByRole('button', { name: 'Switch between light and dark', pressed: false }).waitFor();
      },
      { colorScheme: 'dark' },
    ),
  );

  it(
    'copies the URL of the page',
    visiting(
      async ({ open, page }) => {
        await open(`/posts/${SAMPLE.chinese}#comments`);
        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByText('Link copied.').waitFor();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied).to.equal(`${use().url}/posts/${SAMPLE.chinese}`);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    ),
  );

  it(
    'focuses the search with a key, except while typing',
    visiting(async ({ open, page }) => {
      await open('/posts/day-1');
      await page.keyboard.press('/');
      expect(await hasFocus(page.getByRole('link', { name: 'Search' }))).to.equal(true);
      const content = page.getByRole('textbox', { name: 'Comment' });
      await content.focus();
      await page.keyboard.press('/');
      expect(await content.inputValue()).to.equal('/');
      await open('/search');
      await page.keyboard.press('/');
      expect(await hasFocus(page.getByRole('searchbox'))).to.equal(true);
    }),
  );

  it(
    'aligns the text of its footer',
    visiting(async ({ open, page }) => {
      await open('/');
      const lines = await page.locator('.bottom p').evaluateAll((all) =>
        all.map((place) => {
          const words = document.createTreeWalker(place, NodeFilter.SHOW_TEXT).nextNode()!;
          const range = document.createRange();
          range.selectNodeContents(words);
          return range.getBoundingClientRect().bottom;
        }),
      );
      expect(lines).to.have.lengthOf(2);
      expect(lines[1]).to.be.closeTo(lines[0]!, 0.1);
    }),
  );

  it(
    'counts a view only when the page is visible',
    visiting(async ({ open, page }) => {
      await page.clock.install();
      await page.addInitScript(() => {
        let state = 'hidden';
        Object.defineProperty(document, 'visibilityState', { get: () => state });
        addEventListener('come-forward', () => {
          state = 'visible';
          document.dispatchEvent(new Event('visibilitychange'));
        });
      });
      const views: string[] = [];
      page.on('request', (request) => request.url().endsWith('/view') && views.push(request.url()));
      await open('/posts/day-14');
      await page.clock.runFor(5000);
      expect(views).to.deep.equal([]);
      const counted = page.waitForResponse((answer) => answer.url().endsWith('/view'));
      await page.evaluate(() => dispatchEvent(new Event('come-forward')));
      await page.clock.runFor(5000);
      expect((await counted).status()).to.equal(200);
      expect(views).to.have.lengthOf(1);
    }),
  );

  it(
    'reports its own errors to the administrator, at most five, and none of extensions',
    visiting(async ({ open, page }) => {
      await open('/posts/day-2');
      let left = 5;
      const reported = new Promise<void>((resolve) => {
        page.on('response', (answer) => {
          if (answer.url().endsWith('/api/errors') && --left === 0) resolve();
        });
      });
      await page.evaluate(() => {
        const tell = (filename: string, message: string) =>
          dispatchEvent(new ErrorEvent('error', { filename, message }));
        tell('chrome-extension://abc/content.js', 'foreign');
        for (let turn = 0; turn < 7; turn += 1) tell(`${location.origin}/assets/site.js`, `Broken ${turn}`);
      });
      await reported;
      const { body } = await use().admin('GET', '/api/admin/errors');
      expect(body.errors.map(({ message }: { message: string }) => message).toSorted()).to.deep.equal(
        [0, 1, 2, 3, 4].map((turn) => `Broken ${turn}`),
      );
    }),
  );

  it(
    'loads images late without moving visible content',
    visiting(async ({ page }) => {
      const lines = Array.from({ length: 12 }, (_, at) => `Line ${at} of what a visitor reads.`);
      const id = await write(use(), {
        title: 'Late',
        content: [
          ...lines.slice(0, 3),
          `![](${LATE}/known.svg#1600x900)`,
          'Between them.',
          `<img src="${LATE}/attributes.svg" width="800" height="450">`,
          ...lines,
          `![](${LATE}/below.svg)`,
          ...lines,
        ].join('\n\n'),
      });
      const { moves, before, after } = await arriveLate(page, `${use().url}/posts/${id}`);
      expect(moves).to.deep.equal([]);
      expect(after.slice(0, 2)).to.deep.equal(before.slice(0, 2));
      const width = await page.locator('.prose').evaluate(({ clientWidth }) => clientWidth);
      expect(after.map((height) => (height / width).toFixed(2))).to.deep.equal(['0.56', '0.56', '0.56']);
    }),
  );
});

function ink(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).color);
}
