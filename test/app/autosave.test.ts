import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import type { Browser, Page, Route } from 'playwright-core';

import { builtApp } from '../../server/site/admin/built.ts';
import { callUrls, describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { asVisitor, hasFocus, needBrowser } from '../support/browser.ts';
import {
  editorOn,
  isKept,
  keptInDatabase,
  keptOn,
  says,
  showsText,
  typeAtEnd,
  publishByKeys,
  publishWith,
} from '../support/editor.ts';
import { change, read, write } from '../support/posts.ts';
import { PASSWORD, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, start, type Started } from '../support/started.ts';

/** Publishes a post with a working copy, "Here."; `saveCopy` saves another one, as another device does. */
async function copiedPost(service: TestService, title: string) {
  const id = await write(service, { title, content: 'Base.' });
  const { version: baseVersion } = await read(service, id);
  const saveCopy = (content: string) =>
    service.admin('PUT', `/api/posts/${id}/working-copy`, { baseVersion, fields: { content } });
  await saveCopy('Here.');
  return { id, saveCopy };
}

describeAdmin('autosave in the editor', ({ use, signedIn }) => {
  it(
    'stores text on this device within two seconds',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      await typeAtEnd(page, 'Unfinished.');
      await isKept(page, 'Unfinished.', 2000);
      await says(page, 'Stored on this device');
    }),
  );

  it(
    'reports text as stored only when it is on disk, using strict transactions',
    signedIn(async ({ open, page }) => {
      await page.addInitScript(() => {
        const heard: string[] = [];
        Object.assign(globalThis, { heard });
        const begin = IDBDatabase.prototype.transaction;
        IDBDatabase.prototype.transaction = function (stores, mode, options) {
          const begun = begin.call(this, stores, mode, options);
          if (mode === 'readwrite' && this.name === 'octavo') {
            begun.addEventListener('complete', () => heard.push(begun.durability));
          }
          return begun;
        };
        new MutationObserver(() => {
          const says = document.querySelector('.editor-status')?.textContent ?? '';
          if (says.startsWith('Stored') && !heard.includes('kept')) heard.push('kept');
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      await open('/admin/posts/new');
      await typeAtEnd(page, 'When?');
      await says(page, 'Stored on this device');
      const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
      expect([...new Set(heard)]).to.deep.equal(['strict', 'kept']);
    }),
  );

  it(
    'migrates and offers text that 2.15.0 stored in localStorage',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'upgraded', title: 'Upgraded', content: 'Base.', status: 'draft' });
      const { version } = await read(use(), id);
      const { title, content, excerpt, cover, tags, category, pinned, date, publishAt } = await read(use(), id);
      const base = { title, content, excerpt, cover, tags, category, pinned, date, publishAt, protected: 0, slug: id };
      const kept = (key: string, words: string) => ({
        [`octavo-editor:post:${id}:${key}`]: { key, id, version, at: 5, fields: { ...base, content: words }, excerpt },
      });
      await open('/healthz');
      await keepAsBefore(page, { ...kept('1-2-3', 'Base. Typed before.'), ...kept('4-5-6', 'Base. And elsewhere.') });
      await open(`/admin/posts/${id}`);
      const dialog = page.getByRole('dialog', { name: 'Unsaved text found' });
      await dialog.getByRole('radio').nth(1).waitFor();
      expect(Object.keys(await keptInDatabase(page))).to.have.length(2);
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).to.not.include('Typed before');
      await dialog.getByRole('button', { name: 'Restore' }).click();
      await showsText(page, 'Base. Typed before.');
    }),
  );

  it(
    'reports that text is not stored while a tab of a newer version blocks the database, and stores it afterwards',
    signedIn(async ({ open, page, context }) => {
      const id = await write(use(), { id: 'newer-tab', title: 'Newer tab', content: 'Base.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' One.');
      await says(page, 'Stored on this device');
      const other = await context.newPage();
      await other.goto('/healthz');
      await other.evaluate(
        () => new Promise((resolve) => indexedDB.open('octavo', 99).addEventListener('success', resolve)),
      );
      await typeAtEnd(page, ' Two.');
      await says(page, 'this browser cannot store it on this device: save now');
      await other.evaluate(() => void indexedDB.deleteDatabase('octavo'));
      await other.close();
      await says(page, 'Stored on this device');
      await isKept(page, 'Base. One. Two.', 2000);
    }),
  );

  it(
    'offers the text after a crash beside the saved one, and restores it',
    signedIn(async ({ open, page, context }) => {
      const id = await write(use(), { id: 'crashed', title: 'Crashed', content: 'Saved.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' Lost?');
      await says(page, 'Stored on this device');
      await page.close();
      const again = await context.newPage();
      await again.goto(`/admin/posts/${id}`);
      const dialog = again.getByRole('dialog', { name: 'Unsaved text found' });
      await dialog.getByRole('textbox', { name: 'Saved on the service' }).getByText('Saved.').waitFor();
      await dialog.getByRole('textbox', { name: 'Stored on this device' }).getByText('Lost?').waitFor();
      await dialog.getByRole('button', { name: 'Restore' }).click();
      await showsText(again, 'Saved. Lost?');
      await editorOn(again).save.click();
      await says(again, 'Saved at');
      expect((await read(use(), id)).content).to.equal('Saved. Lost?');
      expect(await keptOn(again)).to.not.include('Lost?');
    }),
  );

  it(
    'offers the text of a new post after a crash, and deletes it when it is discarded',
    signedIn(async ({ open, page, context }) => {
      await open('/admin/posts/new');
      await editorOn(page).title.fill('Never saved');
      await says(page, 'Stored on this device');
      await page.close();
      const again = await context.newPage();
      await again.goto('/admin/posts/new');
      const dialog = again.getByRole('dialog', { name: 'Unsaved text found' });
      await dialog.getByText('Never saved').waitFor();
      await dialog.getByRole('button', { name: 'Decide later' }).last().click();
      await again.reload();
      await dialog.getByRole('button', { name: 'Discard' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await keptOn(again)).to.not.include('Never saved');
    }),
  );

  it(
    'keeps the text when the editor is left by a link',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'left', title: 'Left', content: 'Here.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' Gone?');
      await page.getByRole('link', { name: 'Back to the posts' }).click();
      await editorOn(page).text.waitFor({ state: 'detached' });
      await page.goBack();
      await page.getByRole('button', { name: 'Restore' }).click();
      await showsText(page, 'Here. Gone?');
    }),
  );

  it(
    'loses no text when two windows edit a post: the second shows the conflict',
    signedIn(async ({ open, page, context, expectProblem }) => {
      const id = await write(use(), { id: 'twice', title: 'Twice', content: 'Base.\n\nEnd.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      const other = await context.newPage();
      await other.goto(`/admin/posts/${id}`);
      // It would find the text of the first window, and offer it.
      await showsText(other, 'Base.\n\nEnd.');
      await typeAtEnd(page, ' First window.');
      await says(page, 'Stored on this device');
      await typeAtEnd(other, ' Second window.');
      await says(other, 'Stored on this device');
      await until(async () => {
        const kept = await keptOn(page);
        return kept.includes('First window.') && kept.includes('Second window.');
      });

      await editorOn(page).save.click();
      await says(page, 'Saved at');
      await editorOn(other).save.click();
      const dialog = other.getByRole('dialog', { name: 'This post was changed elsewhere' });
      await dialog.getByRole('textbox', { name: 'The other version' }).getByText('First window.').waitFor();
      await dialog.getByRole('textbox', { name: 'Your version' }).getByText('Second window.').waitFor();
      await expectProblem(/412/);
      expect((await read(use(), id)).content).to.equal('Base.\n\nEnd. First window.');
      await dialog.getByRole('button', { name: 'Save your version' }).click();
      await says(other, 'Saved at');
      expect((await read(use(), id)).content).to.equal('Base.\n\nEnd. Second window.');
    }),
  );

  it(
    'loses no text when two windows save a working copy of a published post',
    signedIn(async ({ open, page, context, expectProblem }) => {
      const id = await write(use(), { id: 'two-copies', title: 'Two copies', content: 'Base.' });
      await open(`/admin/posts/${id}`);
      const other = await context.newPage();
      await other.goto(`/admin/posts/${id}`);
      await typeAtEnd(page, ' First.');
      await typeAtEnd(other, ' Second.');
      await editorOn(page).save.click();
      await says(page, 'Saved, not published yet');
      await publishWith(editorOn(other).update);
      const dialog = other.getByRole('dialog', { name: 'This post was changed elsewhere' });
      await expectProblem(/412/);
      await dialog.getByRole('button', { name: 'Use the other version' }).click();
      await showsText(other, 'Base. First.');
      expect((await read(use(), id)).content).to.equal('Base.');
    }),
  );

  it(
    'asks before it discards a working copy that another device has saved since',
    signedIn(async ({ open, page }) => {
      const { id, saveCopy } = await copiedPost(use(), 'Copied back');
      await open(`/admin/posts/${id}`);
      await showsText(page, 'Here.');
      await saveCopy('There.');
      await editorOn(page).text.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('Base.');
      await editorOn(page).save.click();
      const dialog = page.getByRole('dialog', { name: 'This post was changed elsewhere' });
      await dialog.getByRole('textbox', { name: 'The other version' }).getByText('There.').waitFor();
      await dialog.getByRole('button', { name: 'Save your version' }).click();
      await until(async () => {
        const { body } = await use().admin('GET', `/api/posts/${id}/working-copy`);
        return body.workingCopy === null;
      });
    }),
  );

  it(
    'publishes with a new publish time what another device has saved to the working copy, and loses none of it',
    signedIn(async ({ open, page }) => {
      const { id, saveCopy } = await copiedPost(use(), 'Copied elsewhere');
      await open(`/admin/posts/${id}`);
      await showsText(page, 'Here.');
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByLabel('Publish time').fill('2099-05-01T08:30');
      await saveCopy('Here. There.');
      await publishWith(editorOn(page).update);
      await says(page, 'Scheduled for');
      expect((await read(use(), id)).content).to.equal('Here. There.');
      await showsText(page, 'Here. There.');
    }),
  );

  it(
    'merges changes of others that do not overlap, without asking',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await write(use(), { id: 'stale', title: 'Stale', content: `One.${MIDDLE}Two.`, status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, '\nMine.');
      await change(use(), id, { content: `ONE.${MIDDLE}Two.`, category: 'Theirs' });
      await page.keyboard.press('Control+s');
      await says(page, 'Saved at');
      await expectProblem(/412/);
      expect(await read(use(), id)).to.include({ content: `ONE.${MIDDLE}Two.\nMine.`, category: 'Theirs' });
      await showsText(page, `ONE.${MIDDLE}Two.\nMine.`);
    }),
  );

  it(
    'labels both texts on a telephone, and focuses a choice that changes nothing',
    signedIn(
      async ({ open, page, expectProblem }) => {
        const id = await write(use(), { id: 'whose', title: 'Whose', content: `One.${MIDDLE}Two.`, status: 'draft' });
        await open(`/admin/posts/${id}`);
        await typeAtEnd(page, ' Mine.');
        await page.keyboard.press('Control+Home');
        await page.keyboard.type('My ');
        await change(use(), id, { content: `ONE.${MIDDLE}TWO.` });
        await page.keyboard.press('Control+s');
        const dialog = page.getByRole('dialog', { name: 'This post was changed elsewhere' });
        await expectProblem(/412/);
        const pieces = dialog.locator('.cm-deletedChunk');
        await pieces.first().waitFor();
        expect(await hasFocus(dialog.getByRole('button', { name: 'Decide later' }))).to.equal(true);
        const texts = (await pieces.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
        expect(texts).to.deep.equal([
          'The other version Apply this change ONE.',
          'The other version Apply this change TWO.',
        ]);
        const above = dialog
          .locator('.cm-changedLine')
          .evaluateAll((lines) => lines.map((line) => [line.textContent, getComputedStyle(line, '::before').content]));
        expect(await above).to.deep.equal([
          ['My One.', '"Your version"'],
          ['Two. Mine.', '"Your version"'],
        ]);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await dialog.getByRole('button', { name: 'Apply this change' }).first().click();
        await dialog.getByRole('button', { name: 'Save your version' }).click();
        await says(page, 'Saved at');
        expect((await read(use(), id)).content).to.equal(`ONE.${MIDDLE}Two. Mine.`);
      },
      { viewport: { width: 375, height: 800 } },
    ),
  );

  it(
    'asks before a working copy replaces later changes of the post',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await write(use(), { id: 'overtaken', title: 'Overtaken', content: 'Base.' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' Aside.');
      await editorOn(page).save.click();
      await says(page, 'Saved, not published yet');
      await change(use(), id, { content: 'Newer.' });
      await page.reload();
      await showsText(page, 'Base. Aside.');
      await publishWith(editorOn(page).update);
      const dialog = page.getByRole('dialog', { name: 'This post was changed elsewhere' });
      await dialog.getByRole('textbox', { name: 'The other version' }).getByText('Newer.').waitFor();
      await expectProblem(/412/);
      expect((await read(use(), id)).content).to.equal('Newer.');
      await dialog.getByRole('button', { name: 'Save your version' }).click();
      await says(page, 'Published');
      expect((await read(use(), id)).content).to.equal('Base. Aside.');
    }),
  );

  it(
    'creates a new post when the post was deleted elsewhere',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await write(use(), { id: 'gone', title: 'Gone', content: 'Base.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' Mine.');
      await use().admin('DELETE', `/api/posts/${id}`);
      await editorOn(page).save.click();
      await says(page, 'was deleted elsewhere');
      await expectProblem(/404/);
      await editorOn(page).save.click();
      await says(page, 'Saved at');
      expect((await read(use(), id)).content).to.equal('Base. Mine.');
    }),
  );

  it(
    'continues when the session expires while saving',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await write(use(), { id: 'expired', title: 'Expired', content: 'Before.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' After.');
      await use().database.kysely.deleteFrom('sessions').execute();
      await page.keyboard.press('Control+s');
      await page.getByText('Your session has expired.').waitFor();
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await says(page, 'Saved at');
      await use().signIn();
      expect((await read(use(), id)).content).to.equal('Before. After.');
      await showsText(page, 'Before. After.');
      await expectProblem(/401/);
    }),
  );

  it(
    'creates only one post when the response to the first save is lost',
    signedIn(async ({ open, page, expectProblem }) => {
      await open('/admin/posts/new');
      await editorOn(page).title.fill('Answered late');
      await typeAtEnd(page, 'One.');
      await loseAnswer(page, 'posts.create');
      await page.keyboard.press('Control+s');
      await says(page, 'The service cannot be reached');
      await page.keyboard.type(' Two.');
      await page.waitForURL('**/admin/posts/answered-late');
      await says(page, 'Saved at');
      await expectProblem(/net::ERR_/);
      expect((await read(use(), 'answered-late')).content).to.equal('One. Two.');
      const { body } = await use().admin('GET', '/api/admin/posts?search=Answered%20late');
      expect(body.total).to.equal(1);
    }),
  );

  it(
    'creates only one post when the page is closed during the first save',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      const arrived = Promise.withResolvers<void>();
      const lose = async (route: Route) => arrived.resolve(void (await route.fetch()));
      await page.route(callUrls('posts.create'), lose, { times: 1 });
      await editorOn(page).title.fill('Never answered');
      await typeAtEnd(page, 'One.');
      await page.keyboard.press('Control+s');
      await page.keyboard.type(' Two.');
      await arrived.promise;
      await page.reload();
      await page.getByRole('button', { name: 'Restore' }).click();
      await showsText(page, 'One. Two.');
      await editorOn(page).save.click();
      await page.waitForURL('**/admin/posts/never-answered');
      await says(page, 'Saved at');
      expect((await read(use(), 'never-answered')).content).to.equal('One. Two.');
      expect((await use().admin('GET', '/api/admin/posts?search=Never%20answered')).body.total).to.equal(1);
    }),
  );

  it(
    'reports no conflict with its own save whose response was lost',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await write(use(), { id: 'unheard', title: 'Unheard', content: 'Base.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' One.');
      await loseAnswer(page, 'posts.update');
      await page.keyboard.press('Control+s');
      await says(page, 'The service cannot be reached');
      await page.keyboard.type(' Two.');
      await says(page, 'Saved at');
      await expectProblem(/net::ERR_/);
      expect((await read(use(), id)).content).to.equal('Base. One. Two.');
    }),
  );

  for (const call of ['workingCopies.save', 'workingCopies.publish']) {
    it(
      `publishes when the response to ${call} is lost`,
      signedIn(async ({ open, page, expectProblem }) => {
        const id = await write(use(), { title: `Without ${call}`, content: 'Base.' });
        await open(`/admin/posts/${id}`);
        await typeAtEnd(page, ' More.');
        await loseAnswer(page, call);
        await publishWith(editorOn(page).update);
        await says(page, 'The service cannot be reached');
        await says(page, 'Published at');
        await expectProblem(/net::ERR_/);
        expect((await read(use(), id)).content).to.equal('Base. More.');
      }),
    );
  }

  it(
    'publishes after a save without a response',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await write(use(), { id: 'wished', title: 'Wished', content: 'Base.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' More.');
      const update = callUrls('posts.update');
      const wished = Promise.withResolvers<void>();
      await page.route(update, (route) => wished.promise.then(() => route.abort()), { times: 1 });
      const request = page.waitForRequest(update);
      await page.keyboard.press('Control+s');
      await request;
      await publishByKeys(page);
      wished.resolve();
      await says(page, 'The service cannot be reached');
      await page.keyboard.press('Control+s');
      await says(page, 'Published at');
      await expectProblem(/net::ERR_/);
      expect(await read(use(), id)).to.include({ content: 'Base. More.', status: 'published' });
    }),
  );

  it(
    'follows a post that was renamed elsewhere',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await write(use(), { id: 'before-name', title: 'Name', content: 'Base.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' Mine.');
      await use().admin('POST', `/api/posts/${id}/rename`, { newId: 'after-name' });
      await editorOn(page).save.click();
      await page.waitForURL('**/admin/posts/after-name');
      await says(page, 'Saved at');
      await expectProblem(/404/);
      expect((await read(use(), 'after-name')).content).to.equal('Base. Mine.');
      expect((await use().admin('GET', `/api/posts/${id}`)).status).to.equal(404);
    }),
  );

  it(
    'offers the text under the new URL of a renamed post',
    signedIn(async ({ open, page, context }) => {
      const id = await write(use(), { id: 'old-place', title: 'Place', content: 'Base.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' Left behind.');
      await says(page, 'Stored on this device');
      await page.close();
      const again = await context.newPage();
      const order = await orderOfMove(again, 'new-place');
      await again.goto(`/admin/posts/${id}`);
      await again.getByRole('dialog').getByRole('button', { name: 'Decide later' }).last().click();
      await again.getByRole('button', { name: 'Post settings' }).click();
      await again.getByLabel('URL slug').fill('new-place');
      await again.getByRole('button', { name: 'Rename' }).click();
      await again.waitForURL('**/admin/posts/new-place');
      expect((await order())[0], 'a page reloaded in between still finds the text').to.equal('text');
      await again.reload();
      await again.getByRole('dialog').getByText('Left behind.').waitFor();
    }),
  );

  it(
    'offers the text of a deleted post at its URL, to open it as a new post or to discard it',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await write(use(), { id: 'no-more', title: 'No more', content: 'Base.', status: 'draft' });
      for (const words of [' Kept one.', ' Kept two.']) {
        await open(`/admin/posts/${id}`);
        const later = page.getByRole('dialog').getByRole('button', { name: 'Decide later' }).last();
        if (words === ' Kept two.') await later.click();
        await typeAtEnd(page, words);
        await says(page, 'Stored on this device');
      }
      await use().admin('DELETE', `/api/posts/${id}`);
      await open(`/admin/posts/${id}`);
      await page.getByRole('heading', { level: 1, name: 'This post was deleted' }).waitFor();
      await page.getByText('Its unsaved text is on this device.').waitFor();
      await expectProblem(/404/);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      const left = (text: string) => page.getByRole('article').filter({ hasText: text });
      await left('Kept one.').getByRole('button', { name: 'Discard' }).click();
      await left('Kept one.').waitFor({ state: 'detached' });
      expect(await keptOn(page)).to.not.include('Kept one.');
      await left('Kept two.').getByRole('button', { name: 'Open as a new post' }).click();
      await page.waitForURL('**/admin/posts/new');
      await showsText(page, 'Base. Kept two.');
      expect(await keptOn(page)).to.include('Kept two.');
      await page.reload();
      await page.getByRole('button', { name: 'Restore' }).click();
      await showsText(page, 'Base. Kept two.');
      await editorOn(page).save.click();
      await page.waitForURL(`**/admin/posts/${id}`);
      await says(page, 'Saved at');
      expect(await read(use(), id)).to.include({ title: 'No more', content: 'Base. Kept two.', status: 'draft' });
      expect(await keptOn(page)).to.not.include('Kept two.');
    }),
  );

  for (const status of ['draft', 'published']) {
    it(
      `offers the text at the new URL of a ${status} post that was renamed elsewhere, and redirects the old URL there`,
      signedIn(async ({ open, page }) => {
        const [id, newId] = [`${status}-before`, `${status}-after`];
        await write(use(), { id, title: 'Renamed', content: 'Base.', status });
        await open(`/admin/posts/${id}`);
        await editorOn(page).title.fill('Renamed, and another title');
        await typeAtEnd(page, ' Mine.');
        await says(page, 'Stored on this device');
        await open('/admin/posts');
        await use().admin('POST', `/api/posts/${id}/rename`, { newId });
        await open(`/admin/posts/${id}`);
        await page.waitForURL(`**/admin/posts/${newId}`);
        await page.getByRole('dialog').getByText('Mine.').waitFor();
        await page.getByRole('button', { name: 'Restore' }).click();
        await showsText(page, 'Base. Mine.');
        await editorOn(page).save.click();
        await says(page, status === 'draft' ? 'Saved at' : 'Saved, not published yet');
        expect(await keptOn(page)).to.not.include('Mine.');
      }),
    );
  }

  it(
    'redirects the old URL of a renamed public post also without a stored text',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'seen-before', title: 'Seen', content: 'There.' });
      await use().admin('POST', `/api/posts/${id}/rename`, { newId: 'seen-after' });
      await open(`/admin/posts/${id}`);
      await page.waitForURL('**/admin/posts/seen-after');
      await showsText(page, 'There.');
    }),
  );

  for (const task of ['publish', 'update'] as const) {
    it(
      `does not run a pending ${task} after the screen was left`,
      signedIn(async ({ open, page, expectProblem }) => {
        const status = task === 'publish' ? 'draft' : 'published';
        const id = await write(use(), { id: `left-${task}`, title: 'Left', content: 'Base.', status });
        await page.clock.install();
        await open(`/admin/posts/${id}`);
        await typeAtEnd(page, ' More.');
        const away = callUrls('posts.update', 'workingCopies.save');
        await page.route(away, (route) => route.abort());
        await publishByKeys(page);
        await says(page, 'The service cannot be reached. Your text is stored');
        await page.getByRole('link', { name: 'Back to the posts' }).click();
        await editorOn(page).text.waitFor({ state: 'detached' });
        const sent: string[] = [];
        page.on('request', (request) => away.test(request.url()) && sent.push(request.url()));
        await page.unroute(away);
        await page.clock.runFor(10_000);
        await page.goBack();
        const dialog = page.getByRole('dialog', { name: 'Unsaved text found' });
        await dialog.getByText('Base. More.').waitFor();
        await dialog.getByRole('button', { name: 'Discard' }).click();
        await dialog.waitFor({ state: 'detached' });
        await page.clock.runFor(10_000);
        await showsText(page, 'Base.');
        await expectProblem(/net::ERR_/);
        expect(sent).to.deep.equal([]);
        expect(await read(use(), id)).to.include({ content: 'Base.', status });
      }),
    );
  }

  it(
    'does not publish a discarded text with a save that was under way',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'on-its-way', title: 'On its way', content: 'Base.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' More.');
      let goOn = () => {};
      const held = new Promise<void>((resolve) => (goOn = resolve));
      await page.route(callUrls('posts.update'), (route) => held.then(() => route.continue()), { times: 1 });
      await page.keyboard.press('Control+s');
      await publishByKeys(page);
      await page.getByRole('link', { name: 'Back to the posts' }).click();
      await editorOn(page).text.waitFor({ state: 'detached' });
      await page.goBack();
      await page.getByRole('button', { name: 'Discard' }).click();
      const sent: string[] = [];
      page.on('request', (request) => request.url().includes('posts.update') && sent.push(request.url()));
      // The last request of a save; a later one would still be under way when the next response arrives.
      const answer = page.waitForResponse(callUrls('posts.get'));
      goOn();
      await (await answer).finished();
      await page.evaluate(() => fetch('/healthz').then((healthy) => healthy.text()));
      expect(sent).to.deep.equal([]);
      await page.reload();
      await showsText(page, 'Base. More.');
      expect((await read(use(), id)).status).to.equal('draft');
    }),
  );

  it(
    'lists the texts of several new posts, and loses none',
    signedIn(async ({ open, page, context }) => {
      const windows = [page, await context.newPage()];
      for (const [at, title] of ['First words', 'Second words'].entries()) {
        const window = windows[at]!;
        await (at === 0 ? open('/admin/posts/new') : window.goto('/admin/posts/new'));
        if (at > 0) await window.getByRole('button', { name: 'Decide later' }).last().click();
        await editorOn(window).title.fill(title);
        await typeAtEnd(window, `${title} at length.`);
        await says(window, 'Stored on this device');
      }
      for (const window of windows) await window.close();
      const again = await context.newPage();
      await again.goto('/admin/posts/new');
      const dialog = again.getByRole('dialog', { name: 'Unsaved text found' });
      await dialog.getByRole('radio', { name: 'Second words' }).waitFor();
      expect(await accessibilityProblems(again)).to.deep.equal([]);
      await dialog.getByRole('radio', { name: 'First words' }).check();
      await dialog
        .getByRole('textbox', { name: 'Stored on this device' })
        .getByText('First words at length.')
        .waitFor();
      await dialog.getByRole('button', { name: 'Restore' }).click();
      await showsText(again, 'First words at length.');
      await says(again, 'Stored on this device');
      expect(await keptOn(again))
        .to.include('First words at')
        .and.include('Second words at');
      await editorOn(again).save.click();
      await again.waitForURL('**/admin/posts/first-words');
      await says(again, 'Saved at');
      await again.goto('/admin/posts/new');
      await again.getByRole('button', { name: 'Restore' }).click();
      await showsText(again, 'Second words at length.');
      await editorOn(again).save.click();
      await again.waitForURL('**/admin/posts/second-words');
      await says(again, 'Saved at');
      expect((await read(use(), 'first-words')).content).to.equal('First words at length.');
      expect((await read(use(), 'second-words')).content).to.equal('Second words at length.');
      expect(await keptOn(again)).to.not.include('words at length');
    }),
  );

  it(
    'keeps the other text when one of two is restored',
    signedIn(async ({ open, page, context }) => {
      const id = await write(use(), { id: 'both-kept', title: 'Both kept', content: 'Base.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' From a closed window.');
      await says(page, 'Stored on this device');
      await page.close();
      const again = await context.newPage();
      await again.goto(`/admin/posts/${id}`);
      await again.getByRole('button', { name: 'Decide later' }).last().click();
      await typeAtEnd(again, ' On the screen.');
      await until(async () => (await keptOn(again)).includes('On the screen.'));
      await again.reload();
      const dialog = again.getByRole('dialog', { name: 'Unsaved text found' });
      await dialog.getByRole('radio').nth(1).check();
      await dialog.getByRole('textbox', { name: 'Stored on this device' }).getByText('From a closed window.').waitFor();
      await dialog.getByRole('button', { name: 'Restore' }).click();
      await showsText(again, 'Base. From a closed window.');
      await again.reload();
      await dialog.getByRole('radio').nth(1).waitFor();
      expect(await keptOn(again))
        .to.include('From a closed window.')
        .and.include('On the screen.');
    }),
  );

  for (const leave of ['Escape', 'Decide later', 'Close']) {
    it(
      `keeps text typed beside another version when the dialog is closed by ${leave}`,
      signedIn(async ({ open, page, expectProblem }) => {
        const id = await write(use(), { title: `By ${leave}`, content: 'Base.', status: 'draft' });
        await open(`/admin/posts/${id}`);
        await typeAtEnd(page, ' Mine.');
        await change(use(), id, { content: 'Theirs.' });
        await page.keyboard.press('Control+s');
        const dialog = page.getByRole('dialog', { name: 'This post was changed elsewhere' });
        await dialog.getByRole('textbox', { name: 'Your version' }).click();
        await page.keyboard.press('Control+End');
        await page.keyboard.type(' Put together.');
        await isKept(page, 'Mine. Put together.', 2000);
        // Narrow windows show the two texts unified.
        await page.setViewportSize({ width: 700, height: 900 });
        await dialog.getByText('Put together.').waitFor();
        await page.setViewportSize({ width: 1280, height: 900 });
        await dialog.getByText('Put together.').waitFor();
        if (leave === 'Escape') await page.keyboard.press('Escape');
        else await dialog.getByRole('button', { name: leave, exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
        await showsText(page, 'Base. Mine. Put together.');
        await editorOn(page).save.click();
        await dialog.getByRole('textbox', { name: 'Your version' }).getByText('Put together.').waitFor();
        await dialog.getByRole('button', { name: 'Save your version' }).click();
        await says(page, 'Saved at');
        await expectProblem(/412/);
        expect((await read(use(), id)).content).to.equal('Base. Mine. Put together.');
      }),
    );
  }

  it(
    'leaves an untouched excerpt to the service, also after a crash',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      await editorOn(page).title.fill('Made excerpt');
      await page.getByRole('button', { name: 'Post settings' }).click();
      await typeAtEnd(page, 'One.');
      await publishByKeys(page);
      await page.waitForURL('**/admin/posts/made-excerpt');
      await says(page, 'Published at');
      const excerpt = page.getByLabel('Excerpt');
      expect(await excerpt.inputValue()).to.equal('One.');
      await typeAtEnd(page, ' Two.');
      await publishByKeys(page);
      await says(page, 'Published at');
      expect(await excerpt.inputValue()).to.equal('One. Two.');
      await typeAtEnd(page, ' Three.');
      await says(page, 'Stored on this device');
      await page.reload();
      await page.getByRole('button', { name: 'Restore' }).click();
      await showsText(page, 'One. Two. Three.');
      await publishWith(editorOn(page).update);
      await says(page, 'Published at');
      expect((await read(use(), 'made-excerpt')).excerpt).to.equal('One. Two. Three.');
      await excerpt.fill('');
      await says(page, 'Stored on this device');
      await page.reload();
      await page.getByRole('button', { name: 'Restore' }).click();
      await publishWith(editorOn(page).update);
      await says(page, 'Published at');
      expect((await read(use(), 'made-excerpt')).excerpt).to.equal('');
    }),
  );

  it(
    'leaves an excerpt to the service that an earlier version stored as empty',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'kept-before', title: 'Kept before', content: 'One.' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' Two.');
      await says(page, 'Stored on this device');
      await open('/admin/posts');
      await emptyKeptExcerpts(page);
      await open(`/admin/posts/${id}`);
      await page.getByRole('button', { name: 'Restore' }).click();
      await publishWith(editorOn(page).update);
      await says(page, 'Published at');
      expect(await read(use(), id)).to.include({ content: 'One. Two.', excerpt: 'One. Two.' });
    }),
  );

  it(
    'asks for the password of a version that was encrypted elsewhere, and never treats it as empty',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await write(use(), { id: 'sealed', title: 'Sealed', content: 'Base.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' Mine.');
      await change(use(), id, { content: 'Theirs.', protected: true, password: 'their secret' });
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'This post was changed elsewhere' });
      await dialog.getByText('encrypted with an unknown password').waitFor();
      await expectProblem(/412/);
      await dialog.getByRole('button', { name: 'Use the other version' }).click();
      await page.getByLabel('Password of the post').fill('their secret');
      await page.getByRole('button', { name: 'Open' }).click();
      await showsText(page, 'Theirs.');
    }),
  );

  it(
    'asks before the page is left when the device is full',
    signedIn(
      async ({ open, page, expectProblem }) => {
        const id = await write(use(), { id: 'no-room', title: 'No room', content: 'Base.', status: 'draft' });
        await open(`/admin/posts/${id}`);
        await fillDevice(page);
        await typeAtEnd(page, ' Mine.');
        await says(page, 'this device has no space');
        await page.getByRole('button', { name: 'Preview' }).click();
        await page.getByRole('link', { name: 'Back to the posts' }).click();
        const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
        await dialog.getByText('This device has no space to store your text').waitFor();
        await dialog.getByRole('button', { name: 'Stay' }).click();
        await page.reload({ timeout: 2000 }).catch(() => undefined);
        await expectProblem(/^dialog/);
        await showsText(page, 'Base. Mine.');
      },
      { fresh: true },
    ),
  );

  it(
    'stores text that is on the screen again when another window discards it',
    signedIn(async ({ open, page, context }) => {
      const id = await write(use(), { id: 'discarded', title: 'Discarded', content: 'Base.', status: 'draft' });
      await open(`/admin/posts/${id}`);
      await typeAtEnd(page, ' Alive.');
      await says(page, 'Stored on this device');
      const other = await context.newPage();
      await other.goto(`/admin/posts/${id}`);
      const dialog = other.getByRole('dialog', { name: 'Unsaved text found' });
      await dialog.getByRole('button', { name: 'Discard' }).click();
      await dialog.waitFor({ state: 'detached' });
      await isKept(page, 'Alive.', 2000);
      await page.reload();
      await page.getByRole('button', { name: 'Restore' }).click();
      await showsText(page, 'Base. Alive.');
    }),
  );

  it(
    'keeps a new post on the screen after its first save when no chunk can be loaded',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      await editorOn(page).title.fill('Nothing to load');
      await page.waitForLoadState('networkidle');
      await page.route('**/admin/assets/**', (route) => route.abort());
      await page.keyboard.press('Control+s');
      await page.waitForURL('**/admin/posts/nothing-to-load');
      await says(page, 'Saved at');
      await typeAtEnd(page, 'On we go.');
    }),
  );

  it(
    'moves the text to the new URL after the first save of an encrypted post',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      await editorOn(page).title.fill('Secret while saving');
      await page.getByRole('button', { name: 'Post settings' }).click();
      await page.getByRole('switch', { name: 'Encrypted' }).click({ force: true });
      await page.getByLabel('Password of the post').fill('a long secret');
      await page.getByLabel('Repeat the password').fill('a long secret');
      await page.getByRole('button', { name: 'Encrypt', exact: true }).click();
      await typeAtEnd(page, 'One.');
      const { promise: pressed, resolve: letGo } = Promise.withResolvers<void>();
      await page.route(callUrls('posts.create'), async (route) => {
        // The call may be sent while Control is still pressed, which would change the meaning of the space.
        await pressed;
        await page.keyboard.type(' Two.');
        await route.continue();
      });
      await page.keyboard.press('Control+s');
      letGo();
      await page.waitForURL('**/admin/posts/secret-while-saving');
      await showsText(page, 'One. Two.');
      expect(await page.getByRole('dialog').count()).to.equal(0);
      await page.keyboard.press('Control+s');
      await says(page, 'Saved at');
    }),
  );
});

