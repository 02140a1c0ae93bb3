import { expect } from 'chai';
import type { Locator } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { editorOn, showsText } from '../support/editor.ts';
import { write } from '../support/posts.ts';

const WIDTH = 320;
const phone = { viewport: { width: WIDTH, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

describeAdmin('the live view on a telephone', ({ use, signedIn }) => {
  it(
    'has a bar below selected words, and handles of blocks within reach',
    signedIn(async ({ open, page }) => {
      const content = 'Some words.\n\nA second paragraph.\n\n| a | b |\n|---|---|\n| c | d |\n\n- one\n- two';
      await open(`/admin/posts/${await write(use(), { title: 'Touched', content })}`);
      const { text } = editorOn(page);
      const words = text.getByText('Some words.');
      await words.tap();
      await selectWord(words, 'words');
      const bar = page.getByRole('toolbar', { name: 'Selected text' });
      const [line, below] = [await boxOf(words), await boxOf(bar)];
      expect(below.y).to.be.above(line.y + line.height / 2);
      expect(below.x).to.be.at.least(0);
      expect(below.x + below.width).to.be.at.most(WIDTH);
      await bar.getByRole('button', { name: 'Bold' }).tap();
      await showsText(page, content.replace('words', '**words**'));

      await text.getByText('A second paragraph.').tap();
      const handle = page.getByRole('button', { name: 'Block', exact: true });
      expect((await boxOf(handle)).x).to.be.at.least(0);
      await handle.tap();
      const menu = page.getByRole('menu', { name: 'Block' });
      const shown = await boxOf(menu);
      expect(shown.x).to.be.at.least(0);
      expect(shown.x + shown.width).to.be.at.most(WIDTH);
      expect(shown.y + shown.height).to.be.at.most(640);
      await menu.getByRole('menuitem', { name: 'Delete' }).tap();
      await showsText(page, content.replace('words', '**words**').replace('A second paragraph.\n\n', ''));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(WIDTH);
    }, phone),
  );
});

/** Selects a word of a line, as a long touch does. */
function selectWord(line: Locator, word: string): Promise<void> {
  return line.evaluate((element, text) => {
    const { firstChild } = element;
    const at = firstChild!.textContent!.indexOf(text);
    getSelection()!.setBaseAndExtent(firstChild!, at, firstChild!, at + text.length);
  }, word);
}

async function boxOf(element: Locator) {
  await element.waitFor();
  return (await element.boundingBox())!;
}
