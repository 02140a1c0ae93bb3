import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';

import { callUrls, describeAdmin, TOKEN_KEY } from '../support/admin-app.ts';
import { hasFocus } from '../support/browser.ts';
import { editorOn, keptOn, says, showsText, typeAtEnd, publishWith } from '../support/editor.ts';
import { read, write } from '../support/posts.ts';
import type { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

describeAdmin(
  'saving to the service while writing',
  ({ use, signedIn }) => {
    it(
      'creates a draft, whose URL follows the title, while typing goes on',
      signedIn(async ({ open, page }) => {
        await open('/admin/posts/new');
        await typeAtEnd(page, 'One.');
        await page.waitForURL(/\/admin\/posts\/untitled/);
        await page.keyboard.type(' Two.');
        await editorOn(page).title.click();
        await page.keyboard.type('The first ferry');
        await page.waitForURL('**/admin/posts/the-first-ferry');
        expect(await hasFocus(editorOn(page).title)).to.equal(true);
        await page.keyboard.type(' of the day');
        await page.waitForURL('**/admin/posts/the-first-ferry-of-the-day');
        await says(page, 'Saved at');
        // Screen readers do not announce a pause of typing.
        expect(await editorOn(page).status.getAttribute('aria-live')).to.equal('off');
        const post = await read(use(), 'the-first-ferry-of-the-day');
        expect(post).to.include({ title: 'The first ferry of the day', content: 'One. Two.', status: 'draft' });
        expect((await use().admin('GET', '/api/admin/posts?search=One.%20Two.')).body.total).to.equal(1);
        await until(async () => !(await keptOn(page)).includes('One. Two.'));
        await publishWith(editorOn(page).publish);
        await says(page, 'Published at');
        expect(await editorOn(page).status.getAttribute('aria-live')).to.equal('polite');
      }),
    );

    for (const [device, viewport] of Object.entries({
      desk: { width: 1280, height: 800 },
      phone: { width: 375, height: 800 },
    })) {
      it(
        `keeps the cursor in the settings when a new post is saved, on a ${device}`,
        signedIn(
          async ({ open, page }) => {
            await open('/admin/posts/new');
            await editorOn(page).title.fill(`Settings on a ${device}`);
            await page.getByRole('button', { name: 'Post settings' }).click();
            const excerpt = page.getByLabel('Excerpt');
            await excerpt.click();
            await page.keyboard.type('In');
            await page.waitForURL(`**/admin/posts/settings-on-a-${device}`);
            await page.keyboard.type(' short.');
            expect(await excerpt.inputValue()).to.equal('In short.');
          },
          { viewport },
        ),
      );
    }

    it(
      'does not recreate a post that was deleted elsewhere',
      signedIn(async ({ open, page, expectProblem }) => {
        const id = await write(use(), { title: 'Gone', content: 'Base.', status: 'draft' });
        await open(`/admin/posts/${id}`);
        await typeAtEnd(page, ' Mine.');
        await says(page, 'Saved at');
        await use().admin('DELETE', `/api/posts/${id}`);
        await page.keyboard.type(' And');
        await says(page, 'was deleted elsewhere');
        await expectProblem(/404/);
        const created: string[] = [];
        page.on('request', (request) => created.push(...(/posts\.create/.exec(request.url()) ?? [])));
        await page.keyboard.type(' more.');
        // When another tab is shown, the editor saves at once, before the next request.
        await page.evaluate(() => {
          Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
          document.dispatchEvent(new Event('visibilitychange'));
          return fetch('/healthz').then(() => undefined);
        });
        expect(created).to.deep.equal([]);
        await editorOn(page).save.click();
        await says(page, 'Saved at');
        expect((await read(use(), id)).content).to.equal('Base. Mine. And more.');
      }),
    );

    it(
      'deletes a draft that a save under way renames',
      signedIn(async ({ open, page }) => {
        const id = await write(use(), { title: 'Early', content: 'Base.', status: 'draft' });
        await page.clock.install();
        await open(`/admin/posts/${id}`);
        const released = Promise.withResolvers<void>();
        const update = callUrls('posts.update');
        await page.route(update, (route) => released.promise.then(() => route.continue()), { times: 1 });
        const asked = page.waitForRequest(update);
        await editorOn(page).title.fill('Late');
        await asked;
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
        released.resolve();
        await page.getByText('“Late”: deleting in').waitFor();
        await page.clock.fastForward(11_000);
        await page.getByText('“Late”: deleted').waitFor();
        for (const one of [id, 'late']) expect((await use().admin('GET', `/api/posts/${one}`)).status).to.equal(404);
      }),
    );

    it(
      'saves a published post to its working copy, and another device continues there',
      signedIn(async ({ open, page, context }) => {
        const id = await write(use(), { title: 'Public', content: 'Shown.' });
        await open(`/admin/posts/${id}`);
        await typeAtEnd(page, ' Typed.');
        await says(page, 'Saved, not published yet');
        expect((await read(use(), id)).content).to.equal('Shown.');
        await onPhone(use(), context, async (phone) => {
          await phone.goto(`/admin/posts/${id}`);
          await showsText(phone, 'Shown. Typed.');
          await typeAtEnd(phone, ' On the phone.');
          await says(phone, 'Saved, not published yet');
          await publishWith(editorOn(phone).update);
          await says(phone, 'Published at');
        });
        expect((await read(use(), id)).content).to.equal('Shown. Typed. On the phone.');
      }),
    );

    it(
      'merges the changes of two windows and a phone without asking',
      signedIn(async ({ open, page, context, expectProblem }) => {
        const paragraphs = ['First.', 'Second.', 'Third.'];
        const id = await write(use(), { title: 'Together', content: paragraphs.join('\n\n'), status: 'draft' });
        const text = async () => (await read(use(), id)).content;
        await open(`/admin/posts/${id}`);
        const other = await context.newPage();
        await other.goto(`/admin/posts/${id}`);
        await onPhone(use(), context, async (phone) => {
          await phone.goto(`/admin/posts/${id}`);
          for (const tab of [page, other]) await tab.getByText('This post is also open in another tab.').waitFor();
          expect(await phone.getByText('also open in another tab').count()).to.equal(0);
          for (const [at, window] of [page, other, phone].entries()) await typeBelow(window, at * 2, ` By ${at}.`);
          const all = 'First. By 0.\n\nSecond. By 1.\n\nThird. By 2.';
          await until(async () => (await text()) === all);
          await expectProblem(/412/);
          // The first window gets the texts of the others when it saves again, and keeps its cursor.
          await page.keyboard.type(' More.');
          const more = all.replace('By 0.', 'By 0. More.');
          await until(async () => (await text()) === more);
          await showsText(page, more);
          await page.keyboard.type(' And more.');
          await until(async () => (await text()).startsWith('First. By 0. More. And more.\n\nSecond. By 1.'));
        });
        for (const window of [page, other]) expect(await window.getByRole('dialog').count()).to.equal(0);
        await other.close();
        await page.getByText('also open in another tab').waitFor({ state: 'detached' });
        await expectProblem(/412/);
      }),
    );

    it(
      'asks only about passages that both changed',
      signedIn(async ({ open, page, context, expectProblem }) => {
        const id = await write(use(), { title: 'Overlap', content: 'One.\n\nTwo.\n\nThree.', status: 'draft' });
        // No signal reaches the first window before it saves.
        await context.route('**/api/events/stream*', () => undefined);
        await open(`/admin/posts/${id}`);
        const other = await context.newPage();
        await other.goto(`/admin/posts/${id}`);
        await typeBelow(other, 0, ' Theirs.');
        await typeAtEnd(other, ' Theirs too.');
        await says(other, 'Saved at');
        await typeBelow(page, 2, ' Mine.');
        await typeAtEnd(page, ' Mine too.');
        const dialog = page.getByRole('dialog', { name: 'This post was changed elsewhere' });
        await dialog.getByRole('textbox', { name: 'The other version' }).getByText('Theirs too.').waitFor();
        await dialog.getByRole('textbox', { name: 'Your version' }).getByText('Mine too.').waitFor();
        await expectProblem(/412/);
        await dialog.getByRole('button', { name: 'Use the other version' }).click();
        const combined = 'One. Theirs.\n\nTwo. Mine.\n\nThree. Theirs too.';
        await showsText(page, combined);
        await until(async () => (await read(use(), id)).content === combined);
      }),
    );

    it(
      'saves when the page is closed',
      signedIn(async ({ open, page }) => {
        const id = await write(use(), { title: 'Closed', content: 'Before.', status: 'draft' });
        const shown = await write(use(), { title: 'Closed too', content: 'Before.' });
        await open(`/admin/posts/${id}`);
        await typeAtEnd(page, ' After.');
        await open(`/admin/posts/${shown}`);
        await until(async () => (await read(use(), id)).content === 'Before. After.');
        await typeAtEnd(page, ' After.');
        await open('/healthz');
        const copy = async () => (await use().admin('GET', `/api/posts/${shown}/working-copy`)).body.workingCopy;
        await until(async () => (await copy())?.fields.content === 'Before. After.');
        await open(`/admin/posts/${id}`);
        await showsText(page, 'Before. After.');
        expect(await page.getByRole('dialog').count()).to.equal(0);
      }),
    );

    it(
      'sends no part of a protected text',
      signedIn(async ({ open, page }) => {
        const secret = { protected: true, password: 'a long secret' };
        const id = await write(use(), { title: 'Sealed', content: 'Hidden.', ...secret, status: 'draft' });
        await page.clock.install();
        await open(`/admin/posts/${id}`);
        await page.getByLabel('Password of the post').fill('a long secret');
        await page.getByRole('button', { name: 'Open' }).click();
        const sent: string[] = [];
        page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
        await typeAtEnd(page, ' Typed.');
        await page.clock.runFor(60_000);
        await says(page, 'Stored on this device, encrypted');
        expect(sent).to.deep.equal([]);
        expect(await keptOn(page)).to.not.include('Typed.');
      }),
    );
  },
  { filled: false, autosave: true },
);

/** Runs something on another device: a browser context of its own. */
async function onPhone(
  { url, token }: TestService,
  context: BrowserContext,
  act: (phone: Page) => Promise<void>,
): Promise<void> {
  const phone = await context.browser()!.newContext({
    baseURL: new URL(url).origin,
    viewport: { width: 375, height: 800 },
    extraHTTPHeaders: { 'cf-connecting-ip': '10.9.9.7' },
  });
  try {
    phone.setDefaultTimeout(15_000);
    await phone.addInitScript(([key, value]) => localStorage.setItem(key!, value!), [TOKEN_KEY, token]);
    await act(await phone.newPage());
  } finally {
    await phone.close();
  }
}

/** Types at the end of a line. */
async function typeBelow(page: Page, line: number, words: string): Promise<void> {
  await editorOn(page).text.locator('.cm-line').nth(line).click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
}