describe('the editor when the service is killed', function () {
  this.timeout(90_000);
  let browser: Browser;
  before(async function () {
    browser = await needBrowser(this);
  });
  after(cleanUp);

  it('stores the text, reports it, and saves when the service is back', async () => {
    const env = { PORT: String(await freePort()), ADMIN_PASSWORD: PASSWORD, SITE: 'on' };
    const folder = await newFolder();
    const first = start(folder, env);
    const url = await first.url;
    await asVisitor(browser, url, async ({ open, page, expectProblem }) => {
      // The browser should not wait for the build.
      await builtApp();
      await open('/admin/posts/new');
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await editorOn(page).title.fill('Robust');
      await typeAtEnd(page, 'Before.');
      await editorOn(page).save.click();
      await says(page, 'Saved at');

      await kill(first);
      await typeAtEnd(page, ' During.');
      await editorOn(page).save.click();
      await says(page, 'Your text is stored on this device');
      expect(await keptOn(page)).to.include('Before. During.');
      await typeAtEnd(page, ' Later.');

      const second = start(folder, env);
      await second.url;
      await says(page, /^(Saved at|Stored on this device)/);
      await editorOn(page).text.click();
      await page.keyboard.press('Control+s');
      await says(page, 'Saved at');
      expect(await storedText(page)).to.equal('Before. During. Later.');
      // While it starts, it answers with 503.
      await expectProblem(/net::ERR_|503|fetching the script/);
    });
  });
});

