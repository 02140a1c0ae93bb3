import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { editorOn, markdownOn, showsText, typeAtEnd } from '../support/editor.ts';
import { write } from '../support/posts.ts';

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' });
const tool = (page: Page, name: string) => toolbar(page).getByRole('button', { name, exact: true });

describeAdmin('the tools of the editor', ({ use, signedIn }) => {
  it(
    'insert the Markdown that each names, and replace one kind of line by another',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Tools', content: 'word' });
      await open(`/admin/posts/${id}`);
      await editorOn(page).text.click();
      const cases: [names: string[], result: string][] = [
        [['Heading 3'], '### word'],
        [['Heading 3', 'Heading 4'], '#### word'],
        [['Heading 2', 'Heading 2'], 'word'],
        [['Task list'], '- [ ] word'],
        [['Task list', 'Numbered list', 'Bulleted list'], '- word'],
        [['Footnote'], 'word[^1]\n\n[^1]: '],
        [
          ['Table'],
          'word\n\n| Column 1 | Column 2 |\n| -------- | -------- |\n|          |          |\n|          |          |',
        ],
      ];
      for (const [names, result] of cases) {
        await page.keyboard.press('Control+a');
        await page.keyboard.type('word');
        for (const name of names) await tool(page, name).click();
        expect(await markdownOn(page), names.join()).to.equal(result);
      }
      await page.keyboard.type('Name');
      expect(await markdownOn(page)).to.include('| Name | Column 2 |');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('a[^7] b');
      await page.keyboard.press('Control+Home');
      await tool(page, 'Footnote').click();
      await page.keyboard.type('Note.');
      expect(await markdownOn(page)).to.equal('[^8]a[^7] b\n\n[^8]: Note.');
    }),
  );

  it(
    'are one tab stop; the arrow keys reach each, and it shows its name and keys',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Arrows', content: '## One\n\nText.\n\n### Two *b*\n\nMore.' });
      await open(`/admin/posts/${id}`);
      await tool(page, 'Bold').focus();
      await page.getByRole('tooltip', { name: 'Bold · Ctrl B' }).waitFor();
      expect(await toolbar(page).locator('[tabindex="0"]').count()).to.equal(1);
      await page.keyboard.press('ArrowRight');
      expect(await hasFocus(tool(page, 'Italic'))).to.equal(true);
      await page.keyboard.press('End');
      expect(await hasFocus(tool(page, 'Outline'))).to.equal(true);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('Tab');
      expect(await hasFocus(page.getByRole('button', { name: 'Add a cover image' }))).to.equal(true);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      const items = page.getByRole('dialog', { name: 'Outline' }).getByRole('listitem');
      await items.nth(1).waitFor();
      expect(await items.allInnerTexts()).to.deep.equal(['One', 'Two b']);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await items.nth(1).getByRole('button').click();
      await page.waitForFunction(() => document.activeElement?.classList.contains('cm-content'));
      await page.keyboard.type('x');
      await showsText(page, '## One\n\nText.\n\nx### Two *b*\n\nMore.');
    }),
  );

  it(
    'link to another post or page; its title is the text of the link unless text is selected',
    signedIn(async ({ open, page }) => {
      await write(use(), { id: 'far-harbour', title: 'Far harbour [old]', status: 'draft' });
      await use().admin('POST', '/api/pages', { id: 'imprint', title: 'Imprint', content: 'x', status: 'published' });
      const id = await write(use(), { title: 'Linking', content: '' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, '');
      // Typed at once, before the dialog has the focus.
      await tool(page, 'Link to a post').evaluate(async (button: HTMLElement) => {
        button.click();
        // React renders in a microtask, as after a click of a user.
        await Promise.resolve();
        for (const key of ['f', 'a', 'x', 'Backspace', 'Enter', ...'r harb']) {
          document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        }
      });
      const search = page.getByRole('dialog').getByRole('searchbox');
      await page.waitForFunction(() => document.activeElement?.matches('[role=dialog] input'));
      expect(await search.inputValue()).to.equal('far harb');
      await page.getByRole('dialog').getByText('Draft · /posts/far-harbour').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await search.press('Enter');
      await showsText(page, '[Far harbour \\[old\\]](/posts/far-harbour)');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('us');
      await page.keyboard.press('Control+a');
      await tool(page, 'Link to a post').click();
      await search.fill('imprint');
      await page.getByRole('dialog').getByRole('button', { name: 'Imprint' }).click();
      await showsText(page, '[us](/imprint)');
    }),
  );

  it(
    'are in the menu that “/” opens at the beginning of a line',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Slash', content: 'x' });
      await open(`/admin/posts/${id}`);
      await editorOn(page).text.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('and/or');
      const menu = page.getByRole('listbox', { name: 'Tools' });
      expect(await menu.count()).to.equal(0);
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
      await menu.waitFor();
      expect(await menu.getByRole('option').first().innerText()).to.include('Heading 2');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.type('quo');
      await menu.getByRole('option', { name: 'Quote' }).waitFor();
      await menu.getByRole('option', { name: 'Table' }).waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await page.keyboard.type('said');
      await showsText(page, 'and/or\n> said');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('/');
      await menu.waitFor();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await page.keyboard.type('etc');
      expect(await markdownOn(page)).to.equal('/etc');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('/lib');
      await menu.getByRole('option', { name: 'From the library' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('searchbox').waitFor();
    }),
  );
});
