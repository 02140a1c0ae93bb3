import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { set } from '../support/comments.ts';
import { editorOn } from '../support/editor.ts';
import { write } from '../support/posts.ts';

/** Parts whose length differs much between the text and its preview. */
const parts = Array.from({ length: 40 }, (_, at) =>
  at % 2 === 0
    ? `## Part ${at}\n\n${'A long paragraph goes on and on. '.repeat(12)}`
    : `## Part ${at}\n\n${Array.from({ length: 8 }, (_item, row) => `- item ${row}`).join('\n')}`,
);

describeAdmin('text and preview', ({ use, signedIn }) => {
  for (const [what, content] of [
    ['block by block', parts.join('\n\n')],
    ['by headings when a block has no element of its own', `${parts.join('\n\n')}\n\n[^1]: Unused.\n\n<!-- -->`],
  ] as const) {
    it(
      `scroll together, ${what}`,
      signedIn(async ({ open, page }) => {
        const id = await write(use(), { title: 'Long', content });
        await open(`/admin/posts/${id}`);
        await page.getByRole('button', { name: 'Preview' }).click();
        await editorOn(page).prose.locator('h2').last().waitFor();
        await page.evaluate(() => {
          const paper = document.querySelector('.editor-paper')!;
          paper.scrollTop = paper.scrollHeight * 0.6;
        });
        await showTheSamePart(page);
        await page
          .frameLocator('iframe[title=Preview]')
          .locator('html')
          .evaluate((root) => (root.scrollTop = 3000));
        await showTheSamePart(page);
        await page
          .frameLocator('iframe[title=Preview]')
          .locator('html')
          .evaluate((root) => (root.scrollTop = 0));
        await page.waitForFunction(() => document.querySelector('.editor-paper')!.scrollTop === 0);
        await editorOn(page).text.click();
        await page.keyboard.press('Control+End');
        await page.waitForFunction(() => {
          const root = document.querySelector('iframe')!.contentDocument!.documentElement;
          const height = root.clientHeight;
          return root.querySelector('h2:last-of-type')!.getBoundingClientRect().top < height;
        });
        await page.keyboard.type('!');
      }),
    );
  }

  it(
    'fit a window that becomes narrower, in a language that is written from right to left',
    signedIn(
      async ({ open, page }) => {
        const id = await write(use(), { title: 'Turned', content: 'A phone that is turned.' });
        await set(use(), { language: 'he' });
        try {
          await open(`/admin/posts/${id}`);
          await page.locator('.editor-title').waitFor();
          await page.locator('.editor-actions button[aria-pressed]').first().click();
          await page.locator('.editor-page').waitFor();
          await page.setViewportSize({ width: 320, height: 800 });
          // The app follows a change of the width a moment later.
          await page.waitForFunction(() => document.documentElement.scrollWidth === 320);
        } finally {
          await set(use(), { language: 'en' });
        }
      },
      { viewport: { width: 800, height: 800 }, locale: 'he' },
    ),
  );
});

/** Waits until the first heading on the screen of one side is also on the other's. */
async function showTheSamePart(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const paper = document.querySelector('.editor-paper')!;
    const { top, bottom } = paper.getBoundingClientRect();
    const isShown = (element: Element, from: number, to: number) => {
      const box = element.getBoundingClientRect();
      return box.top >= from && box.bottom <= to;
    };
    const inText = [...paper.querySelectorAll('.cm-line')]
      .filter((line) => line.matches('.live-h') && isShown(line, top, bottom))
      .map((line) => line.textContent.replace('## ', ''));
    const root = document.querySelector('iframe')!.contentDocument!.documentElement;
    const inPage = new Set(
      [...root.querySelectorAll('h2')]
        .filter((heading) => isShown(heading, 0, root.clientHeight))
        .map((heading) => heading.textContent),
    );
    return paper.scrollTop > 500 && root.scrollTop > 500 && inText.some((part) => inPage.has(part));
  });
}
