import { expect } from 'chai';
import type { Browser } from 'puppeteer-core';

import { builtApp } from '../../server/site/admin/built.ts';
import { TOKEN_KEY } from '../support/admin-app.ts';
import { set } from '../support/comments.ts';
import { databaseKinds } from '../support/databases.ts';
import { asFirefoxVisitor, needFirefox, type FirefoxVisitor } from '../support/firefox.ts';
import { write } from '../support/posts.ts';
import { startTestService, type TestService } from '../support/service.ts';

const TEXT = '.editor-code .cm-content';

/** A text, where the cursor is put, the keys, and the Markdown then; a bar in the text is the cursor. */
const typed: [name: string, text: string, keys: string[], expected: string][] = [
  ['before a mark', '|**b** c', ['x'], 'x**b** c'],
  ['behind an opening mark', '**|b** c', ['x'], '**xb** c'],
  ['before a closing mark', '**b|** c', ['x'], '**bx** c'],
  ['behind a closing mark', '**b**| c', ['x'], '**b**x c'],
  ['into a link by arrow keys', '[a](/b)| c', ['ArrowLeft', 'ArrowLeft', 'x'], '[a](/xb) c'],
  ['at the end of a heading', '## a|\n\nb', ['x'], '## ax\n\nb'],
  ['before a heading', '|## a', ['x'], 'x## a'],
  ['in emphasis in a mark', '==*a|*== b', ['x'], '==*ax*== b'],
  ['in code', '`a|` b', ['x'], '`ax` b'],
  ['behind struck text', '~~a~~|', ['x'], '~~a~~x'],
  ['in a formula', 'a $x|$', ['y'], 'a $xy$'],
  ['a new item', '- a|', ['Enter', 'b', 'Enter', 'Enter', 'c'], '- a\n- b\n\nc'],
  ['a mark that is there already', '- a|', ['Enter', '-', ' ', 'b'], '- a\n- b'],
  ['a number that is there already', '1. a|', ['Enter', '2', '.', ' ', 'b'], '1. a\n2. b'],
  ['deleting a mark', '**b**| c', ['Backspace'], '**b* c'],
  ['deleting an item', '- |a', ['Backspace'], 'a'],
  ['over a selection of hidden marks', 'a **b** c|', ['Shift+Home', 'x'], 'x'],
  ['undo of it', 'a **b** c|', ['Shift+Home', 'x', 'Control+z'], 'a **b** c'],
  ['bold and undo', 'a|', ['Shift+Home', 'Control+b', 'Control+z'], 'a'],
  ['over a rule', 'a|\n\n---\n\nb', ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'x'], 'a\n\n---\n\nbx'],
  ['behind a card', 'https://example.com/|', ['Enter', 'Enter', 'x'], 'https://example.com/\n\nx'],
  ['deleting a picture', '![](/media/x.png)|', ['Shift+Home', 'Backspace'], ''],
  ['deleting a table from behind', '| a |\n|---|\n\n|b', ['Shift+ArrowUp', 'Shift+ArrowUp', 'Backspace'], 'b'],
];

