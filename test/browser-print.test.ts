import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { comment } from './support/comments.ts';
import { write } from './support/posts.ts';
import { describeSite } from './support/site.ts';
import { freshAddress } from './support/visitors.ts';

describeSite('printed pages', ({ use, visiting }) => {
  it(
    'show the URL of a link once',
    visiting(async ({ open, page }) => {
      const id = await write(use(), {
        title: 'Links',
        content: [
          '[words](https://elsewhere.example/words)',
          'https://elsewhere.example/a?b=1&c=2',
          '<https://elsewhere.example/ä>',
          'www.elsewhere.example',
          '[elsewhere.example](https://elsewhere.example/)',
          '[https://elsewhere.example/a](https://elsewhere.example/b)',
          '[a title](https://elsewhere.example/c "a > b")',
        ].join('\n\n'),
      });
      await open(`/posts/${id}`);
      await onPaper(page);
      const links = await page
        .locator('.prose a')
        .evaluateAll((all) =>
          all.map((link) => [link.textContent, getComputedStyle(link, '::after').content] as const),
        );
      const twice = links.filter(([, after]) => after !== 'none');
      expect(links).to.have.lengthOf(7);
      expect(twice.map(([text]) => text)).to.deep.equal(['words', 'https://elsewhere.example/a', 'a title']);
      expect(twice[0]?.[1]).to.include('https://elsewhere.example/words');
    }),
  );

  it(
    'show the content of closed details',
    visiting(async ({ open, page }) => {
      const content = '<details><summary>The cost</summary>\n\nNot much.\n\n</details>\n\nAfter it.';
      const id = await write(use(), { title: 'Boxes', content });
      await open(`/posts/${id}`);
      const words = page.getByText('Not much.');
      const isShown = () => words.evaluate((element) => element.checkVisibility());
      const height = () => page.locator('.prose details').evaluate((box) => box.getBoundingClientRect().height);
      const [before, isShownBefore] = [await height(), await isShown()];
      await onPaper(page);
      expect([isShownBefore, await isShown()]).to.deep.equal([false, true]);
      expect(await height()).to.be.greaterThan(before + 10);
    }),
  );

  it(
    'show the exact time of comments',
    visiting(async ({ open, page }) => {
      await comment(use(), 'day-1', { content: 'On paper' }, freshAddress());
      await open('/posts/day-1');
      const time = page.locator('[data-comment] time');
      expect(await time.innerText()).to.match(/ago|now/);
      await onPaper(page);
      const printed = await time.evaluate((element) => {
        const [own, after] = [getComputedStyle(element), getComputedStyle(element, '::after')];
        return { size: own.fontSize, content: after.content, shownSize: after.fontSize };
      });
      expect(printed.content).to.match(/^"[A-Z]\w+ \d+, 20\d\d at \d+:\d\d/);
      expect([printed.size, printed.shownSize]).to.deep.equal(['0px', '14px']);
    }),
  );
});

function onPaper(page: Page): Promise<void> {
  return page.emulateMedia({ media: 'print' });
}