/** Separates two changes. */
const MIDDLE = `\n\n${['The same', 'words', 'for both', 'of us'].join('.\n\n')}.\n\n`;

/** Forwards a call to the service, but drops its response. */
async function loseAnswer(page: Page, call: string): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(callUrls(call), lose, { times: 1 });
}

/** Fills the storage quota of the site on this device. */
async function fillDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
}

/** Tells whether the text on this device, or the URL of the page, is the first to get a new id of the post. */
async function orderOfMove(page: Page, id: string): Promise<() => Promise<string[]>> {
  await page.addInitScript((to) => {
    const order: string[] = [];
    Object.assign(globalThis, { order });
    const moves = new Set<IDBTransaction>();
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...given) {
      const begun = transaction.apply(this, given);
      begun.addEventListener('complete', () => moves.has(begun) && order.push('text'));
      return begun;
    };
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      if (String(key).includes(`:${to}:`)) moves.add(this.transaction);
      return put.call(this, value, key);
    };
    const replace = history.replaceState;
    history.replaceState = function (...given) {
      replace.apply(history, given);
      if (location.pathname.endsWith(to)) order.push('URL');
    };
  }, id);
  return () => page.evaluate(() => (globalThis as unknown as { order: string[] }).order);
}

/** Stores texts in localStorage as version 2.15.0 did, instead of the current store. */
async function keepAsBefore(page: Page, kept: Record<string, unknown>): Promise<void> {
  await page.evaluate(async (texts) => {
    await new Promise((resolve) => indexedDB.deleteDatabase('octavo').addEventListener('success', resolve));
    for (const [key, value] of Object.entries(texts)) localStorage.setItem(key, JSON.stringify(value));
  }, kept);
}

/** Removes the excerpt of the service from stored texts, as earlier versions stored them. */
async function emptyKeptExcerpts(page: Page): Promise<void> {
  const texts = Object.entries(await keptInDatabase(page)) as [string, { fields: object }][];
  const older = texts.map(([key, kept]) => [
    key,
    { ...kept, excerpt: undefined, fields: { ...kept.fields, excerpt: '' } },
  ]);
  await keepAsBefore(page, Object.fromEntries(older) as Record<string, unknown>);
}

async function kill({ process, ended }: Started): Promise<void> {
  process.kill('SIGKILL');
  await ended;
}

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The stored text of the post, read with the session of the page. */
function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const token = localStorage.getItem('octavo-admin-token');
    const answer = await fetch('/api/posts/robust', { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { post: { content: string } }).post.content;
  });
}