describe('the live view in Firefox', function () {
  let browser: Browser | undefined;
  let service: TestService | undefined;
  before(async function () {
    browser = await needFirefox(this);
    service = await startTestService(databaseKinds[0]!, { SITE: 'on' });
    await builtApp();
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });
  const writing = (act: (visitor: FirefoxVisitor) => Promise<void>) => () =>
    asFirefoxVisitor(browser!, new URL(service!.url).origin, async (visitor) => {
      await visitor.open('/healthz');
      const signIn = (key: string, token: string) => localStorage.setItem(key, token);
      await visitor.page.evaluate(signIn, TOKEN_KEY, service!.token);
      await act(visitor);
    });
  const begin = async ({ open, sees }: FirefoxVisitor, content: string) => {
    await open(`/admin/posts/${await write(service!, { title: 'In Firefox', status: 'draft', content })}`);
    await sees(TEXT);
  };

  it(
    'types at the edges of marks, over hidden marks and over widgets, and undoes it',
    writing(async (visitor) => {
      const { page, press } = visitor;
      await begin(visitor, 'x');
      for (const [name, text, keys, expected] of typed) {
        await showText(visitor, text);
        for (const key of keys) await (key.length === 1 ? page.keyboard.type(key) : press(key));
        expect(await markdownIn(visitor), name).to.equal(expected);
      }
    }),
  );

  it(
    'goes through a table by Tab, writes in it, and undoes that',
    writing(async (visitor) => {
      const { page, press, sees } = visitor;
      await begin(visitor, 'a\n\n| A | B |\n|---|---|\n| 1 | **2** |');
      await showCursor(visitor, 0);
      await sees('.live-cell', '2');
      for (const key of ['ArrowDown', 'ArrowDown']) await press(key);
      for (const text of ['x', 'y']) {
        await page.keyboard.type(text);
        await press('Tab');
      }
      await press('Tab');
      await page.keyboard.type('!');
      await press('Tab');
      await page.keyboard.type('new');
      const written = 'a\n\n| Ax | By |\n|---|---|\n| 1 | **2**! |\n| new |  |';
      expect(await markdownIn(visitor)).to.equal(written);
      await press('Control+z');
      expect(await markdownIn(visitor)).to.equal(written.replace('new', ''));
      await press('Shift+Tab');
      await press('Shift+Tab');
      await page.keyboard.type('0');
      expect(await markdownIn(visitor)).to.equal(written.replace('new', '').replace('1', '10'));
      await press('Alt+ArrowDown');
      expect(await markdownIn(visitor)).to.equal('a\n\n| Ax | By |\n|---|---|\n|  |  |\n| 10 | **2**! |');
      await press('Escape');
      await page.keyboard.type('end');
      expect(await markdownIn(visitor)).to.match(/\| \*\*2\*\*! \|\n\nend$/);
    }),
  );

  it(
    'has its menus and bars, and the search, by keys alone',
    writing(async (visitor) => {
      const { page, press, sees } = visitor;
      await write(service!, { id: 'target', title: 'Target', content: 'x' });
      await begin(visitor, 'x');
      await showCursor(visitor, 1);
      await page.keyboard.type(' @target');
      await sees('[role=option]', 'Target');
      await press('Enter');
      await page.keyboard.type(' :rocket');
      await sees('[role=option]', '🚀');
      await press('Enter');
      await press('Enter');
      await press('Enter');
      await page.keyboard.type('/quote');
      await sees('[role=option][aria-selected=true]', 'Quote');
      await press('Enter');
      await page.keyboard.type('said one one');
      const text = 'x [Target](/posts/target) 🚀\n\n> said one one';
      expect(await markdownIn(visitor)).to.equal(text);
      await press('Control+Shift+ArrowLeft');
      await sees('.live-selection');
      await press('Alt+F10');
      await press('Enter');
      expect(await markdownIn(visitor)).to.equal(text.replace(/one$/, '**one**'));
      await press('Control+Alt+b');
      await sees('[role=menuitem]', 'Move up');
      await press('Enter');
      expect(await markdownIn(visitor)).to.equal('> said one **one**\n\nx [Target](/posts/target) 🚀');
      await press('Control+f');
      await sees('.find-panel');
      await page.keyboard.type('one');
      await sees('.find-hits', '1 of 2');
      await press('Enter');
      await sees('.find-hits', '2 of 2');
      await press('Escape');
      await page.keyboard.type('two');
      expect(await markdownIn(visitor)).to.include('said one **two**');
    }),
  );

  it(
    'writes Arabic from right to left in the interface in Arabic',
    writing(async (visitor) => {
      await set(service!, { language: 'ar' });
      try {
        const { page, press, sees } = visitor;
        await begin(visitor, '## عنوان\n\nنص **مهم** هنا\n\n| أ | ب |\n|---|---|\n| ١ | ٢ |\n\n| a |\n|---|\n| b |');
        await sees('.live-strong', 'مهم');
        await showCursor(visitor, '## عنوان\n\n'.length);
        await press('ArrowLeft');
        await page.keyboard.type('x');
        expect(await markdownIn(visitor)).to.include('\n\nنxص');
        await press('End');
        await press('ArrowDown');
        await press('ArrowDown');
        await press('Alt+ArrowLeft');
        expect(await markdownIn(visitor)).to.include('| ب | أ |');
        const { directions, overflow } = await page.evaluate(() => ({
          directions: [...document.querySelectorAll('.live-table table')].map(
            (table) => getComputedStyle(table).direction,
          ),
          overflow: document.documentElement.scrollWidth - innerWidth,
        }));
        expect([...directions, overflow]).to.deep.equal(['rtl', 'ltr', 0]);
      } finally {
        await set(service!, { language: 'en' });
      }
    }),
  );
});

/** Replaces the text, and puts the cursor at the last bar in it. */
async function showText({ page }: FirefoxVisitor, text: string): Promise<void> {
  const at = text.lastIndexOf('|');
  await page.$eval(
    TEXT,
    (element, insert, anchor) => {
      const { view } = (element as Content).cmTile;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
      view.dispatch({ selection: { anchor } });
      view.focus();
    },
    text.slice(0, at) + text.slice(at + 1),
    at,
  );
}

function markdownIn({ page }: FirefoxVisitor): Promise<string> {
  return page.$eval(TEXT, (element) => (element as Content).cmTile.view.state.doc.toString());
}

async function showCursor({ page }: FirefoxVisitor, at: number): Promise<void> {
  await page.$eval(
    TEXT,
    (element, anchor) => {
      const { view } = (element as Content).cmTile;
      view.dispatch({ selection: { anchor } });
      view.focus();
    },
    at,
  );
}

/** The content element of CodeMirror, which leads to its view. */
type Content = Element & {
  cmTile: {
    view: { state: { doc: { length: number; toString(): string } }; dispatch(spec: object): void; focus(): void };
  };
};
