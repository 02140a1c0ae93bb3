import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { callUrls, describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { PICTURES } from '../support/picture-host.ts';
import { comment } from '../support/comments.ts';
import {
  editorOn,
  keptOn,
  markdownOn,
  says,
  showsText,
  typeAtEnd,
  typeUnstorable,
  publishByKeys,
  publishWith,
} from '../support/editor.ts';
import { read, write } from '../support/posts.ts';
import { LOCKED, SAMPLE } from '../support/sample-posts.ts';
import { everyRow } from '../support/sessions.ts';
import { PASSWORD } from '../support/service.ts';
import { until } from '../support/until.ts';
import { freshAddress } from '../support/visitors.ts';

describeAdmin(
  'the first post of a new blog',
  ({ use, stranger }) => {
    it(
      'can be published within a minute of the first visit',
      stranger(async ({ open, page }) => {
        const began = Date.now();
        // The first response takes as long as the build of the app.
        await use().call('GET', '/admin');
        await open('/admin');
        await page.getByLabel('New password').fill(PASSWORD);
        await page.getByLabel('Repeat the password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Start' }).click();
        await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).waitFor();
        await page.keyboard.press('n');
        const { title, publish } = editorOn(page);
        await title.fill('Hello');
        await title.press('Enter');
        await page.keyboard.type('The **first** words.');
        await publishWith(publish);
        await says(page, 'Published');
        expect(new URL(page.url()).pathname).to.equal('/admin/posts/hello');
        await open('/posts/hello');
        await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
        expect(await page.locator('.prose').innerHTML()).to.contain('The <strong>first</strong> words.');
        expect(Date.now() - began).to.be.below(60_000);
      }),
    );
  },
  { administrator: false },
);

