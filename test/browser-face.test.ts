import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { set } from './support/comments.ts';
import { picture } from './support/files.ts';
import { write } from './support/posts.ts';
import { describeSite } from './support/site.ts';
import { uploaded } from './support/uploads.ts';
import { accessibilityProblems } from './support/axe.ts';

const WIDTHS = [320, 768, 1440];
const submenu = Array.from({ length: 20 }, (_, at) => ({ label: `Entry ${at + 1}`, url: `/entry-${at + 1}` }));

describeSite('the face of the site', ({ use, visiting }) => {
  const covers: string[] = [];
  before(async () => {
    for (const [width, height] of [
      [900, 500],
      [400, 900],
      [1600, 400],
    ] as const) {
      const { url } = await uploaded(use(), await picture(width, height, width).jpeg().toBuffer());
      covers.push(new URL(url).pathname);
    }
  });
  afterEach(() => set(use(), { homeLayout: 'list', navigation: null, footerNavigation: null }));

  // docs/interface.md, S5
  for (const homeLayout of ['cards', 'magazine'] as const) {
    it(
      `fills every row of the home page, whatever the number of posts (${homeLayout})`,
      visiting(async ({ open, page }) => {
        await set(use(), { homeLayout });
        await open('/');
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          for (const count of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
            await page.evaluate(repeatCards, count);
            expect(await page.evaluate(emptyRows), `${count} at ${width}`).to.deep.equal([]);
            expect(await overflow(page), `${count} at ${width}`).to.equal(0);
          }
        }
      }),
    );
  }

  it(
    'crops covers around their focal points',
    visiting(async ({ open, page }) => {
      const path = covers[1]!.slice('/media/'.length);
      const focus = JSON.stringify({ x: 0.5, y: 0.21 });
      await use().database.kysely.updateTable('media').set({ focus }).where('path', '=', path).execute();
      const id = await write(use(), { title: 'Focused', cover: covers[1]! });
      await set(use(), { homeLayout: 'cards' });
      for (const address of ['/', `/posts/${id}`]) {
        await open(address);
        const shown = page.locator(`main img[src="${covers[1]}"]`).first();
        expect(await shown.evaluate((image) => getComputedStyle(image).objectPosition)).to.equal('50% 17%');
        expect(await shown.evaluate((image) => getComputedStyle(image).objectFit)).to.equal('cover');
      }
      await use().admin('DELETE', `/api/posts/${id}`);
    }),
  );

  it(
    'is never wider than a phone, whatever the titles',
    visiting(
      async ({ open, page }) => {
        const titles = [
          'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
          `https://a.example/${'path'.repeat(40)}?q=${'x'.repeat(20)}`.slice(0, 200),
          '非常に長い題名がここにあり、改行される場所がどこにもないように見えるが、それでも収まる必要がある'.repeat(3),
          `const ${'a_b.c'.repeat(30)}=()=>{}`,
        ];
        const ids: string[] = [];
        for (const [at, title] of titles.entries()) {
          const fields = { category: title.slice(0, 50), tags: ['shared', title.slice(0, 50)], cover: covers[at % 3]! };
          ids.push(await write(use(), { title, excerpt: title, content: `# ${title}\n\n${title}`, ...fields }));
        }
        for (const homeLayout of ['list', 'cards', 'magazine']) {
          await set(use(), { homeLayout });
          await open('/');
          expect(await overflow(page), homeLayout).to.equal(0);
        }
        for (const path of [...ids.map((id) => `/posts/${id}`), '/archive', '/search?q=x', '/tags/shared']) {
          await open(path);
          expect(await overflow(page), path).to.equal(0);
        }
        for (const id of ids) await use().admin('DELETE', `/api/posts/${id}`);
      },
      { viewport: { width: 320, height: 700 } },
    ),
  );

  it(
    'shows galleries in rows of one height, in the proportions of their images',
    visiting(async ({ open, page }) => {
      const images = [...covers, ...covers].map((path) => `![a](${path})`).join('\n');
      const id = await write(use(), { title: 'Gallery', content: images });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await open(`/posts/${id}`);
        const { rows, room, crops } = await page.evaluate(galleryRows);
        expect(rows).to.have.length.above(1);
        for (const row of rows) expect(row.width, 'filled').to.be.closeTo(room, 1);
        for (const row of rows) expect(row.lowest - row.highest, 'one height').to.be.below(1);
        expect(Math.max(...crops), 'hardly cropped').to.be.below(0.12);
        expect(await overflow(page)).to.equal(0);
      }
      await use().admin('DELETE', `/api/posts/${id}`);
    }),
  );

  // docs/interface.md, S3
  it(
    'has submenus that open by keyboard and touch, without scripts',
    visiting(
      async ({ open, page }) => {
        const navigation = [{ label: 'Topics', children: submenu }, { page: 'archive' as const }];
        await set(use(), { navigation, footerNavigation: [{ label: 'More', url: '/more', children: submenu }] });
        await open('/archive');
        const link = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Entry 20' });
        expect(await link.isVisible()).to.equal(false);
        await page.locator('summary').focus();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement?.textContent)).to.equal('Entry 1');
        await page.locator('summary').tap();
        expect(await link.isVisible()).to.equal(false);
        await page.locator('summary').tap();
        expect(await link.isVisible()).to.equal(true);
        expect(await overflow(page)).to.equal(0);
        const foot = page.getByRole('contentinfo').getByRole('link');
        expect((await foot.allInnerTexts()).slice(-21, -19)).to.deep.equal(['More', 'Entry 1']);
      },
      { viewport: { width: 320, height: 700 }, javaScriptEnabled: false, hasTouch: true },
    ),
  );

  it(
    'has submenus that a click elsewhere closes, and that everybody can use',
    visiting(async ({ open, page }) => {
      await set(use(), { navigation: [{ label: 'Topics', children: submenu }, { page: 'archive' as const }] });
      await open('/archive');
      const menu = page.locator('.submenu');
      const isOpen = () => menu.evaluate((details) => (details as HTMLDetailsElement).open);
      await menu.locator('summary').click();
      expect(await isOpen()).to.equal(true);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.locator('h1').click();
      expect(await isOpen()).to.equal(false);
    }),
  );

  it(
    'has the title of the site once on the home page',
    visiting(async ({ open, page }) => {
      await open('/');
      expect(await page.locator('body').getByText('A sample blog', { exact: true }).count()).to.equal(1);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('A sample blog');
    }),
  );
});

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}

