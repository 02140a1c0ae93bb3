import { expect } from 'chai';
import type { CDPSession, Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { editorOn, markdownOn } from '../support/editor.ts';
import { write } from '../support/posts.ts';

/** Stand where the text is composed, and where that adds a line break. */
const [BAR, BREAK] = ['¦', '⏎'];
/** Places in blocks, by their Markdown. */
const places = {
  'a paragraph': 'a ¦',
  'a heading': '## a¦',
  'an item': '- a¦',
  'a task': '- [ ] a¦',
  'a quote': '> a¦',
  'an alert': '> [!NOTE]\n> a¦',
  code: '```js\na¦\n```',
  'strong emphasis': '**a¦**',
  'highlighted text': '==a¦==',
  'a footnote': 'x[^1]\n\n[^1]: a¦',
  'a line below a card': 'https://example.com/\n\n¦',
  'a line below a table': '| a |\n| - |\n| b |\n\n¦',
  'a line below a formula': '$$\nx\n$$\n\n¦',
  'the line of a card': 'https://example.com/\n⏎¦',
};

/** What an input method shows until it inserts its last state. */
const inputs = { Japanese: ['に', 'にほ', '日本'], Chinese: ['z', 'zhong', '中文'], Korean: ['ㅎ', '하', '한'] };

describeAdmin('composition in the live view', ({ use, signedIn }) => {
  it(
    'inserts what is composed in every block',
    signedIn(async ({ context, open, page }) => {
      const session = await context.newCDPSession(page);
      for (const [name, content] of Object.entries(places)) {
        const id = await write(use(), { title: `In ${name}`, content: content.replace(BREAK, '').replace(BAR, '') });
        await open(`/admin/posts/${id}`);
        await editorOn(page).text.click();
        await putCursor(page, content.indexOf(BAR), content.endsWith(BAR));
        for (const states of Object.values(inputs)) await composeText(session, states);
        const composed = Object.values(inputs)
          .map((states) => states.at(-1))
          .join('');
        expect(await markdownOn(page), name).to.equal(content.replace(BREAK, '\n').replace(BAR, composed));
      }
    }),
  );

  it(
    'inserts what is composed in a cell of a table',
    signedIn(async ({ context, open, page }) => {
      const session = await context.newCDPSession(page);
      const id = await write(use(), { title: 'In a cell', content: '| a | b |\n|---|---|\n| c | d |' });
      await open(`/admin/posts/${id}`);
      await page.locator('.live-cell').nth(2).click();
      await page.keyboard.press('End');
      await composeText(session, inputs.Japanese);
      expect(await markdownOn(page)).to.equal('| a | b |\n|---|---|\n| c日本 | d |');
    }),
  );
});

async function composeText(session: CDPSession, states: readonly string[]): Promise<void> {
  for (const text of states) {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await session.send('Input.insertText', { text: states.at(-1)! });
}

/** Puts the cursor of CodeMirror at a position of the text. */
async function putCursor(page: Page, at: number, isEnd: boolean): Promise<void> {
  if (isEnd) return page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Home');
  for (let pressed = 0; pressed < at; pressed++) await page.keyboard.press('ArrowRight');
}
