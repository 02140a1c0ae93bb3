import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { editorOn, markdownOn, showsText, typeAtEnd } from '../support/editor.ts';
import { picture } from '../support/files.ts';
import * as googleDocs from '../support/pastes/google-docs.ts';
import * as word from '../support/pastes/word.ts';
import { write } from '../support/posts.ts';

describeAdmin('pasting into the editor', ({ use, signedIn }) => {
  // docs/app.md, Paste
  it(
    'turns formatted text into Markdown in one step that can be undone, and pastes it plain with Shift',
    signedIn(async ({ open, page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const id = await write(use(), { title: 'Formatted', content: 'Start.' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, '');
      await copy(
        page,
        '<h2>Head</h2><p>Some <b>bold</b> text.</p><ul><li>a</li><li>b</li></ul>',
        'Head\nSome bold text.',
      );
      await page.keyboard.press('Control+v');
      const pasted = 'Start.\n\n## Head\n\nSome **bold** text.\n\n- a\n- b';
      await showsText(page, pasted);
      await page.keyboard.type('!');
      await showsText(page, `${pasted}!`);
      await page.keyboard.press('Control+z');
      await showsText(page, pasted);
      await page.keyboard.press('Control+z');
      await showsText(page, 'Start.');
      await page.keyboard.press('Control+y');
      await showsText(page, pasted);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+Shift+v');
      await showsText(page, 'Head\nSome bold text.');
    }),
  );

  it(
    'keeps words in their line with the spaces around them, and takes the place of an empty item',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Inline', content: 'One three.\n\n- ' });
      await open(`/admin/posts/${id}`);
      await editorOn(page).text.click();
      await page.keyboard.press('Control+Home');
      for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight');
      await paste(page, { 'text/html': '<span> <b>two</b> </span>', 'text/plain': ' two ' });
      await showsText(page, 'One **two**  three.\n\n- ');
      await page.keyboard.press('Control+End');
      await paste(page, { 'text/html': '<ol><li>a</li><li>b</li></ol>', 'text/plain': 'a\nb' });
      await showsText(page, 'One **two**  three.\n\n1. a\n2. b');
    }),
  );

  it(
    'stays plain inside code, and when the formatting has no Markdown',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Plain', content: '```\n\n```' });
      await open(`/admin/posts/${id}`);
      await editorOn(page).text.click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await paste(page, { 'text/html': '<b>a * b</b>', 'text/plain': 'a * b' });
      await showsText(page, '```\na * b\n```');
      await page.keyboard.press('Control+a');
      await paste(page, { 'text/html': '<span style="color: red">a * b</span>', 'text/plain': 'a * b' });
      await showsText(page, 'a * b');
      await page.keyboard.press('Control+a');
      const colours = '<div style="white-space: pre"><span style="font-weight: bold"># a</span></div>';
      await paste(page, { 'text/html': colours, 'text/plain': '# a', 'vscode-editor-data': '{}' });
      await showsText(page, '# a');
    }),
  );

  it(
    'uploads the images in the text with their alternative text, and reports missing ones',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Pictures', content: 'Before.' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, '');
      const png = await picture(40, 30, 7).png().toBuffer();
      await paste(page, { 'text/html': word.html, 'text/plain': 'x', 'text/rtf': word.rtfWith(png.toString('hex')) });
      await page.waitForFunction(() =>
        document.querySelector('.editor-code')?.textContent?.includes('![A boat](/media/'),
      );
      const url = /\((\/media\/[^)]+)\)/.exec(await markdownOn(page))?.[1] ?? '';
      expect(await markdownOn(page)).to.equal(`Before.\n\n${word.markdown(url)}`);
      const [media] = (await use().admin('GET', '/api/media')).body.media;
      expect(new URL(media.url).pathname).to.equal(url);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await showsText(page, 'Before.');
      await paste(page, { 'text/html': word.html, 'text/plain': 'x' });
      await page.getByText('1 image could not be pasted').waitFor();
      expect(await markdownOn(page)).to.equal(`Before.\n\n${word.markdown('')}`);
    }),
  );

  it(
    'adds no image of a paste that was undone before its upload ended',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Undone', content: 'Before.' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, '');
      const data = (await picture(20, 10, 9).png().toBuffer()).toString('base64');
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route('**/api/media/upload', async (route) => {
        await promise;
        await route.continue();
      });
      await paste(page, {
        'text/html': `<p>a</p><img src="data:image/png;base64,${data}"><p>b</p>`,
        'text/plain': 'a b',
      });
      await page.getByText(/^Uploading Pasted image/).waitFor();
      await page.keyboard.press('Control+z');
      await page.locator('.editor-placeholder').waitFor({ state: 'detached' });
      await showsText(page, 'Before.');
      const stored = page.waitForResponse('**/api/media/upload');
      resolve();
      await (await stored).finished();
      await page.getByText('Describe the new images').waitFor();
      expect(await markdownOn(page)).to.equal('Before.');
    }),
  );

  it(
    'converts text that was copied in Google Docs',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await write(use(), { title: 'Docs', content: '' });
      await open(`/admin/posts/${id}`);
      await editorOn(page).text.click();
      // Office programs copy a picture of the text beside it.
      await paste(page, { 'text/html': '<p>Some <b>words</b></p>', 'text/plain': 'Some words' }, 'image.png');
      await showsText(page, 'Some **words**');
      expect(await page.locator('.editor-placeholder').count()).to.equal(0);
      await page.keyboard.press('Control+a');
      await paste(page, { 'text/html': googleDocs.html, 'text/plain': 'The harbour' });
      await showsText(page, googleDocs.markdown);
      // The image of the text is shown.
      await expectProblem(/net::ERR_/);
      await expectProblem(/foreign request/);
    }),
  );
});

/** Puts text with formatting on the clipboard. */
async function copy(page: Page, html: string, plain: string): Promise<void> {
  await page.evaluate(
    async ([formatted, text]) => {
      const blob = (content: string, type: string) => new Blob([content], { type });
      await navigator.clipboard.write([
        new ClipboardItem({ 'text/html': blob(formatted!, 'text/html'), 'text/plain': blob(text!, 'text/plain') }),
      ]);
    },
    [html, plain],
  );
}

/** Pastes what programs write that the clipboard of a page cannot hold, with a picture of that name. */
async function paste(page: Page, data: Record<string, string>, file?: string): Promise<void> {
  await editorOn(page).text.evaluate(
    (element, [formats, name]) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(formats)) clipboardData.setData(type, text);
      if (name !== undefined) clipboardData.items.add(new File(['x'], name, { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    },
    [data, file] as const,
  );
}
