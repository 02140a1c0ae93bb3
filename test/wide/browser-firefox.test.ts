import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Browser } from 'puppeteer-core';

import { builtApp } from '../../server/site/admin/built.ts';
import { set } from '../support/comments.ts';
import { databaseKinds } from '../support/databases.ts';
import { picture } from '../support/files.ts';
import { asFirefoxVisitor, needFirefox, type FirefoxVisitor } from '../support/firefox.ts';
import { read } from '../support/posts.ts';
import { newFolder } from '../support/run.ts';
import { LOCKED, SAMPLE } from '../support/sample-posts.ts';
import { PASSWORD, startTestService, type TestService } from '../support/service.ts';
import { bringToNow, fillSite } from '../support/site.ts';

const THEME = '[data-theme-switch]';
const COMMENT = 'form[data-write] [name=content]';
const TEXT = '.editor-code .cm-content';

describe('in Firefox', function () {
  let browser: Browser | undefined;
  let service: TestService | undefined;
  before(async function () {
    browser = await needFirefox(this);
    service = await startTestService(databaseKinds[0]!, { SITE: 'on' });
    await bringToNow(service);
    await fillSite(service);
    await builtApp();
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });
  const visiting = (act: (visitor: FirefoxVisitor) => Promise<void>) => () =>
    asFirefoxVisitor(browser!, new URL(service!.url).origin, act);

  it(
    'readers read in light and dark, search as they type, open a protected post, and like one',
    visiting(async ({ open, page, click, type, sees }) => {
      await open('/');
      await sees('h2', 'Start here');
      const background = () => page.$eval('html', (root) => getComputedStyle(root).backgroundColor);
      const light = await background();
      await click(THEME);
      expect(await background()).to.not.equal(light);
      await open(`/posts/${SAMPLE.long}`);
      expect(await page.$eval(THEME, (button) => button.getAttribute('aria-pressed')), 'it stays dark').to.equal(
        'true',
      );
      await sees('.prose h2', 'The second day');
      await click('[data-like]');
      await sees('[data-like] [data-likes]', '1');
      await open('/search');
      await type('input[type=search]', 'goat');
      await sees('.results mark', 'goat');
      expect(new URL(page.url()).search).to.equal('?q=goat');
      await open(`/posts/${SAMPLE.locked}`);
      await type('#post-password', LOCKED.password);
      await click('form.locked button');
      await sees('.prose', LOCKED.text);
    }),
  );

  it(
    'readers write a comment, reply to it, edit and like it',
    visiting(async ({ open, page, click, type, sees }) => {
      await open('/posts/day-1');
      await type('form[data-write] [name=author]', 'Gus');
      await type(COMMENT, 'First & <b>foremost</b>');
      await click('form[data-write] button');
      await sees('[data-comment] .text', 'First & <b>foremost</b>');
      await click('[data-comment] [data-like-comment]');
      await sees('[data-comment] [data-likes]', '1');
      await click('[data-comment] [data-reply]');
      await sees('form[data-write] h3', 'Reply to Gus');
      await type(COMMENT, 'Second');
      await click('form[data-write] button:not([type=button])');
      await sees('[data-comment] [data-comment] .text', 'Second');
      await click('[data-comment] [data-comment] [data-edit]');
      await type('.entries textarea', '!');
      await click('.entries form button');
      await sees('[data-comment] [data-comment] .text', 'Second!');
      await page.reload();
      await sees('[data-comment] [data-comment] .text', 'Second!');
    }),
  );

  it(
    'pages in Arabic are set from right to left and fit the window',
    visiting(async ({ open, page }) => {
      await set(service!, { language: 'ar' });
      try {
        for (const path of ['/', `/posts/${SAMPLE.arabic}`, '/archive', '/guestbook']) {
          await open(path);
          const { direction, overflow } = await page.evaluate(() => ({
            direction: getComputedStyle(document.body).direction,
            overflow: document.documentElement.scrollWidth - innerWidth,
          }));
          expect(direction, path).to.equal('rtl');
          expect(overflow, path).to.be.at.most(0);
        }
      } finally {
        await set(service!, { language: 'en' });
      }
    }),
  );

  it(
    'the owner signs in, writes, pastes, adds a picture, publishes, and opens the post again',
    visiting(async (owner) => {
      const { open, page, click, press, type, sees } = owner;
      const file = join(await newFolder(), 'boat.png');
      await writeFile(file, await picture(40, 30, 7).png().toBuffer());
      await open(`/posts/${SAMPLE.chinese}`);
      await page.$eval('.prose h2', (heading) => getSelection()!.selectAllChildren(heading.parentElement!));
      await press('Control+c');

      await open('/admin');
      await type('input[type=password]', PASSWORD);
      await press('Enter');
      await sees('h1', 'Dashboard');
      await press('n');
      await type('.editor textarea, .editor input', 'From Firefox');
      await type(TEXT, 'One two');
      await press('Control+Shift+ArrowLeft');
      await click('[role=toolbar] [aria-label="Bold"]');
      await press('End');
      await press('Enter');
      await page.keyboard.type('/quo');
      await sees('[role=listbox] [role=option]', 'Quote');
      await press('Enter');
      await page.keyboard.type('said');
      await showsText(owner, 'One **two**\n> said');
      await press('Enter');
      await press('Enter');
      await press('Control+v');
      await sees('.cm-line', '等待');
      await sees('.cm-line', '而我');
      const [chooser] = await Promise.all([
        page.waitForFileChooser(),
        click('[role=toolbar] [aria-label="Upload files"]'),
      ]);
      await chooser.accept([file]);
      await page.waitForFunction(
        (selector) => document.querySelector<Content>(selector)?.cmTile.view.state.doc.toString().includes('(/media/'),
        {},
        TEXT,
      );
      await press('Escape');
      await sees('[role=status]', 'Saved');
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      expect((await read(service!, id)).status).to.equal('draft');
      await click('::-p-aria([name="Publish"][role="button"])');
      await sees('[role=dialog]', 'Publish this post');
      await press('Control+Enter');
      await sees('[role=status]', 'Published');
      await open(`/posts/${id}`);
      await sees('.prose blockquote', 'said');
      await sees('.prose strong', 'two');
      await sees('.prose strong', '而我');
      await page.$eval('.prose img', (image) => image.decode());

      await open('/admin/posts');
      await click('::-p-aria([name="From Firefox"][role="link"])');
      await sees('.cm-line', 'One two');
      await type(TEXT, '');
      await press('Control+End');
      await page.keyboard.type(' The end.');
      await sees('[role=status]', 'Saved');
      await page.reload();
      await sees('.cm-line', 'The end.');
    }),
  );
});

/** The stored text, whatever the lines show of it. */
async function showsText({ page }: FirefoxVisitor, markdown: string): Promise<void> {
  await page.waitForFunction(
    (selector, wanted) => {
      const content = document.querySelector<Content>(selector);
      return content?.cmTile.view.state.doc.toString() === wanted;
    },
    {},
    TEXT,
    markdown,
  );
}

/** The content element of CodeMirror, which leads to its view. */
type Content = Element & { cmTile: { view: { state: { doc: { toString(): string } } } } };
