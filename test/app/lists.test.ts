import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { hasFocus } from '../support/browser.ts';
import { editorOn, markdownOn } from '../support/editor.ts';
import { write } from '../support/posts.ts';

/** Keys for `Keyboard.press` are in angle brackets; everything else is typed. */
const cases: [what: string, keys: string, result: string][] = [
  ['continues a list, and ends it with Enter in an empty item', '- a<Enter>b<Enter><Enter>end', '- a\n- b\n\nend'],
  ['ends a list of one item', '- a<Enter><Enter>end', '- a\n\nend'],
  ['continues numbers', '9. a<Enter>b<Enter><Enter>end', '9. a\n10. b\n\nend'],
  ['continues check boxes with empty ones', '- [x] a<Enter>b<Enter><Enter>end', '- [x] a\n- [ ] b\n\nend'],
  ['leaves an inner list first', '- a<Enter><Tab>b<Enter><Enter>c<Enter><Enter>end', '- a\n  - b\n- c\n\nend'],
  ['keeps what follows apart', '- a<Enter>b<ArrowUp><End><Enter><Enter>mid', '- a\n\nmid\n\n- b'],
  ['indents by the width of the mark above', '1. a<Enter>b<Tab><Enter>c<Shift+Tab>', '1. a\n   1. b\n2. c'],
  ['moves inner items along', '- a<Enter>b<Enter><Tab>c<ArrowUp><Tab>', '- a\n  - b\n    - c'],
  ['numbers the rest again', '1. a<Enter>b<Enter>c<ArrowUp><Tab>', '1. a\n   1. b\n2. c'],
  ['moves several items', '- a<Enter>b<Enter>c<Shift+ArrowUp><Tab>', '- a\n  - b\n  - c'],
  ['does not indent the first item', '- a<Tab>b', '- ab'],
  ['removes an empty mark with Backspace', '- a<Enter><Backspace><Backspace><Backspace>', '- a'],
];

describeAdmin('lists in the editor', ({ use, signedIn }) => {
  it(
    'continue and end with the usual keys',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Lists', content: 'x' });
      await open(`/admin/posts/${id}`);
      await editorOn(page).text.click();
      for (const [what, keys, result] of cases) {
        await page.keyboard.press('Control+a');
        await play(page, keys);
        expect(await markdownOn(page), what).to.equal(result);
      }
    }),
  );

  it(
    'take Tab only inside lists, and never after Escape',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Tab', content: '- a\n- b\n\nText.' });
      await open(`/admin/posts/${id}`);
      const { text, title } = editorOn(page);
      await text.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Tab');
      expect(await hasFocus(text)).to.equal(false);
      await text.focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      expect(await hasFocus(text)).to.equal(true);
      expect(await markdownOn(page)).to.equal('- a\n  - b\n\nText.');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Shift+Tab');
      expect(await hasFocus(title)).to.equal(true);
      expect(await markdownOn(page)).to.equal('- a\n  - b\n\nText.');
    }),
  );

  it(
    'do not handle Tab and Enter in code',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Code', content: '```\n- \n```' });
      await open(`/admin/posts/${id}`);
      await editorOn(page).text.click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      expect(await markdownOn(page)).to.equal('```\n- \n\n```');
    }),
  );
});

async function play(page: Page, keys: string): Promise<void> {
  for (const [, key, text] of keys.matchAll(/<([^>]+)>|([^<]+)/g)) {
    if (key !== undefined) await page.keyboard.press(key);
    else await page.keyboard.type(text!);
  }
}
