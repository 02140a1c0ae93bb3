import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';

import { write } from './support/posts.ts';
import { SAMPLE } from './support/sample-posts.ts';
import { describeSite } from './support/site.ts';

describeSite('the styles of pages in a browser', ({ use, visiting }) => {
  for (const category of ['Softwareentwicklungsprozesse', 'x'.repeat(50), '软件开发流程与工程实践以及其他'.repeat(3)]) {
    it(
      `show the whole category ${category} and the date beside it in a list, however wide`,
      visiting(async ({ open, page }) => {
        const id = await write(use(), { title: 'Long', category });
        for (const width of [1280, 700, 375]) {
          await page.setViewportSize({ width, height: 800 });
          await open(`/categories/${encodeURIComponent(category)}`);
          const meta = page.locator('.posts .meta');
          const room = (await meta.first().boundingBox())!;
          for (const part of await meta.first().locator(':scope > *').all()) expectInside(await boxOf(part), room);
          expect(await seen(meta.locator('time').first()), `${width} pixels`).to.equal(true);
          expect(await seen(meta.locator('a').first()), `${width} pixels`).to.equal(true);
        }
        await use().admin('DELETE', `/api/posts/${id}`);
      }),
    );
  }

  it(
    'align the columns of a table, whatever the script of its cells',
    visiting(async ({ open, page }) => {
      const table = '| المدينة | City |\n|--|--:|\n| Rabat | الرباط |\n| فاس | Fez |';
      for (const [before, side] of [
        ['كتبت هذه الرسالة في الليل.', 'right'],
        ['Written at night.', 'left'],
      ] as const) {
        const id = await write(use(), { title: `Table ${side}`, content: `${before}\n\n${table}` });
        await open(`/posts/${id}`);
        const first = page.locator('.prose tr > :first-child');
        expect(await edgesOf(first, side), `${side}, the way of the table`).to.have.lengthOf(1);
        expect(await edgesOf(page.locator('.prose tr > :last-child'), 'right'), 'as the author said').to.have.lengthOf(
          1,
        );
      }
    }),
  );

  it(
    'align the title of an adjacent post with its label, whatever its script',
    visiting(async ({ open, page }) => {
      await write(use(), { id: 'desert-1', title: 'رسالة أولى', date: '2019-01-01' });
      await write(use(), { id: 'desert-2', title: 'Between them', date: '2019-01-02' });
      await write(use(), { id: 'desert-3', title: 'رسالة ثالثة', date: '2019-01-03' });
      await open('/posts/desert-2');
      for (const [rel, side] of [
        ['prev', 'left'],
        ['next', 'right'],
      ] as const) {
        expect(await edgesOf(page.locator(`.neighbours a[rel=${rel}]`), side, true), rel).to.have.lengthOf(1);
      }
    }),
  );

  it(
    'leave no gap between code or a mark of a footnote and the comma behind it',
    visiting(async ({ open, page }) => {
      const id = await write(use(), { title: 'Comma', content: 'Some `code`, a note[^1], an end.\n\n[^1]: Here.' });
      await open(`/posts/${id}`);
      const gaps = await page.locator('.prose :is(code, sup a)').evaluateAll((all) =>
        all.map((element) => {
          const range = document.createRange();
          const comma = (element.closest('sup') ?? element).nextSibling!;
          range.setStart(comma, 0);
          range.setEnd(comma, 1);
          const start = range.getBoundingClientRect().left;
          range.selectNodeContents(element);
          return start - range.getBoundingClientRect().right;
        }),
      );
      expect(gaps).to.have.lengthOf(2);
      for (const gap of gaps) expect(gap, 'pixels').to.be.below(1);
    }),
  );

  // docs/interface.md, Y14
  it(
    'code has its language and a button that copies it',
    visiting(async ({ open, page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const content = 'Text.\n\n```ts\nconst a = "<b>";\n\n// end\n```\n\n- item\n\n      plain';
      const id = await write(use(), { title: 'Code', content });
      await open(`/posts/${id}`);
      const block = page.locator('.code').first();
      const place = await block.locator('pre').boundingBox();
      await block.getByText('ts', { exact: true }).waitFor();
      await block.hover();
      await block.getByRole('button', { name: 'Copy' }).click();
      await block.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal('const a = "<b>";\n\n// end\n');
      expect(await block.locator('pre').boundingBox(), 'nothing moves').to.deep.equal(place);
      expect(await page.locator('.code').nth(1).locator('.tools').innerText()).to.equal('Copy');
    }),
  );

  it(
    'the table of contents stays beside the text on wide screens, and marks what is read',
    visiting(
      async ({ open, page }) => {
        const content = ['One', 'Two', 'Three', 'Four'].map((name) => `## ${name}\n\n${'Words. '.repeat(600)}\n\n`);
        const id = await write(use(), { title: 'Contents', content: content.join('') });
        await open(`/posts/${id}`);
        const contents = page.locator('.toc');
        const link = (name: string) => contents.getByRole('link', { name, exact: true });
        await link('Three').click();
        await page.waitForFunction(() => document.querySelector('.toc [aria-current]')?.textContent === 'Three');
        const text = (await page.locator('.prose').boundingBox())!;
        const box = (await contents.boundingBox())!;
        expect(box.x).to.be.greaterThan(text.x + text.width);
        expect(box.x + box.width).to.be.lessThan(1280);
        expect(box.y).to.be.within(0, 100);
        await page.setViewportSize({ width: 1000, height: 800 });
        await link('Three').waitFor({ state: 'hidden' });
        expect((await contents.boundingBox())!.x).to.equal((await page.locator('.prose').boundingBox())!.x);
      },
      { viewport: { width: 1280, height: 800 } },
    ),
  );
});

describeSite('forced colours', ({ visiting }) => {
  const forced = { forcedColors: 'active' } as const;

  it(
    'mark the selected tab of the guestbook',
    visiting(async ({ open, page }) => {
      await open('/guestbook#gb-idea');
      expect(await markedIn(page, '.tabs a')).to.deep.equal(['Ideas']);
      await page.getByRole('link', { name: /^Notes/ }).click();
      expect(await markedIn(page, '.tabs a')).to.deep.equal(['Notes']);
    }, forced),
  );

  it(
    'mark the current page in the navigation, and the current year in the archive',
    visiting(async ({ open, page }) => {
      await open('/archive/2025');
      expect(await markedIn(page, '.top nav a')).to.deep.equal(['Archive']);
      expect(await markedIn(page, '.years a')).to.deep.equal(['2025']);
    }, forced),
  );

  it(
    'mark liked items',
    visiting(async ({ open, page }) => {
      await open(`/posts/${SAMPLE.long}`);
      for (const kind of ['data-like-comment', 'data-like']) {
        const like = page.locator(`[${kind}]`).first();
        const before = await heartOf(like);
        await like.click();
        await page.locator(`[${kind}][aria-pressed=true]`).waitFor();
        const after = await heartOf(like);
        expect(after.shape).to.not.equal(before.shape);
        expect(after.colour, 'one that the system chose').to.equal(await colourOf(page, 'ButtonText'));
      }
    }, forced),
  );
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  return (await locator.boundingBox())!;
}

function expectInside(box: Box, room: Box): void {
  expect(box.x).to.be.at.least(room.x - 1);
  expect(box.x + box.width).to.be.at.most(room.x + room.width + 1);
  expect(box.y).to.be.at.least(room.y - 1);
  expect(box.y + box.height).to.be.at.most(room.y + room.height + 1);
}

/** Whether the centre of an element is in the viewport and not covered. */
function seen(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** The start or end of the text in elements, in whole pixels: a single value if they are aligned. */
function edgesOf(locator: Locator, side: 'left' | 'right', eachLine = false): Promise<number[]> {
  return locator.evaluateAll(
    (all, { side, eachLine }) => {
      const edges = all.flatMap((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const boxes: DOMRect[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if ((node.textContent ?? '').trim() === '') continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          boxes.push(...[...range.getClientRects()].filter(({ width }) => width > 4));
        }
        const found = boxes.map((box) => Math.round(box[side] / 3));
        return eachLine ? found : found.slice(0, 1);
      });
      return [...new Set(edges)];
    },
    { side, eachLine },
  );
}

/** The texts of the elements with a visible bottom border. */
async function markedIn(page: Page, selector: string): Promise<string[]> {
  const canvas = await colourOf(page, 'Canvas');
  return page.locator(selector).evaluateAll((all, canvas) => {
    const marked = all.filter((element) => {
      const { borderBottomColor, borderBottomWidth } = getComputedStyle(element);
      return borderBottomWidth !== '0px' && borderBottomColor !== canvas;
    });
    return marked.map((element) => (element.firstChild?.textContent ?? '').trim());
  }, canvas);
}

function heartOf(button: Locator) {
  return button.evaluate((element) => {
    const { maskImage, backgroundColor } = getComputedStyle(element, '::before');
    return { shape: maskImage, colour: backgroundColor };
  });
}

/** The value of a system colour. */
function colourOf(page: Page, name: string): Promise<string> {
  return page.evaluate((name) => {
    const element = Object.assign(document.createElement('i'), { style: `background: ${name}` });
    document.body.append(element);
    const { backgroundColor } = getComputedStyle(element);
    element.remove();
    return backgroundColor;
  }, name);
}
