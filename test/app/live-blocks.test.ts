import { expect } from 'chai';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { picture } from '../support/files.ts';
import { editorOn, markdownOn, says, showsText } from '../support/editor.ts';
import { read, write } from '../support/posts.ts';
import { uploaded } from '../support/uploads.ts';
import { until } from '../support/until.ts';

describeAdmin('blocks of the live view', ({ use, signedIn }) => {
  it(
    'scrolls a wide table by keyboard as well',
    signedIn(
      async ({ open, page }) => {
        const row = (cell: string) => `|${` ${cell} |`.repeat(9)}`;
        const content = [row('Column'), row('---'), row('word')].join('\n');
        await open(`/admin/posts/${await write(use(), { title: 'Wide', content })}`);
        await page.locator('.live-cell').last().waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(320);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      },
      { viewport: { width: 320, height: 700 } },
    ),
  );

  it(
    'edits the cells of a table, and changes only their lines',
    signedIn(async ({ open, page }) => {
      const table = '| A | B |\n|:--|--:|\n| 1 | **2** |';
      const id = await write(use(), { id: 'cells', title: 'Cells', content: `Before\n\n${table}\n\nAfter` });
      await open(`/admin/posts/${id}`);
      const cells = page.locator('.live-cell');
      await cells.last().locator('strong').waitFor();
      await cells.nth(2).click();
      await page.keyboard.type('0 | x');
      expect(await markdownOn(page)).to.equal('Before\n\n| A | B |\n|:--|--:|\n| 10 \\| x | **2** |\n\nAfter');
      await page.keyboard.press('Control+z');
      expect(await markdownOn(page)).to.equal(`Before\n\n${table}\n\nAfter`);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).to.equal('**2**');
      await page.keyboard.press('Tab');
      await page.keyboard.type('new');
      const added = `${table}\n| new |  |`;
      expect(await markdownOn(page)).to.equal(`Before\n\n${added}\n\nAfter`);
      await page.keyboard.press('Alt+ArrowUp');
      expect(await markdownOn(page)).to.equal('Before\n\n| A | B |\n|:--|--:|\n| new |  |\n| 1 | **2** |\n\nAfter');
      await page.keyboard.press('Alt+ArrowRight');
      expect(await markdownOn(page)).to.equal('Before\n\n| B | A |\n| --: | :-- |\n|  | new |\n| **2** | 1 |\n\nAfter');
      await page.getByRole('button', { name: 'Delete the row' }).click();
      await page.getByRole('button', { name: 'Add a column after it' }).click();
      expect(await markdownOn(page)).to.match(/^Before\n\n\| B \| A \|  \|\n.*\n\| \*\*2\*\* \| 1 \|  \|\n\nAfter$/);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.keyboard.type('!');
      expect(await markdownOn(page)).to.include('\n\n!\n\nAfter');
    }),
  );

  it(
    'is entered and left by the arrow keys',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), {
        id: 'arrows',
        title: 'Arrows',
        content: 'a\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\nb',
      });
      await open(`/admin/posts/${id}`);
      await page.locator('.live-cell').first().waitFor();
      await page.locator('.cm-line').first().click();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).to.equal(
        'Heading of column 1',
      );
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.type('c');
      expect(await markdownOn(page)).to.equal('a\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\ncb');
    }),
  );

  it(
    'has the keys of the text in the cells of a table',
    signedIn(async ({ open, page }) => {
      const content = 'a\n\n| A | B |\n|---|---|\n| 1 | 2 |';
      await open(`/admin/posts/${await write(use(), { title: 'Keys of cells', content })}`);
      const cell = page.locator('.live-cell').first();
      await cell.click();
      await page.keyboard.press('Control+Alt+u');
      await page.locator('.cm-line', { hasText: '| 1 | 2 |' }).waitFor();
      await page.keyboard.press('Control+Alt+u');
      await cell.click();
      await page.keyboard.press('Control+Alt+b');
      await page.getByRole('menu').getByRole('menuitem', { name: 'Move up' }).press('Enter');
      expect(await markdownOn(page)).to.equal('| A | B |\n|---|---|\n| 1 | 2 |\n\na');
    }),
  );

  it(
    'shows pictures with their tools, and changes only their Markdown',
    signedIn(async ({ open, page }) => {
      const { url } = await uploaded(use(), await picture(600, 400, 1).jpeg().toBuffer());
      const path = new URL(url).pathname;
      const content = `a\n\n![x](${path})\n\nb`;
      const id = await write(use(), { id: 'picture', title: 'Picture', content });
      await open(`/admin/posts/${id}`);
      const shown = page.locator('.live-pictures img.picture');
      await shown.click();
      await page.getByLabel('Alternative text').fill('A [boat]');
      await page.getByRole('combobox', { name: 'Size' }).selectOption('Wide');
      await page.getByLabel('Caption').fill('Off the "coast"');
      const written = `a\n\n![A \\[boat\\]](${path}#wide "Off the \\"coast\\"")\n\nb`;
      expect(await markdownOn(page)).to.equal(written);
      await page.locator('.live-pictures figure.wide figcaption').filter({ hasText: 'Off the "coast"' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.getByRole('combobox', { name: 'Size' }).selectOption('Normal');
      await page.keyboard.press('Control+s');
      await says(page, 'Saved');
    }),
  );

  it(
    'shows formulas, cards and HTML as the site does, and no script of hostile texts',
    signedIn(async ({ open, page }) => {
      const content = [
        'A $x^2$ and',
        '$$\n\\frac12\n$$',
        'https://example.com/page',
        'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        '<details><summary>More</summary>Hidden <b onclick="window.hit = 1">bold</b></details>',
        '<img src="x" onerror="window.hit = 1"><script>window.hit = 1</script>',
        '[a](javascript:window.hit=1) ![b](javascript:window.hit=1) text',
        '| <img src=x onerror="window.hit=1"> | b |\n|---|---|\n| [c](javascript:window.hit=1) | d |',
      ].join('\n\n');
      const id = await write(use(), { id: 'hostile', title: 'Hostile', content });
      await page.route('**/posts/x', (route) => route.abort());
      await open(`/admin/posts/${id}`);
      await page.locator('.live-math math').waitFor();
      await page.locator('.live-block math mfrac').waitFor();
      await page.locator('.live-card .card a[data-host="example.com"]').waitFor();
      const video = page.locator('.live-card .card.video a');
      await video.waitFor();
      await until(async () => {
        const { width, height } = (await video.boundingBox())!;
        return Math.abs(width / height - 16 / 9) < 0.02;
      });
      await page.locator('.live-html summary').click();
      await page.locator('.live-html details[open] b').click();
      expect(await page.evaluate(() => (window as { hit?: number }).hit)).to.equal(undefined);
      expect(await page.locator('.cm-content [onclick], .cm-content [onerror], .cm-content script').count()).to.equal(
        0,
      );
      expect(await markdownOn(page)).to.equal(content);
    }),
  );

  it(
    'saves nothing when a text with every kind of block was only looked at',
    signedIn(async ({ open, page }) => {
      const content =
        '| a |b|\n|-|-|\n|1|\n\n![x](/media/none.jpg#small)\n\n$$x$$\n\n<p>h\n\n***\n\n* a\n+ b\n\nEnd  \n';
      const id = await write(use(), { id: 'looked-at', title: 'Looked at', content });
      await page.route('**/media/none.jpg', (route) =>
        route.fulfill({
          status: 200,
          contentType: 'image/gif',
          body: Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'),
        }),
      );
      await open(`/admin/posts/${id}`);
      const { text } = editorOn(page);
      await text.click();
      for (let at = 0; at < 20; at++) await page.keyboard.press('ArrowUp');
      for (let at = 0; at < 40; at++) await page.keyboard.press('ArrowRight');
      expect(await markdownOn(page)).to.equal((await read(use(), id)).content);
      await says(page, 'Saved');
    }),
  );

  it(
    'have a field of their language in code, and a choice of their kind in alerts, each in one step',
    signedIn(async ({ open, page }) => {
      const content = (language: string, kind: string) =>
        `a\n\n\`\`\`${language} title="x"\n1\n\`\`\`\n\n> [!${kind}]\n> b\n\n* end`;
      await open(`/admin/posts/${await write(use(), { title: 'Kinds', content: content('js', 'NOTE') })}`);
      const field = page.getByRole('combobox', { name: 'Language of the code' });
      await field.fill('python');
      expect(await page.locator('#live-code-languages option').count()).to.be.above(100);
      await field.press('Enter');
      await showsText(page, content('python', 'NOTE'));
      await page.locator('.live-code .hljs-number').waitFor();
      await page.getByRole('combobox', { name: 'Kind of alert' }).selectOption('Warning');
      await showsText(page, content('python', 'WARNING'));
      await page.locator('.live-alert-warning').first().waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.locator('.cm-line').first().click();
      await page.keyboard.press('Control+z');
      await showsText(page, content('python', 'NOTE'));
      await page.keyboard.press('Control+Alt+m');
      await page.keyboard.press('Control+z');
      await showsText(page, content('js', 'NOTE'));
      await page.keyboard.press('Control+Alt+m');
    }),
  );

  it(
    'are dimmed but for the one with the cursor in the focus mode, which is remembered',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Focus', content: 'one\n\ntwo\nlines\n\n> three' });
      await open(`/admin/posts/${id}`);
      await page.locator('.cm-line', { hasText: 'two' }).click();
      await page.keyboard.press('Control+Alt+f');
      const bright = page.locator('.focus-mode .focus-current');
      expect(await bright.allTextContents()).to.deep.equal(['two', 'lines']);
      await page.reload();
      await page.getByRole('button', { name: 'Focus mode', pressed: true }).waitFor();
      await page.locator('.cm-line', { hasText: 'three' }).click();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      expect(await bright.allTextContents()).to.deep.equal(['two', 'lines']);
      await page.getByRole('button', { name: 'Focus mode' }).click();
      await page.locator('.focus-mode').waitFor({ state: 'detached' });
    }),
  );
});
