import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { editorOn, markdownOn, showsText } from '../support/editor.ts';
import { write } from '../support/posts.ts';

/** A narrow window. */
const WIDTH = 320;

describeAdmin('menus and bars of the live view', ({ use, signedIn }) => {
  const begin = async (open: (path: string) => Promise<unknown>, page: Page, content: string) => {
    const id = await write(use(), { title: `Menus ${content.length}-${content.slice(0, 5)}`, content });
    await open(`/admin/posts/${id}`);
    await editorOn(page).text.click();
    await page.keyboard.press('Control+Home');
  };

  it(
    'has a bar over selected text, by mouse and by keyboard',
    signedIn(async ({ open, page }) => {
      await begin(open, page, 'one two');
      for (let at = 0; at < 3; at++) await page.keyboard.press('Shift+ArrowRight');
      const bar = page.getByRole('toolbar', { name: 'Selected text' });
      await bar.getByRole('button', { name: 'Highlight' }).click();
      expect(await markdownOn(page)).to.equal('==one== two');
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await bar.waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('Alt+F10');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      expect(await markdownOn(page)).to.equal('==one== *two*');
    }),
  );

  it(
    'moves, duplicates, turns and deletes blocks',
    signedIn(async ({ open, page }) => {
      await begin(open, page, '# A\n\nb\nc\n\n1. one\n2. two\n   - in\n\nend');
      await page.keyboard.press('Alt+ArrowDown');
      await showsText(page, 'b\nc\n\n# A\n\n1. one\n2. two\n   - in\n\nend');
      await page.keyboard.press('Alt+ArrowUp');
      await showsText(page, '# A\n\nb\nc\n\n1. one\n2. two\n   - in\n\nend');
      await page.keyboard.press('Control+Alt+b');
      const menu = page.getByRole('menu', { name: 'Block' });
      await menu.waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await menu.getByRole('menuitem', { name: 'Paragraph' }).click();
      await showsText(page, 'A\n\nb\nc\n\n1. one\n2. two\n   - in\n\nend');
      await page.locator('.cm-line').filter({ hasText: 'one' }).click();
      await page.keyboard.press('Alt+ArrowDown');
      await showsText(page, 'A\n\nb\nc\n\n1. two\n   - in\n2. one\n\nend');
      await page.getByText('b', { exact: true }).hover();
      await page.getByRole('button', { name: 'Block' }).click();
      await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
      await showsText(page, 'A\n\nb\nc\n\nb\nc\n\n1. two\n   - in\n2. one\n\nend');
      await page.getByText('end', { exact: true }).hover();
      await page.getByRole('button', { name: 'Block' }).click();
      await menu.getByRole('menuitem', { name: 'Delete' }).click();
      await showsText(page, 'A\n\nb\nc\n\nb\nc\n\n1. two\n   - in\n2. one');
    }),
  );

  it(
    'drags a block to another place',
    signedIn(async ({ open, page }) => {
      await begin(open, page, 'first\n\nsecond\n\nthird');
      await page.getByText('third', { exact: true }).hover();
      const from = await page.getByRole('button', { name: 'Block' }).boundingBox();
      const to = await page.getByText('first', { exact: true }).boundingBox();
      await page.mouse.move(from!.x + 5, from!.y + 8);
      await page.mouse.down();
      await page.mouse.move(to!.x + 5, to!.y + 20, { steps: 4 });
      await page.mouse.move(to!.x + 5, to!.y + 4, { steps: 4 });
      await page.mouse.up();
      await showsText(page, 'third\n\nfirst\n\nsecond');
      await page.keyboard.press('Control+z');
      await showsText(page, 'first\n\nsecond\n\nthird');
    }),
  );

  it(
    'finds posts by @ and [[, emoji by a colon, and blocks by a slash',
    signedIn(async ({ open, page }) => {
      await write(use(), { id: 'target', title: 'A [target] post', content: 'x' });
      await begin(open, page, 'x');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('see @target');
      const options = page.getByRole('listbox').getByRole('option');
      await options.filter({ hasText: 'A [target] post' }).waitFor();
      await page.keyboard.press('Enter');
      await showsText(page, 'see [A \\[target\\] post](/posts/target)');
      await page.keyboard.type(' [[targ');
      await options.filter({ hasText: 'A [target] post' }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type(' :rocket');
      await options.filter({ hasText: '🚀' }).waitFor();
      await page.keyboard.press('Enter');
      const link = '[A \\[target\\] post](/posts/target)';
      await showsText(page, `see ${link} ${link} 🚀`);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/alert');
      await options.filter({ hasText: 'Alert' }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.type('hm');
      await showsText(page, `see ${link} ${link} 🚀\n\n> [!NOTE]\n> hm`);
      await page.keyboard.press('Control+a');
      await page.keyboard.type('me@target at 10:30');
      expect(await page.getByRole('listbox').count()).to.equal(0);
    }),
  );

  it(
    'keeps blocks apart and the numbers of a list when blocks are dragged, moved and deleted',
    signedIn(async ({ open, page }) => {
      await begin(open, page, 'x');
      const fill = async (text: string) => {
        await page.keyboard.press('Control+a');
        await page.keyboard.insertText(text);
      };
      const line = (words: string) => page.locator('.cm-line').filter({ hasText: words });
      for (const [text, words, to, expected] of [
        ['one\n\ntwo', 'one', 'two', 'two\n\none'],
        ['one\n\ntwo\n', 'one', 'two', 'two\n\none\n'],
        ['- one\n- two\n\nend', 'one', 'two', '- two\n- one\n\nend'],
        ['1. one\n2. two\n3. six', 'one', 'six', '1. two\n2. six\n3. one'],
        ['one\n## two\n\nsix', 'one', 'six', '## two\n\nsix\n\none'],
      ] as const) {
        await fill(text);
        await line(words).hover();
        const handle = (await page.getByRole('button', { name: 'Block' }).boundingBox())!;
        const place = (await line(to).boundingBox())!;
        await page.mouse.move(handle.x + 5, handle.y + 8);
        await page.mouse.down();
        await page.mouse.move(place.x + 5, place.y + place.height - 2, { steps: 4 });
        await page.mouse.up();
        expect(await markdownOn(page)).to.equal(expected);
      }
      await fill('one\n## two\n\nsix');
      await page.keyboard.press('Alt+ArrowUp');
      expect(await markdownOn(page)).to.equal('one\n\nsix\n\n## two');
      for (const [text, words, expected] of [
        ['- one\n- two\n\nend', 'two', '- one\n\nend'],
        ['one\n## two\nend', 'two', 'one\n\nend'],
      ] as const) {
        await fill(text);
        await line(words).hover();
        await page.getByRole('button', { name: 'Block' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        expect(await markdownOn(page)).to.equal(expected);
      }
    }),
  );

  for (const [language, quote, list, heading, handle, selection, columnBack] of [
    ['de', 'Zitat', 'Aufzählung', 'Überschrift 3', 'Block', 'Ausgewählter Text', 'Spalte nach vorn'],
    ['ar', 'اقتباس', 'قائمة نقطية', 'عنوان من المستوى 3', 'كتلة', 'النص المحدد', 'نقل العمود للخلف'],
  ] as const) {
    it(
      `are in ${language}, found by English names too, and within a narrow window`,
      signedIn(
        async ({ open, page }) => {
          await use().admin('PUT', '/api/admin/settings', { language });
          try {
            await open('/admin/posts/new');
            const content = page.locator('.cm-content');
            await content.click();
            const find = async (typed: string, name: string, markdown: string) => {
              await page.keyboard.press('Control+a');
              await page.keyboard.press('Delete');
              await page.keyboard.type(typed);
              await page.getByRole('option', { name, selected: true }).waitFor();
              const box = (await page.getByRole('listbox').boundingBox())!;
              expect(box.x).to.be.at.least(0);
              expect(box.x + box.width).to.be.at.most(WIDTH);
              await page.keyboard.press('Enter');
              await showsText(page, markdown);
            };
            await find(`/${quote}`, quote, '> ');
            await find('/bulleted', list, '- ');
            await find('/heading 3', heading, '### ');
            await page.keyboard.type('word');
            await page.keyboard.press('Shift+Control+ArrowLeft');
            const bar = page.getByRole('toolbar', { name: selection });
            await bar.waitFor();
            await page.locator('.cm-line').hover();
            const button = (await page.getByRole('button', { name: handle, exact: true }).boundingBox())!;
            const text = (await content.boundingBox())!;
            if (language === 'ar') expect(button.x).to.be.at.least(text.x + text.width);
            else expect(button.x + button.width).to.be.at.most(text.x);
            for (const { x, width } of [button, (await bar.boundingBox())!]) {
              expect(x).to.be.at.least(0);
              expect(x + width).to.be.at.most(WIDTH);
            }
            expect(await accessibilityProblems(page)).to.deep.equal([]);
            await content.click();
            await page.keyboard.press('Control+End');
            await page.keyboard.type('\n\n/table');
            await page.getByRole('option').first().waitFor();
            await page.keyboard.press('Enter');
            const back = page.getByRole('button', { name: columnBack });
            await back.waitFor();
            const turned = await back.evaluate((element) => getComputedStyle(element, '::before').transform);
            expect(turned).to.equal(language === 'ar' ? 'matrix(-1, 0, 0, 1, 0, 0)' : 'none');
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(WIDTH);
          } finally {
            await use().admin('PUT', '/api/admin/settings', { language: 'en' });
          }
        },
        { viewport: { width: WIDTH, height: 700 } },
      ),
    );
  }

  it(
    'does not double a mark of a list',
    signedIn(async ({ open, page }) => {
      await begin(open, page, 'x');
      for (const [first, second, text] of [
        ['- one', '- two', '- one\n- two'],
        ['- one', '* two', '- one\n- two'],
        ['1. one', '2. two', '1. one\n2. two'],
        ['9) one', '10) two', '9) one\n10) two'],
        ['- [ ] one', '- [ ] two', '- [ ] one\n- [ ] two'],
        ['- [x] one', '[x] two', '- [x] one\n- [ ] two'],
        ['> - one', '- two', '> - one\n> - two'],
        // These are no marks of the same kind.
        ['- one', '[ ] two', '- one\n- [ ] two'],
        ['- one', '1. two', '- one\n- 1. two'],
        ['1. one', '2024 two', '1. one\n2. 2024 two'],
        ['- one', '-two - 3', '- one\n- -two - 3'],
      ]) {
        await page.keyboard.press('Control+a');
        await page.keyboard.type(first!);
        await page.keyboard.press('Enter');
        await page.keyboard.type(second!);
        expect(await markdownOn(page)).to.equal(text);
      }
    }),
  );
});
