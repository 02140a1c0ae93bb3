import { expect } from 'chai';
import type { Locator } from 'playwright-core';

import { accessibilityProblems } from './support/axe.ts';
import { hasFocus } from './support/browser.ts';
import { PICTURES } from './support/picture-host.ts';
import { picture } from './support/files.ts';
import { arriveLate, LATE } from './support/late-pictures.ts';
import { write } from './support/posts.ts';
import { describeSite } from './support/site.ts';
import { uploaded, withSizes } from './support/uploads.ts';

// docs/interface.md, F25, F26, F27
describeSite('images of a post in a browser', ({ use, visiting }) => {
  let path: string;
  before(async () => {
    const shapes = [
      [1200, 800],
      [800, 1200],
      [2400, 800],
    ] as const;
    const images = [];
    for (const [at, [width, height]] of shapes.entries()) {
      const media = await uploaded(use(), await picture(width, height, at).jpeg().toBuffer());
      await withSizes(use(), media.id);
      images.push(`![Image ${at}](${new URL(media.url).pathname}${at === 1 ? ' "A tall one"' : ''})`);
    }
    path = `/posts/${await write(use(), { title: 'Images', content: `Before.\n\n${images.join('\n\n')}\n\nAfter.` })}`;
  });

  for (const [width, columns] of [
    [320, 2],
    [1280, 2],
  ] as const) {
    it(
      `are a gallery of ${columns} columns in their own proportions on ${width} pixels`,
      visiting(
        async ({ open, page }) => {
          await open(path);
          const boxes = await boxesOf(page.locator('.gallery img'));
          expect(new Set(boxes.map(({ x }) => Math.round(x))).size).to.equal(columns);
          expect(boxes.map((box) => (box.width / box.height).toFixed(1))).to.deep.equal(['1.5', '0.7', '3.0']);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(width);
          const images = page.locator('.gallery img');
          await loadAll(images);
          const versions = await images.evaluateAll((all: HTMLImageElement[]) =>
            all.map(({ clientWidth, currentSrc }) => ({ shown: clientWidth, url: currentSrc })),
          );
          for (const { shown, url } of versions) {
            const [, wide = ''] = /-(\d+)\.webp$/.exec(url) ?? [];
            expect(shown, `the smallest version that is large enough: ${url}`).to.be.within(
              wide === '320' ? 1 : 321,
              Number(wide),
            );
          }
        },
        { viewport: { width, height: 900 } },
      ),
    );
  }

  it(
    'are shown large in a dialog that the keyboard moves through and closes',
    visiting(async ({ open, page }) => {
      await open(path);
      const links = page.locator('.gallery a');
      await loadAll(page.locator('.gallery img'));
      const before = await boxesOf(links);
      await links.first().focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Image 1 of 3' });
      await dialog.waitFor();
      expect(await boxesOf(links)).to.deep.equal(before);
      expect(await shownIn(dialog)).to.deep.equal(['Image 0', 'Image 0']);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('ArrowRight');
      const second = page.getByRole('dialog', { name: 'Image 2 of 3' });
      await second.waitFor();
      expect(await shownIn(second)).to.deep.equal(['Image 1', 'A tall one']);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      const third = page.getByRole('dialog', { name: 'Image 3 of 3' });
      const image = third.getByRole('img');
      await image.evaluate(load);
      expect(await image.evaluate((element: HTMLImageElement) => element.currentSrc)).to.match(/-1280\.webp$/);
      await page.keyboard.press('Escape');
      await page.locator('.lightbox').waitFor({ state: 'detached' });
      expect(await hasFocus(links.nth(2))).to.equal(true);
    }),
  );

  it(
    'are shown large by a click, and closed by another one',
    visiting(async ({ open, page }) => {
      await open(path);
      await page.getByRole('link', { name: 'Image 1' }).click();
      await page.getByRole('button', { name: 'Next image' }).click();
      const dialog = page.getByRole('dialog', { name: 'Image 3 of 3' });
      await dialog.getByRole('img').click();
      await page.locator('.lightbox').waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).to.equal(path);
    }),
  );

  it(
    'are links to their files without scripts',
    visiting(
      async ({ open, page }) => {
        await open(path);
        expect(await page.getByRole('link', { name: 'Image 0' }).getAttribute('href')).to.match(/^\/media\/.*\.jpg$/);
      },
      { javaScriptEnabled: false },
    ),
  );

  // docs/interface.md, M20
  it(
    'are shown by the browser itself without a violation when they are opened',
    visiting(async ({ open, page }) => {
      await open(path);
      await open((await page.getByRole('link', { name: 'Image 0' }).getAttribute('href'))!);
      const [image, body] = await page.evaluate(() => {
        const { left, right } = document.images[0]!.getBoundingClientRect();
        return [Math.round(left + right), document.body.clientWidth];
      });
      expect(image, 'in the middle').to.be.closeTo(body, 2);
    }),
  );

  it(
    'of unknown size leave no frame once they are there, or have failed',
    visiting(async ({ page }) => {
      const content = [
        `![](${LATE}/wide.svg)`,
        'x',
        `![What failed](${LATE}/broken.svg)`,
        'x',
        `![What failed](${PICTURES}/broken.svg#1600x900)`,
      ];
      const id = await write(use(), { title: 'Late', content: content.join('\n\n'), cover: `${PICTURES}/broken.svg` });
      const { before, after } = await arriveLate(page, `${use().url}/posts/${id}`);
      const [width, line] = await page
        .locator('.prose')
        .evaluate((prose) => [prose.clientWidth, prose.querySelector('p:not(:has(a))')!.clientHeight]);
      expect(before.slice(0, 2).map((height) => (height / width).toFixed(2))).to.deep.equal(['0.67', '0.67']);
      expect((after[0]! / width).toFixed(2)).to.equal('0.56');
      for (const failed of await boxesOf(page.locator('.prose p:has(.missing)'))) {
        expect(failed.height).to.be.at.most(2 * line);
      }
      expect(await page.locator('.missing').count()).to.equal(3);
      expect(await page.locator('a:has(.missing)').count(), 'links to what is not there').to.equal(0);
      expect(await page.locator('.cover').isVisible()).to.equal(false);
    }),
  );
});

/** Loads images that would load when they come into view. Loaded ones have the ratio of their file, rounded to pixels. */
async function loadAll(images: Locator): Promise<void> {
  for (const image of await images.all()) await image.evaluate(load);
}

function load(image: HTMLImageElement): Promise<void> {
  image.loading = 'eager';
  return image.decode();
}

function boxesOf(locator: Locator) {
  return locator.evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
}

/** The alternative text and the caption that the dialog shows. */
async function shownIn(dialog: Locator): Promise<(string | null)[]> {
  return [await dialog.getByRole('img').getAttribute('alt'), await dialog.locator('figcaption').innerText()];
}
