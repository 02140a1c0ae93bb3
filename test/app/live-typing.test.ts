import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { editorOn, markdownOn, showsText } from '../support/editor.ts';

/** Keys, one a character, and the Markdown that they make. */
const typed: [name: string, keys: string, markdown: string][] = [
  ['a table by hand', '| a | b |\n|---|---|\n| 1 | 2 |\n\nend', '| a | b |\n|---|---|\n| 1 | 2 |\n\nend'],
  ['a table without outer bars', 'a | b\n--|--\n1 | 2', 'a | b\n--|--\n1 | 2'],
  ['text below a picture', '![](/media/a.png)\nend', '![](/media/a.png)\n\nend'],
  ['a gallery', '![](/media/a.png)\n![](/media/b.png)', '![](/media/a.png)\n\n![](/media/b.png)'],
  ['text below a card', 'https://example.com/\nend', 'https://example.com/\n\nend'],
  [
    'HTML by hand',
    '<details>\n<summary>x</summary>\n\ny\n</details>',
    '<details>\n<summary>x</summary>\n\ny\n</details>',
  ],
  ['a formula by hand', '$$\nx^2\n$$\nend', '$$\nx^2\n$$\nend'],
  ['code by hand', '```js\nlet a;\n```\nend', '```js\nlet a;\n```\nend'],
  ['text between paragraphs', 'a\n\n\nb', 'a\n\n\nb'],
];

describeAdmin('typing in the live view', ({ signedIn }) => {
  const begin = async (open: (path: string) => Promise<unknown>, page: Page) => {
    const svg = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
    await page.route('**/media/**', (route) => route.fulfill(svg));
    await open('/admin/posts/new');
    await editorOn(page).text.click();
  };
  const replace = async (page: Page, text: string, at: number) => {
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await editorOn(page).text.evaluate((element, anchor) => {
      (element as unknown as Content).cmTile.view.dispatch({ selection: { anchor } });
    }, at);
  };

  it(
    'loses nothing of blocks that are typed by hand',
    signedIn(async ({ open, page }) => {
      await begin(open, page);
      for (const [name, keys, markdown] of typed) {
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Delete');
        for (const key of keys) await (key === '\n' ? page.keyboard.press('Enter') : page.keyboard.type(key));
        expect(await markdownOn(page), name).to.equal(markdown);
      }
    }),
  );

  it(
    'keeps text apart from the block above or below, also when an input method composes it, in one step',
    signedIn(async ({ context, open, page }) => {
      await begin(open, page);
      const session = await context.newCDPSession(page);
      const blocks = ['| a |\n|---|\n| b |', '![](/media/a.png)', 'https://example.com/'];
      for (const block of blocks) {
        const text = `x\n\n${block}\n\ny`;
        for (const [at, expected] of [
          [2, `x\nnew\n\n${block}\n\ny`],
          [text.length - 2, `x\n\n${block}\n\nnew\n\ny`],
        ] as const) {
          await replace(page, text, at);
          await page.keyboard.type('new');
          expect(await markdownOn(page)).to.equal(expected);
          await page.keyboard.press('Control+z');
          expect(await markdownOn(page)).to.equal(text);
          // Beside other blocks, Chromium ends a composition that its protocol makes after one letter.
          if (!block.startsWith('|')) continue;
          await replace(page, text, at);
          for (const part of ['n', 'ne', 'new'])
            await session.send('Input.imeSetComposition', {
              text: part,
              selectionStart: part.length,
              selectionEnd: part.length,
            });
          await session.send('Input.insertText', { text: 'new' });
          await showsText(page, expected);
        }
      }
    }),
  );
});

/** The content element of CodeMirror, which leads to its view. */
type Content = Element & { cmTile: { view: { dispatch(spec: object): void } } };
