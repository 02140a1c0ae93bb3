import { expect } from 'chai';
import type { Locator } from 'playwright-core';

import { set } from './support/comments.ts';
import { write } from './support/posts.ts';
import { describeSite } from './support/site.ts';

/** The widths of a phone, of a window without a column for the facts, and of one with it. */
const WIDTHS = { phone: 375, narrow: 700, wide: 1280 };

describeSite('lists of posts in a browser', ({ use, visiting }) => {
  const title = 'رسالة من قطار الليل';
  afterEach(() => set(use(), { homeLayout: 'list', navigation: null }));
  const content = 'غادر القطار المحطة في السادسة صباحاً، ولم يكن في العربة أحد.';

  // docs/interface.md, Y16
  for (const [name, width] of Object.entries(WIDTHS)) {
    it(
      `show the facts of a post at the side of its title, in a ${name} window, or beside it where there is room`,
      visiting(
        async ({ open, page }) => {
          const id = await write(use(), { title, content, category: 'Sided', date: '2019-05-01' });
          await open('/categories/Sided');
          const entry = page.locator('.posts article');
          const heading = await edges(entry.locator('h2 a'));
          const facts = await edges(entry.locator('.meta time'));
          if (width === WIDTHS.wide) expect(facts.right).to.be.lessThan((await edges(entry.locator('h2'))).left);
          else expect(facts.right).to.be.closeTo(heading.right, 1);
          if (width === WIDTHS.wide) {
            const category = await edges(entry.locator('.meta a'));
            expect(category.right, 'below the date').to.be.closeTo(facts.right, 1);
          }
          await use().admin('DELETE', `/api/posts/${id}`);
        },
        { viewport: { width, height: 800 } },
      ),
    );
  }

  it(
    'show the facts of a found post at the side of its title, also while it is typed',
    visiting(
      async ({ open, page }) => {
        const id = await write(use(), { title, content });
        const found = page.locator('.results li').filter({ hasText: title });
        for (const path of ['/search?q=القطار', '/search']) {
          await open(path);
          if (path === '/search') await page.locator('#q').pressSequentially('القطار');
          await found.waitFor();
          const heading = await edges(found.locator('h2 a'));
          expect((await edges(found.locator('.meta time'))).right, path).to.be.closeTo(heading.right, 1);
        }
        await use().admin('DELETE', `/api/posts/${id}`);
      },
      { viewport: { width: WIDTHS.narrow, height: 800 } },
    ),
  );

  it(
    'show no separator before a category that begins a line',
    visiting(
      async ({ open, page }) => {
        const id = await write(use(), { title: 'Long', category: 'Softwareentwicklungsprozesse', excerpt: 'x' });
        for (const homeLayout of ['list', 'cards', 'magazine']) {
          await set(use(), { homeLayout });
          await open('/');
          const meta = page.locator('.meta').filter({ hasText: 'Softwareentwicklungsprozesse' });
          const [date, category] = [await edges(meta.locator('time')), await edges(meta.locator('a'))];
          expect(category.top, 'it has its own line').to.be.greaterThan(date.top);
          expect(await meta.evaluate(separatorsAtStarts), homeLayout).to.equal(0);
        }
        await use().admin('DELETE', `/api/posts/${id}`);
      },
      { viewport: { width: 320, height: 800 } },
    ),
  );

  it(
    'the switch of colours stands beside the name on a phone, whatever the length of the menu',
    visiting(
      async ({ open, page }) => {
        const links = ['About', 'Timetables', 'Stations', 'Luggage', 'Letters', 'Imprint'];
        await set(use(), { navigation: links.map((label) => ({ label, url: `https://${label}.example/` })) });
        await open('/archive');
        const [name, button] = [await edges(page.locator('.top .name')), await edges(page.locator('.theme'))];
        const middle = (button.top + button.bottom) / 2;
        expect(middle).to.be.within(name.top, name.bottom);
        expect(button.left).to.be.at.least((await edges(page.locator('.top .name'), true)).right);
        for (const link of await page.locator('.top nav a').all())
          expect((await edges(link)).top, 'below the switch').to.be.at.least(button.bottom - 1);
      },
      { viewport: { width: WIDTHS.phone, height: 800 } },
    ),
  );
});

/** The place of an element, or of its text. */
function edges(locator: Locator, ofText = false) {
  return locator.evaluate((element, ofText) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, top, bottom } = (ofText ? range : element).getBoundingClientRect();
    return { left, right, top, bottom };
  }, ofText);
}

/** Runs in the page. @returns the number of separators that are visible at the start of a line of the facts */
function separatorsAtStarts(meta: Element): number {
  const { paddingLeft, clipPath } = getComputedStyle(meta);
  const { left } = meta.getBoundingClientRect();
  const start = left + Number.parseFloat(paddingLeft);
  const shown = left + Number(/^inset\((-?[\d.]+)px\)$/.exec(clipPath)?.[1] ?? -1000);
  const seen = [...meta.children].filter((child) => {
    const before = getComputedStyle(child, '::before');
    const box = child.getBoundingClientRect();
    const end = box.left + Number.parseFloat(before.insetInlineStart) + Number.parseFloat(before.width);
    return before.content === '""' && box.left - start < 1 && end > shown;
  });
  return seen.length;
}