describeAdmin('the editor', ({ use, signedIn }) => {
  it(
    'creates a draft with the first save, keeps the cursor, and saves later changes',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      const { title, text } = editorOn(page);
      await title.fill('A quiet start');
      await text.click();
      await page.keyboard.type('One.');
      await page.keyboard.press('Control+s');
      await page.waitForURL('**/admin/posts/a-quiet-start');
      await says(page, 'Saved');
      await page.keyboard.type(' Two.');
      await says(page, 'not saved yet');
      await page.keyboard.press('Control+s');
      await says(page, 'Saved');
      const post = await read(use(), 'a-quiet-start');
      expect(post).to.include({ status: 'draft', content: 'One. Two.', title: 'A quiet start' });
      await page.keyboard.press('Control+z');
      expect(await markdownOn(page)).to.not.equal('One. Two.');
      expect((await use().call('GET', '/api/posts/a-quiet-start')).status).to.equal(404);
    }),
  );

  it(
    'keeps the cursor in the title when a new post is saved',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      await editorOn(page).title.waitFor();
      await page.keyboard.type('In the');
      await page.keyboard.press('Control+s');
      await page.waitForURL('**/admin/posts/in-the');
      await says(page, 'Saved');
      await page.keyboard.type(' middle');
      expect(await editorOn(page).title.inputValue()).to.equal('In the middle');
    }),
  );

  it(
    'requires a title',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      await typeAtEnd(page, 'No title.');
      await page.keyboard.press('Control+s');
      await says(page, 'Enter a title first.');
    }),
  );

  it(
    'previews the exact HTML of the site with its style sheets',
    signedIn(async ({ open, page }) => {
      const look = {
        bodyFont: 'literata',
        headingFont: 'inter',
        accentColor: '#a00000',
        customCss: 'h2 { color: teal }',
      };
      await use().admin('PUT', '/api/admin/settings', look);
      const id = await write(use(), { id: 'looks', title: 'Looks', content: MIXED });
      await open(`/admin/posts/${id}`);
      const { prose, text } = editorOn(page);
      await text.click();
      await page.keyboard.press('Control+Shift+P');
      await prose.locator('h2').first().waitFor();
      await page.frameLocator('iframe[title=Preview]').locator('pre').waitFor();
      const previewed = await prose.innerHTML();
      const styled = (element: Element) => {
        const { color, fontFamily } = getComputedStyle(element);
        return { color, fontFamily };
      };
      const looks = async (text: typeof prose) => ({
        text: await text.evaluate(styled),
        link: await text.locator('a').first().evaluate(styled),
        heading: await text.locator('h2').first().evaluate(styled),
      });
      const seen = await looks(prose);
      const isLoaded = () =>
        [...document.querySelector<HTMLIFrameElement>('iframe')!.contentDocument!.fonts]
          .filter(({ status }) => status === 'loaded')
          .map(({ family }) => family.replaceAll('"', ''));
      await until(async () => {
        const loaded = await page.evaluate(isLoaded);
        return loaded.includes('Literata') && loaded.includes('Inter');
      });
      await open(`/posts/${id}`);
      // As it was sent: scripts add tools to code.
      const sent = await page.evaluate(async () => {
        const document = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
        return document.querySelector('.post > .prose')?.innerHTML;
      });
      expect(previewed.trim()).to.equal(sent?.trim());
      expect(seen).to.deep.equal(await looks(page.locator('.post > .prose')));
      const usual = { bodyFont: 'system', headingFont: 'system', accentColor: '', customCss: '' };
      await use().admin('PUT', '/api/admin/settings', usual);
    }),
  );

  it(
    'reports a text that is too complex to render, as the dashboard does',
    signedIn(async ({ open, page, expectProblem }) => {
      const content = `${'<div>'.repeat(20_000)}The end.`;
      const id = await write(use(), { id: 'too-complex', title: 'Too complex', content });
      await use().call('GET', `/posts/${id}`);
      await open(`/admin/posts/${id}`);
      const sentence = page.getByText('This text is too complex to render, so readers see plain text.');
      await sentence.waitFor();
      await expectProblem(/status of 400/);
      await page.getByRole('button', { name: 'Preview' }).click();
      await editorOn(page).prose.locator('pre', { hasText: 'The end.' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await open('/admin');
      await page.getByText('Too complex to render').getByRole('link', { name: id }).click();
      await sentence.waitFor();
      await expectProblem(/status of 400/);
      await use().admin('DELETE', `/api/posts/${id}`);
    }),
  );

  it(
    'previews changes and runs no scripts',
    signedIn(async ({ open, page }) => {
      await write(use(), { id: 'live', title: 'Live', content: 'Before.' });
      await open('/admin/posts/live');
      await page.getByRole('button', { name: 'Preview' }).click();
      await typeAtEnd(page, ' And **now**. <img src=x onerror="parent.__pwned=1">');
      await editorOn(page).prose.locator('strong', { hasText: 'now' }).waitFor();
      await page.getByText('Not shown on the site: <img onerror> (line 1)').waitFor();
      expect(await page.evaluate(() => '__pwned' in globalThis)).to.equal(false);
    }),
  );

  // docs/interface.md, Y16
  it(
    'gives the title and all lines the direction of the text, except lines whose letters all run the other way',
    signedIn(async ({ open, page }) => {
      const content = 'Octavo היא מערכת בלוגים שמדברת עברית.\n\n## Wholly English\n\n- עוד שורה בעברית עם Octavo';
      await write(use(), { id: 'bidi', title: 'Octavo בעברית', content });
      await open('/admin/posts/bidi');
      const lines = editorOn(page).text.locator('.cm-line');
      await lines.nth(4).waitFor();
      const found = await lines.evaluateAll((all) => all.map((line) => (line as HTMLElement).dir).join());
      expect(found).to.equal('rtl,rtl,ltr,rtl,rtl');
      const direction = (title: Element) => getComputedStyle(title).direction;
      expect(await page.getByLabel('Title', { exact: true }).evaluate(direction)).to.equal('rtl');
    }),
  );

  it(
    'formats by toolbar and shortcuts',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      const button = (name: string) =>
        page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
      await editorOn(page).text.click();
      const cases: [act: () => Promise<void>, result: string][] = [
        [() => page.keyboard.press('Control+b'), '**word**'],
        [() => page.keyboard.press('Control+i'), '*word*'],
        [() => page.keyboard.press('Control+k'), '[word]()'],
        [() => button('Bold').click(), '**word**'],
        [() => button('Italic').click(), '*word*'],
        [() => button('Heading 2').click(), '## word'],
        [() => button('Link').click(), '[word]()'],
        [() => button('Image').click(), '![word]()'],
        [() => button('Quote').click(), '> word'],
        [() => button('Code').click(), '`word`'],
        [() => button('Bulleted list').click(), '- word'],
        [() => button('Numbered list').click(), '1. word'],
      ];
      for (const [act, result] of cases) {
        await page.keyboard.press('Control+a');
        await page.keyboard.type('word');
        await page.keyboard.press('Control+a');
        await act();
        expect(await markdownOn(page)).to.equal(result);
      }
      await page.keyboard.press('Control+a');
      await page.keyboard.type('word');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+b');
      await page.keyboard.press('Control+b');
      expect(await markdownOn(page)).to.equal('word');
    }),
  );

  it(
    'converts a pasted image URL to an image, and a URL over a selection to a link',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      const { text } = editorOn(page);
      await text.click();
      await bring(page, 'paste', `${PICTURES}/goat.png`);
      await showsText(page, `![](${PICTURES}/goat.png#1600x900)`);
      await page.keyboard.press('Control+a');
      await page.keyboard.type('goat');
      await page.keyboard.press('Control+a');
      await bring(page, 'paste', 'https://elsewhere.example/a');
      await showsText(page, '[goat](https://elsewhere.example/a)');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await bring(page, 'drop', `${PICTURES}/harbour.jpg`);
      await showsText(page, `![](${PICTURES}/harbour.jpg#1600x900)`);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await bring(page, 'paste', 'https://elsewhere.example/plain');
      await showsText(page, 'https://elsewhere.example/plain');
    }),
  );

  it(
    'completes tags and categories, and saves all fields of the side panel',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      const { title, publish } = editorOn(page);
      await title.fill('All fields');
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByRole('combobox', { name: 'Tags' }).fill('walk');
      await page.getByRole('option', { name: 'walking' }).click();
      await page.getByRole('combobox', { name: 'Tags' }).fill('new one');
      await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Category' }).fill('Trav');
      await page.getByRole('option', { name: 'Travel' }).click();
      await page.getByLabel('Date', { exact: true }).fill('2026-02-03');
      await page.getByLabel('Excerpt').fill('In short.');
      await page.getByLabel('Cover image URL').fill(`${PICTURES}/cover.svg`);
      await page.getByRole('img', { name: 'Cover image' }).waitFor();
      await page.getByLabel('URL slug').fill('every-field');
      await page.getByLabel('Pinned to the top').check({ force: true });
      await publishWith(publish);
      await page.waitForURL('**/admin/posts/every-field');
      await says(page, 'Published');
      const post = await read(use(), 'every-field');
      expect(post.tags).to.deep.equal(['walking', 'new one']);
      expect(post).to.include({
        ...{ category: 'Travel', date: '2026-02-03', excerpt: 'In short.', pinned: 1, status: 'published' },
        cover: `${PICTURES}/cover.svg`,
      });
    }),
  );

  it(
    'shows how search engines and link previews show the post, and saves what changes it',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'found', title: 'To be found', content: 'Here.', excerpt: 'In short.' });
      await open(`/admin/posts/${id}`);
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByText('Search and sharing').click();
      const result = page.getByRole('group', { name: 'In search engines' });
      await result.getByText('In short.').waitFor();
      await page.getByLabel('Title for search engines').fill('Found first');
      await result.getByText('Found first').waitFor();
      const card = page.getByRole('group', { name: 'In link previews' });
      await page.getByLabel('Description of link previews').fill('Come and see.');
      await card.getByText('Come and see.').waitFor();
      const original = page.getByLabel('URL of the original');
      await original.fill('first.example');
      await page.getByText('This must be a complete URL').waitFor();
      await original.fill('https://first.example/found');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.getByLabel('Ask search engines to leave it out').check({ force: true });
      await page.getByText('Search engines are asked not to show it.').waitFor();
      await publishWith(editorOn(page).update);
      await says(page, 'Published');
      expect(await read(use(), id)).to.include({
        ...{ metaTitle: 'Found first', shareDescription: 'Come and see.', noindex: 1 },
        canonicalUrl: 'https://first.example/found',
      });
    }),
  );

  it(
    'publishes at a time in the time zone of the site, and immediately when it is cleared',
    signedIn(async ({ open, page }) => {
      await use().admin('PUT', '/api/admin/settings', { timeZone: 'Asia/Tokyo' });
      const id = await write(use(), { id: 'later', title: 'Later', content: 'Wait.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByText('Time zone: Asia/Tokyo').waitFor();
      await page.getByLabel('Publish time').fill('2099-05-01T08:30');
      await publishWith(page.getByRole('button', { name: 'Schedule' }));
      await page.getByText('Scheduled', { exact: true }).waitFor();
      await says(page, /^Scheduled for May 1, 2099, 8:30\sAM$/);
      expect((await read(use(), id)).publishAt).to.equal('2099-04-30T23:30:00.000Z');
      expect((await use().call('GET', `/api/posts/${id}`)).status).to.equal(404);
      await page.getByRole('button', { name: 'Clear' }).click();
      await publishWith(editorOn(page).update);
      await says(page, 'Published');
      expect((await use().call('GET', `/api/posts/${id}`)).status).to.equal(200);
      await use().admin('PUT', '/api/admin/settings', { timeZone: 'UTC' });
    }),
  );

  it(
    'shows a public post as published until its update, and that a new publish time needs Update',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'live-still', title: 'Live still', content: 'Here.' });
      await open(`/admin/posts/${id}`);
      const badge = (word: string) => page.getByText(word, { exact: true });
      await badge('Published').waitFor();
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByLabel('Publish time').fill('2099-05-01T08:30');
      await says(page, 'Saved, except the new publish time');
      await typeAtEnd(page, ' More.');
      await says(page, 'Stored on this device');
      await editorOn(page).save.click();
      await says(page, 'Saved, except the new publish time');
      expect(await badge('Published').count()).to.equal(1);
      expect(await badge('Scheduled').count()).to.equal(0);
      expect((await use().call('GET', `/api/posts/${id}`)).status).to.equal(200);
      await publishWith(editorOn(page).update);
      await badge('Scheduled').waitFor();
      await says(page, 'Scheduled for');
      expect((await use().call('GET', `/api/posts/${id}`)).status).to.equal(404);
      expect((await read(use(), id)).date).to.equal('2099-05-01');
      expect(await page.getByLabel('Date', { exact: true }).inputValue()).to.equal('2099-05-01');
    }),
  );

  for (const [which, day] of [
    ['the day on which it appears', undefined],
    ['the day that its writer chose', '2026-02-03'],
  ]) {
    it(
      `sets the date of a new post that is scheduled with its first save to ${which}`,
      signedIn(async ({ open, page }) => {
        await open('/admin/posts/new');
        await page.getByRole('textbox', { name: 'Title' }).fill(`At once on ${which}`);
        await page.getByRole('button', { name: 'Post settings' }).click();
        if (day !== undefined) await page.getByLabel('Date', { exact: true }).fill(day);
        await page.getByLabel('Publish time').fill('2099-05-01T08:30');
        await publishWith(page.getByRole('button', { name: 'Schedule' }));
        await page.waitForURL('**/admin/posts/at-once-on-*');
        await says(page, 'Scheduled for');
        const id = new URL(page.url()).pathname.split('/').at(-1)!;
        const dated = day ?? '2099-05-01';
        expect((await read(use(), id)).date).to.equal(dated);
        await page.getByLabel('Date', { exact: true }).waitFor();
        expect(await page.getByLabel('Date', { exact: true }).inputValue()).to.equal(dated);
      }),
    );
  }

  it(
    'notices when the publish time of an open post is reached',
    signedIn(async ({ open, page }) => {
      const publishAt = new Date(Date.now() + 3 * 3_600_000).toISOString();
      const id = await write(use(), { id: 'in-a-while', title: 'In a while', content: 'Wait.', publishAt });
      await page.clock.install();
      await open(`/admin/posts/${id}`);
      await page.getByText('Scheduled', { exact: true }).waitFor();
      await page.clock.fastForward('03:00:05');
      await page.getByText('Published', { exact: true }).waitFor();
      expect(await page.getByText('Scheduled', { exact: true }).count()).to.equal(0);
    }),
  );

  for (const width of [1280, 375]) {
    it(
      `keeps the clear button of the publish time in its column at ${width} pixels`,
      signedIn(
        async ({ open, page }) => {
          const publishAt = '2098-03-04T05:06:00.000Z';
          const id = await write(use(), { title: 'Clearable', content: 'Wait.', status: 'draft', publishAt });
          await open(`/admin/posts/${id}`);
          await page.getByRole('button', { name: 'Post settings', exact: true }).click();
          const clear = page.getByRole('button', { name: 'Clear' });
          const field = (await page.getByLabel('Publish time').boundingBox())!;
          const box = (await clear.boundingBox())!;
          expect(box.x).to.be.at.least(field.x);
          expect(box.x + box.width).to.be.at.most(field.x + field.width + 1);
          const word = await clear.evaluate((button) => {
            const range = document.createRange();
            range.selectNodeContents(button);
            return range.getBoundingClientRect().width;
          });
          expect(word).to.be.above(20).and.at.most(box.width);
          await clear.click();
          expect(await page.getByLabel('Publish time').inputValue()).to.equal('');
        },
        { viewport: { width, height: 800 } },
      ),
    );
  }

  it(
    'accepts a publish time typed key by key over another one',
    signedIn(async ({ open, page }) => {
      const day = { publishAt: '2098-03-04T05:06:00.000Z', status: 'draft' };
      const id = await write(use(), { id: 'typed-time', title: 'Typed time', content: 'Wait.', ...day });
      await open(`/admin/posts/${id}`);
      await page.getByRole('button', { name: 'Post settings' }).click();
      const field = page.getByLabel('Publish time');
      await field.focus();
      await page.keyboard.type('05062097');
      expect(await field.inputValue()).to.equal('2097-05-06T05:06');
      await page.keyboard.press('Control+s');
      await says(page, 'Saved at');
      expect((await read(use(), id)).publishAt).to.equal('2097-05-06T05:06:00.000Z');
    }),
  );

  it(
    'leaves an empty excerpt of a new post to the service',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      await editorOn(page).title.fill('No excerpt');
      await typeAtEnd(page, 'Made from this.');
      await page.keyboard.press('Control+s');
      await says(page, 'Saved at');
      expect((await read(use(), 'no-excerpt')).excerpt).to.equal('Made from this.');
    }),
  );

  it(
    'saves an unfinished tag with both shortcuts',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'half-tag', title: 'Half a tag', tags: ['one'], status: 'draft' });
      await open(`/admin/posts/${id}`);
      await page.getByRole('button', { name: 'Post settings' }).click();
      const tags = page.getByRole('combobox', { name: 'Tags' });
      await tags.fill('two');
      await page.keyboard.press('Control+s');
      await says(page, 'Saved at');
      expect((await read(use(), id)).tags).to.deep.equal(['one', 'two']);
      expect(await tags.inputValue()).to.equal('');
      await page.keyboard.type('TWO');
      await page.keyboard.press('Control+s');
      await page.keyboard.type('three');
      await publishByKeys(page);
      await says(page, 'Published at');
      expect((await read(use(), id)).tags).to.deep.equal(['one', 'two', 'three']);
    }),
  );

  it(
    'keeps the CRLF line ends of a text, which is unchanged until it is edited',
    signedIn(async ({ open, page }) => {
      const content = 'One.\r\n\r\nTwo.';
      const id = await write(use(), { id: 'windows', title: 'Windows', content });
      await open(`/admin/posts/${id}`);
      await showsText(page, 'One.\n\nTwo.');
      await says(page, /^Saved$/);
      expect(await editorOn(page).save.isDisabled()).to.equal(true);
      expect(await editorOn(page).update.isDisabled()).to.equal(true);
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByRole('combobox', { name: 'Category' }).fill('Another');
      await publishWith(editorOn(page).update);
      await says(page, 'Published at');
      expect(await read(use(), id)).to.include({ content, category: 'Another' });
      await typeAtEnd(page, ' Three.');
      await publishWith(editorOn(page).update);
      await says(page, 'Published at');
      expect((await read(use(), id)).content).to.equal('One.\r\n\r\nTwo. Three.');
    }),
  );

  it(
    'keeps changes of a published post in a working copy until it is updated',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'aside', title: 'Aside', content: 'Old.' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' New.');
      await page.keyboard.press('Control+s');
      await says(page, 'Saved, not published yet');
      expect((await read(use(), id)).content).to.equal('Old.');
      await page.reload();
      await showsText(page, 'Old. New.');
      await says(page, 'Saved, not published yet');
      await editorOn(page).text.click();
      await publishByKeys(page);
      await says(page, 'Published');
      expect((await read(use(), id)).content).to.equal('Old. New.');
      const { body } = await use().admin('GET', `/api/posts/${id}/working-copy`);
      expect(body.workingCopy).to.equal(null);
      expect(await markdownOn(page)).to.equal('Old. New.');
    }),
  );

  it(
    'reverts a published post to a draft',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'hidden-again', title: 'Hidden again' });
      await open(`/admin/posts/${id}`);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Revert to draft' }).click();
      await editorOn(page).publish.waitFor();
      expect((await read(use(), id)).status).to.equal('draft');
    }),
  );

  it(
    'renames a post with unsaved changes',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'old-name', title: 'A name', content: 'Text.' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' More.');
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByLabel('URL slug').fill('new-name');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.waitForURL('**/admin/posts/new-name');
      await showsText(page, 'Text. More.');
      await says(page, 'Stored on this device');
      await publishWith(editorOn(page).update);
      await says(page, 'Published');
      expect((await read(use(), 'new-name')).content).to.equal('Text. More.');
    }),
  );

  it(
    'keeps a slug that is typed while the post is created, to rename it',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      await editorOn(page).title.fill('Named later');
      await page.getByRole('button', { name: 'Post settings' }).click();
      const slug = page.getByLabel('URL slug');
      await slug.fill('na');
      const answer = Promise.withResolvers<void>();
      await page.route(callUrls('posts.create'), async (route) => {
        await answer.promise;
        await route.continue();
      });
      const sent = page.waitForRequest(callUrls('posts.create'));
      await page.keyboard.press('Control+s');
      await sent;
      await slug.fill('named');
      answer.resolve();
      await page.waitForURL('**/admin/posts/na');
      expect(await slug.inputValue()).to.equal('named');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.waitForURL('**/admin/posts/named');
      expect(await slug.inputValue()).to.equal('named');
    }),
  );

  it(
    'creates a preview link for a draft',
    signedIn(async ({ open, page }) => {
      await open(`/admin/posts/${SAMPLE.draft}`);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Preview link' }).click();
      await page.getByLabel('Days').fill('3');
      await page.getByRole('button', { name: 'Create link' }).click();
      const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
      await page.getByRole('dialog').getByRole('status').getByText('Valid until').waitFor();
      expect((await use().call('GET', new URL(link).pathname)).status).to.equal(200);
    }),
  );

  it(
    'lists active preview links, and revokes one by keyboard',
    signedIn(async ({ open, page }) => {
      const path = `/api/posts/${SAMPLE.draft}/preview-link`;
      for (const { id } of (await use().admin('GET', `${path}s`)).body.links as { id: string }[]) {
        await use().admin('DELETE', `${path}s/${id}`);
      }
      const { url } = (await use().admin('POST', path, { days: 2 })).body as { url: string };
      use().clock.advance(1000);
      await open(`/admin/posts/${SAMPLE.draft}`);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Preview link' }).click();
      const dialog = page.getByRole('dialog');
      const rows = dialog.getByRole('list', { name: 'Active links' }).getByRole('listitem');
      await rows.first().waitFor();
      expect(await rows.count()).to.equal(1);
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await rows.nth(1).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await rows
        .nth(1)
        .getByRole('button', { name: /^Revoke the link that is valid until / })
        .focus();
      await page.keyboard.press('Enter');
      await rows.nth(1).waitFor({ state: 'detached' });
      expect(await page.evaluate(() => globalThis.document.activeElement?.tagName)).to.equal('SECTION');
      expect((await use().call('GET', new URL(url).pathname)).status).to.equal(403);
      await rows.first().getByRole('button').click();
      await dialog.getByText('No active links.').waitFor();
      expect(await dialog.getByRole('textbox', { name: 'Link' }).count()).to.equal(0);
    }),
  );

  it(
    'requires the title to delete a post with comments',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'doomed', title: 'Doomed', content: 'Text.' });
      await comment(use(), id, { author: 'Bea', content: 'Keep it!' }, freshAddress());
      await page.clock.install();
      await open(`/admin/posts/${id}`);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Its comment will be deleted too.').waitFor();
      expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).to.equal(true);
      await dialog.getByLabel('Type the title').fill('Doomed');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL(/\/admin\/posts\/?(\?.*)?$/);
      await page.clock.fastForward(11_000);
      await page.getByText('“Doomed”: deleted').waitFor();
      expect((await use().admin('GET', `/api/posts/${id}`)).status).to.equal(404);
    }),
  );

  it(
    'deletes a draft with ten seconds to undo',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'sketch', title: 'A sketch', status: 'draft' });
      await page.clock.install();
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, 'Not saved yet.');
      const remove = async () => {
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByText('“A sketch”: deleting in 10 s').waitFor();
        await page.waitForURL(/\/admin\/posts\/?(\?.*)?$/);
      };
      await remove();
      expect(await page.getByRole('link', { name: 'A sketch' }).count()).to.equal(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('link', { name: 'A sketch' }).click();
      await page.getByRole('button', { name: 'Restore' }).click();
      await showsText(page, 'Not saved yet.');
      await remove();
      await page.clock.fastForward(11_000);
      await page.getByText('“A sketch”: deleted').waitFor();
      expect((await use().admin('GET', `/api/posts/${id}`)).status).to.equal(404);
      await until(async () => !(await keptOn(page)).includes('Not saved yet.'));
    }),
  );

  it(
    'encrypts a post, and stores neither its text nor its password',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      const { title, publish } = editorOn(page);
      await title.fill('A secret');
      await typeAtEnd(page, SECRET);
      await says(page, 'Stored on this device');
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByLabel('Encrypted').click({ force: true });
      await page.getByLabel('Password of the post').fill(LOCKED.password);
      await page.getByLabel('Repeat the password').fill(LOCKED.password);
      await page.getByRole('button', { name: 'Encrypt' }).click();
      await says(page, 'Stored on this device, encrypted');
      expect(await keptOn(page))
        .to.not.include(SECRET)
        .and.not.include(LOCKED.password);
      await publishWith(publish);
      await says(page, 'Published');
      expect(await everyRow(use()))
        .to.not.include(SECRET)
        .and.not.include(LOCKED.password);
      expect(await keptOn(page))
        .to.not.include(SECRET)
        .and.not.include(LOCKED.password);

      await page.reload();
      await page.getByLabel('Password of the post').fill('not this one');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('Wrong password.').waitFor();
      await page.getByLabel('Password of the post').fill(LOCKED.password);
      await page.getByRole('button', { name: 'Open' }).click();
      await showsText(page, SECRET);
      await typeAtEnd(page, ' And more.');
      await page.keyboard.press('Control+s');
      await says(page, 'cannot be saved without publishing');
      await publishWith(editorOn(page).update);
      await says(page, 'Published');
      await page.reload();
      await page.getByLabel('Password of the post').fill(LOCKED.password);
      await page.getByRole('button', { name: 'Open' }).click();
      await showsText(page, `${SECRET} And more.`);
      expect(await keptOn(page))
        .to.not.include(SECRET)
        .and.not.include(LOCKED.password);
      expect(await everyRow(use())).to.not.include(SECRET);
    }),
  );

  it(
    'decrypts an encrypted post for all readers',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'opened', title: 'Opened', content: 'No secret.', password: 'sesame' });
      await open(`/admin/posts/${id}`);
      await page.getByLabel('Password of the post').fill('sesame');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByLabel('Encrypted').uncheck({ force: true });
      await publishWith(editorOn(page).update);
      await says(page, 'Published');
      expect(await read(use(), id)).to.include({ protected: 0, content: 'No secret.' });
    }),
  );

  it(
    'asks before a protected text is left that this browser cannot encrypt',
    signedIn(async (visitor) => {
      const { page } = visitor;
      await typeUnstorable(visitor, ' More.');
      await page.getByRole('link', { name: 'Back to the posts' }).click();
      await page.getByRole('button', { name: 'Stay' }).click();
      await says(page, 'Not saved yet; protected text is stored');
      await page.getByRole('link', { name: 'Back to the posts' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
      await page.waitForURL(/\/admin\/posts\/?(\?.*)?$/);
    }),
  );

  for (const width of [375, 1280]) {
    it(
      `shows the whole status line in German at ${width} pixels, in few rows`,
      signedIn(
        async ({ open, page }) => {
          await use().admin('PUT', '/api/admin/settings', { language: 'de' });
          try {
            await open(`/admin/posts/${SAMPLE.locked}`);
            await page.getByLabel('Passwort des Beitrags').fill(LOCKED.password);
            await page.getByRole('button', { name: 'Öffnen' }).click();
            await page.getByRole('textbox', { name: 'Text', exact: true }).click();
            await page.keyboard.type('Mehr.');
            await page.keyboard.press('Control+s');
            const bar = page.getByRole('region', { name: 'Beitragsaktionen' });
            const status = bar.getByRole('status').filter({ hasText: 'nicht ohne Veröffentlichung gespeichert' });
            await status.waitFor();
            if (width > 1000) await page.getByRole('button', { name: 'Beitragseinstellungen', exact: true }).click();
            const cut = await status.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
              scrollWidth - clientWidth,
              scrollHeight - clientHeight,
            ]);
            expect(cut.every((pixels) => pixels <= 0)).to.equal(true);
            const middles = await bar.locator('.editor-actions > :is(button, a)').evaluateAll((buttons) =>
              buttons.map((button) => {
                const { top, bottom } = button.getBoundingClientRect();
                return Math.round((top + bottom) / 2);
              }),
            );
            expect(Math.max(...middles) - Math.min(...middles)).to.be.below(3);
            expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).to.be.at.most(0);
            const last = (await bar.getByRole('button', { name: 'Aktualisieren' }).boundingBox())!;
            expect(last.x + last.width).to.be.at.most(width);
          } finally {
            await use().admin('PUT', '/api/admin/settings', { language: 'en' });
          }
        },
        { viewport: { width, height: 800 } },
      ),
    );
  }

  it(
    'fits a telephone: fields in a drawer, the preview in place of the text',
    signedIn(
      async ({ open, page }) => {
        await open(`/admin/posts/${SAMPLE.long}`);
        await editorOn(page).text.waitFor();
        const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(await isTooWide()).to.equal(false);
        await page.getByRole('button', { name: 'Preview' }).click();
        await editorOn(page).prose.locator('h2').first().waitFor();
        expect(await editorOn(page).text.count()).to.equal(0);
        expect(await isTooWide()).to.equal(false);
        await page.getByRole('button', { name: 'Preview' }).click();
        await editorOn(page).text.waitFor();
        await page.getByRole('button', { name: 'Post settings', exact: true }).click();
        await page.getByRole('dialog', { name: 'Post settings' }).getByLabel('Excerpt').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      },
      { viewport: { width: 375, height: 700 } },
    ),
  );

  it(
    'passes axe',
    signedIn(async ({ open, page }) => {
      await open(`/admin/posts/${SAMPLE.long}`);
      await editorOn(page).text.waitFor();
      await page.getByText(/\d words/).waitFor();
      expect(await accessibilityProblems(page, { turned: true })).to.deep.equal([]);
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByLabel('Excerpt').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.getByRole('button', { name: 'Preview' }).click();
      await editorOn(page).prose.locator('h2').first().waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    }),
  );
});

const SECRET = 'The xqkzonejvwq lies under the oak.';

const MIXED = [
  'A [link](https://elsewhere.example/) and a note.[^n]',
  '## Part one\n\n- [x] done\n- one\n\n| a | b |\n|--|--:|\n| 1 | 2 |',
  '```ts\nconst days = 3;\n```',
  '[^n]: The note.',
].join('\n\n');

/** Pastes or drops a text like the browser. */
async function bring(page: Page, how: 'paste' | 'drop', text: string): Promise<void> {
  await editorOn(page).text.evaluate(
    (element, [kind, data]) => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', data);
      const { left, top } = element.getBoundingClientRect();
      const options = { bubbles: true, cancelable: true, clientX: left + 5, clientY: top + 5 };
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent('drop', { ...options, dataTransfer: transfer });
      element.dispatchEvent(event);
    },
    [how, text] as const,
  );
}
