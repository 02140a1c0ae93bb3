import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { editorOn, showsText } from '../support/editor.ts';
import { write } from '../support/posts.ts';

const find = (page: Page) => page.getByRole('search', { name: 'Find and replace' });
const counted = (page: Page, text: string) => find(page).getByRole('status').getByText(text, { exact: true }).waitFor();

describeAdmin('find and replace', ({ use, signedIn }) => {
  const begin = async (open: (path: string) => Promise<unknown>, page: Page, content: string) => {
    await open(`/admin/posts/${await write(use(), { title: `Find ${content.slice(0, 5)}`, content })}`);
    await editorOn(page).text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+f');
  };

  it(
    'counts hits, goes through them and replaces them, by keys alone',
    signedIn(async ({ open, page }) => {
      await begin(open, page, 'one two One\n\nones');
      await page.keyboard.type('one');
      await counted(page, '1 of 3');
      await page.keyboard.press('Enter');
      await counted(page, '2 of 3');
      await page.keyboard.press('Shift+Enter');
      await counted(page, '1 of 3');
      expect(await accessibilityProblems(page, { turned: true })).to.deep.equal([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await find(page).getByRole('button', { name: 'Match case', pressed: true }).waitFor();
      await counted(page, '1 of 2');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await counted(page, '1 of 1');
      await find(page).getByRole('button', { name: 'Whole words', pressed: true }).click();
      await find(page).getByRole('textbox', { name: 'Replace with' }).click();
      await page.keyboard.type('1');
      await page.keyboard.press('Enter');
      await showsText(page, '1 two One\n\nones');
      await counted(page, '1 of 1');
      await find(page).getByRole('button', { name: 'Replace all' }).click();
      await showsText(page, '1 two One\n\n1s');
      await page.keyboard.press('Escape');
      await find(page).waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await showsText(page, '1 two One\n\nones');
      // CodeMirror would ask for a line, in English.
      await page.keyboard.press('Control+Alt+g');
      expect(await page.locator('.cm-panel').count()).to.equal(0);
    }),
  );

  it(
    'says that a pattern is none, and finds by one',
    signedIn(async ({ open, page }) => {
      await begin(open, page, 'a1 b22');
      await find(page).getByRole('button', { name: 'Regular expression' }).click();
      const field = find(page).getByRole('textbox', { name: 'Find' });
      await field.fill('[0-9');
      await counted(page, 'No regular expression');
      expect(await field.getAttribute('aria-invalid')).to.equal('true');
      await field.fill('[0-9]+');
      await counted(page, '1 of 2');
      expect(await field.getAttribute('aria-invalid')).to.equal('false');
    }),
  );

  it(
    'shows hits in what is hidden: addresses of links, cells of tables, pictures',
    signedIn(async ({ open, page }) => {
      await page.route('**/media/**', (route) =>
        route.fulfill({ status: 200, contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      );
      await begin(
        open,
        page,
        'end\n\n[text](https://needle.example/)\n\n| a |\n|---|\n| needle |\n\n![](/media/needle.png)',
      );
      await page.keyboard.type('needle');
      const hit = page.locator('.cm-searchMatch-selected');
      for (const around of ['https://needle.example/', '| needle |', '/media/needle.png']) {
        await page.locator('.cm-line', { has: hit }).filter({ hasText: around }).waitFor();
        await page.keyboard.press('Enter');
      }
      expect(await page.getByRole('toolbar', { name: 'Selected text' }).count()).to.equal(0);
      await page.keyboard.press('Escape');
      await page.locator('.live-cell').first().waitFor();
    }),
  );

  it(
    'opens in a cell of a table as well',
    signedIn(async ({ open, page }) => {
      await begin(open, page, '| a |\n|---|\n| needle |\n\nneedle');
      await page.keyboard.press('Escape');
      await page.locator('.live-cell').first().click();
      await page.keyboard.press('Control+f');
      await page.keyboard.type('needle');
      await counted(page, '1 of 2');
    }),
  );
});