/** Runs in the page: changes the number of cards, below a large one if there is one. */
function repeatCards(count: number): void {
  const grid = document.querySelector('.cards')!;
  const [first, ...others] = grid.children;
  for (const other of others) other.remove();
  for (let at = 1; at < count; at++) grid.append(first!.cloneNode(true));
}

/** Runs in the page. @returns the widths of rows of cards that do not end where the grid ends */
function emptyRows(): number[] {
  const grid = document.querySelector('.cards')!;
  const { width } = grid.getBoundingClientRect();
  const gap = Number.parseFloat(getComputedStyle(grid).columnGap);
  const rows = new Map<number, number>();
  for (const card of grid.children) {
    const { top, width: own } = card.getBoundingClientRect();
    rows.set(Math.round(top), (rows.get(Math.round(top)) ?? -gap) + own + gap);
  }
  return [...rows.values()].filter((row) => Math.abs(row - width) > 1);
}

/** Runs in the page: the rows of a gallery, its width, and how much of each image is cropped. */
function galleryRows() {
  const gallery = document.querySelector('.gallery')!;
  const images = [...gallery.querySelectorAll('img')];
  const gap = Number.parseFloat(getComputedStyle(gallery).columnGap);
  const rows = new Map<number, { width: number; highest: number; lowest: number }>();
  for (const image of images) {
    const { top, width, height } = image.getBoundingClientRect();
    const row = rows.get(Math.round(top)) ?? { width: -gap, highest: Infinity, lowest: 0 };
    const [highest, lowest] = [Math.min(row.highest, height), Math.max(row.lowest, height)];
    rows.set(Math.round(top), { width: row.width + width + gap, highest, lowest });
  }
  const crops = images.map((image) => {
    const { width, height } = image.getBoundingClientRect();
    return Math.abs(1 - width / height / (Number(image.getAttribute('width')) / Number(image.getAttribute('height'))));
  });
  return { rows: [...rows.values()], room: gallery.getBoundingClientRect().width, crops };
}
