import { setTimeout } from 'node:timers/promises';

import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';

import { languageNames } from '../../shared/languages.ts';
import { callUrls, describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus, type Visitor } from '../support/browser.ts';
import { comment, set } from '../support/comments.ts';
import { keptInDatabase } from '../support/editor.ts';
import { write } from '../support/posts.ts';
import { SAMPLE } from '../support/sample-posts.ts';
import type { TestService } from '../support/service.ts';
import { tasksDuring } from '../support/tasks.ts';
import { freshAddress } from '../support/visitors.ts';

const rows = (page: Page) => page.getByRole('feed').getByRole('article');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' });
const said = (page: Page, text: string) =>
  page.locator('.comments-bars').getByRole('status').filter({ hasText: text }).waitFor();

/** Writes a pending comment; returns its id. */
async function held(service: TestService, content: string, thread = 'gb-note'): Promise<string> {
  await set(service, { commentModeration: 'all' });
  const { comment: written } = await comment(service, thread, { author: 'Hal', content }, freshAddress());
  await set(service, { commentModeration: 'off' });
  return written.id;
}

/** The current comment in the service; undefined if it was deleted. */
async function stored(service: TestService, id: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await service.admin('GET', '/api/comments?pageSize=100&order=held');
  return (body.comments as Record<string, unknown>[]).find((one) => one['id'] === id);
}

/** Deletes a post on the screen of posts, and goes on to the comments. @returns the message that offers to undo it */
async function deletePost({ open, page }: Visitor, title: string): Promise<Locator> {
  await open(`/admin/posts?search=${encodeURIComponent(title)}`);
  await page.getByLabel(`Select “${title}”`).check();
  await button(page, 'Delete').click();
  const message = page.getByText(`“${title}”: deleting in 10 s`);
  await message.waitFor();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Comments/ })
    .click();
  return message;
}

/** Waits for the build of the app, which takes longer than the timeout of a page. */
async function built({ url }: TestService): Promise<void> {
  await (await fetch(`${url}/admin`)).text();
}

/** Waits for a condition in the service; its calls are sent a moment after the page shows them. */
async function until(what: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await what()) return;
    await setTimeout(50);
  }
  throw new Error('The service never had it so.');
}

/** Expects that buttons can be seen beside a message. */
async function nothingCovers(message: Locator, buttons: Locator): Promise<void> {
  const shown = (await message.locator('xpath=ancestor::*[@role="status"]').boundingBox())!;
  for (const one of await buttons.all()) {
    const { x, y, width, height } = (await one.boundingBox())!;
    const isBeside = x >= shown.x + shown.width || x + width <= shown.x;
    expect(isBeside || y >= shown.y + shown.height || y + height <= shown.y, await one.innerText()).to.equal(true);
  }
}

async function heldCount(page: Page): Promise<string> {
  const badge = page.getByLabel(/^Comments: \d+$/);
  return (await badge.count()) === 0 ? '0' : badge.innerText();
}

const untilStatus = (service: TestService, id: string, status: string | undefined) =>
  until(async () => (await stored(service, id))?.['status'] === status);

describeAdmin('comments in the app', ({ signedIn, use }) => {
  before(() => built(use()));
  afterEach(async () => {
    const { body } = await use().admin('GET', '/api/comments?pageSize=100&search=hal');
    const ids = (body.comments as { id: string }[]).map(({ id }) => id);
    if (ids.length > 0) await use().admin('POST', '/api/comments/bulk', { action: 'delete', ids });
  });

  it(
    'shows pending comments first, each with author, place and reason',
    signedIn(async ({ open, page }) => {
      await held(use(), 'held one');
      await held(use(), 'held two', SAMPLE.long);
      await comment(use(), 'gb-note', { author: 'Hal', content: 'the newest' }, freshAddress());
      await open('/admin/comments');
      await row(page, 'held one').waitFor();
      const texts = await rows(page).allInnerTexts();
      expect(texts[0]).to.include('held two').and.to.include('Pending: all comments need approval');
      expect(texts[1]).to.include('held one').and.to.include('Guestbook: notes');
      expect(texts[2]).to.include('the newest').and.not.to.include('Pending');
      expect(await heldCount(page)).to.equal('2');
      await page.getByText('2 pending comments').waitFor();
      const link = row(page, 'held one').getByRole('link');
      expect(await link.getAttribute('href')).to.match(/^\/guestbook#c-/);
    }),
  );

  it(
    'shows text as it was written, never as HTML',
    signedIn(async ({ open, page }) => {
      await held(use(), '<b>bold</b> & "quoted"');
      await open('/admin/comments');
      await page.getByText('<b>bold</b> & "quoted"').waitFor();
    }),
  );

  it(
    'approves and holds immediately, with ten seconds to undo',
    signedIn(async ({ open, page }) => {
      const id = await held(use(), 'to decide');
      await open('/admin/comments');
      const one = row(page, 'to decide');
      await button(one, 'Approve').click();
      await said(page, '1 comment approved');
      await button(one, 'Hold').waitFor();
      expect(await heldCount(page)).to.equal('0');
      await untilStatus(use(), id, 'approved');
      await button(page, 'Undo').click();
      await said(page, '1 comment restored');
      await one.getByText('Pending: all comments need approval').waitFor();
      expect(await heldCount(page)).to.equal('1');
      await untilStatus(use(), id, 'pending');
      expect(await stored(use(), id)).to.include({ heldBecause: 'moderation' });
    }),
  );

  it(
    'decides on a comment of another filter once that is read',
    signedIn(async ({ open, page }) => {
      const id = await held(use(), 'to decide early');
      await open('/admin/comments?status=pending');
      await row(page, 'to decide early').waitFor();
      const released = Promise.withResolvers<void>();
      await page.route(callUrls('comments.all'), (route) => released.promise.then(() => route.continue()));
      await page.getByText('All', { exact: true }).click();
      await page.waitForURL((url) => !url.searchParams.has('status'));
      const click = button(row(page, 'to decide early'), 'Approve').click();
      await Promise.race([click, setTimeout(500)]);
      released.resolve();
      await click;
      await said(page, '1 comment approved');
      await button(row(page, 'to decide early'), 'Hold').waitFor();
      await untilStatus(use(), id, 'approved');
    }),
  );

  it(
    'shows a decision that is made while the thread is read',
    signedIn(async ({ open, page }) => {
      await held(use(), 'decided within');
      await open('/admin/comments');
      const released = Promise.withResolvers<void>();
      const read = Promise.withResolvers<void>();
      const one = row(page, 'decided within');
      await one.waitFor();
      await page.route(callUrls('comments.all'), async (route) => {
        const response = await route.fetch();
        read.resolve();
        await released.promise;
        await route.fulfill({ response });
      });
      await button(one, /Thread/).click();
      await read.promise;
      await button(one, 'Approve').click();
      await button(one, 'Hold').waitFor();
      released.resolve();
      await one.getByRole('list').getByRole('status').waitFor({ state: 'detached' });
      await setTimeout(500);
      expect(await button(one, 'Hold').count()).to.equal(1);
    }),
  );

  it(
    'restores the reason when an approval is undone after a reload',
    signedIn(async ({ open, page }) => {
      const id = await held(use(), 'read again');
      await open('/admin/comments');
      await button(row(page, 'read again'), 'Approve').click();
      await untilStatus(use(), id, 'approved');
      await button(page, 'Reload').click();
      await row(page, 'read again').getByText('Approved').waitFor();
      await button(page, 'Undo').click();
      await row(page, 'read again').getByText('Pending: all comments need approval').waitFor();
      await button(row(page, 'read again'), 'Approve').click();
      await button(row(page, 'read again'), 'Hold').click();
      await page.keyboard.press('z');
      await page.keyboard.press('z');
      await row(page, 'read again').getByText('Held by you').waitFor();
      await until(async () => (await stored(use(), id))?.['heldBecause'] === 'administrator');
    }),
  );

  it(
    'keeps the undo of an action for its own ten seconds while later actions cannot be undone',
    signedIn(async ({ open, page }) => {
      const id = await held(use(), 'deleted first');
      await held(use(), 'pinned then');
      await page.clock.install();
      await open('/admin/comments');
      await button(row(page, 'deleted first'), 'Delete').click();
      await page.clock.fastForward(6000);
      await button(row(page, 'pinned then'), 'Pin').click();
      await said(page, 'Comment pinned');
      const bar = page.locator('.comments-bars').getByText('1 comment: deleting in 10 s');
      await bar.waitFor();
      await button(page, 'Undo').click();
      await row(page, 'deleted first').waitFor();
      await button(row(page, 'deleted first'), 'Delete').click();
      await button(row(page, 'pinned then'), 'Unpin').click();
      await page.clock.fastForward(9000);
      expect(await button(page, 'Undo').count()).to.equal(1);
      await page.clock.fastForward(1500);
      await button(page, 'Undo').waitFor({ state: 'detached' });
      await untilStatus(use(), id, undefined);
      // Last, because a slow machine may need all of the ten seconds for it.
      await button(row(page, 'pinned then'), 'Delete').click();
      await bar.waitFor();
      expect(await accessibilityProblems(page, { turned: true })).to.deep.equal([]);
    }),
  );

  it(
    'undoes one thing with a key, the last of all screens',
    signedIn(async (visitor) => {
      const { page } = visitor;
      const id = await held(use(), 'decided last');
      const post = await write(use(), { title: 'Deleted first' });
      const toast = await deletePost(visitor, 'Deleted first');
      await button(row(page, 'decided last'), 'Approve').click();
      await untilStatus(use(), id, 'approved');
      await page.keyboard.press('z');
      await untilStatus(use(), id, 'pending');
      expect(await toast.count(), 'the post').to.equal(1);
      await page.keyboard.press('z');
      await toast.waitFor({ state: 'detached' });
      await page.getByText('“Deleted first”: not deleted').waitFor();
      await use().admin('DELETE', `/api/posts/${post}`);
    }),
  );

  it(
    'is covered by no message of another screen on a phone',
    signedIn(async (visitor) => {
      const { page } = visitor;
      await held(use(), 'selected');
      await write(use(), { title: 'Deleted elsewhere' });
      const toast = await deletePost(visitor, 'Deleted elsewhere');
      await row(page, 'selected').getByRole('checkbox').check();
      await page.setViewportSize({ width: 375, height: 800 });
      await nothingCovers(toast, page.locator('.comments-bars').getByRole('button'));
    }),
  );

  it(
    'keeps names and titles of the other direction at the side of the list',
    signedIn(
      async ({ open, page }) => {
        await held(use(), 'Written from left to right', SAMPLE.long);
        await set(use(), { language: 'he' });
        try {
          await open('/admin/comments');
          const title = row(page, 'Written from left to right').locator('.comment-page');
          await title.waitFor();
          expect(await title.evaluate((link) => getComputedStyle(link).textAlign)).to.equal('right');
        } finally {
          await set(use(), { language: 'en' });
        }
      },
      { locale: 'he' },
    ),
  );

  it(
    'deletes comments with their replies, and names their number if all are loaded',
    signedIn(async ({ open, page }) => {
      const first = await comment(use(), 'gb-note', { author: 'Hal', content: 'the question' }, freshAddress());
      const parentId = first.comment.id;
      for (const content of ['the answer', 'another answer']) {
        await comment(use(), 'gb-note', { author: 'Hal', content, parentId }, freshAddress());
      }
      await held(use(), 'alone');
      await open('/admin/comments');
      const sentence = () => page.locator('.comments-bars').getByRole('status').innerText();
      await button(row(page, 'alone'), 'Delete').click();
      expect(await sentence()).to.equal('1 comment: deleting in 10\u00A0s');
      await button(row(page, 'another answer'), 'Delete').click();
      expect(await sentence()).to.equal('1 comment: deleting in 10\u00A0s');
      await button(row(page, 'the question'), 'Delete').click();
      expect(await sentence()).to.equal('1 comment: deleting in 10\u00A0s, with 1 reply');
      await page.keyboard.press('z');
      await row(page, 'the question').waitFor();
      expect(await row(page, 'another answer').count()).to.equal(0);
      await page.keyboard.press('z');
      await row(page, 'another answer').waitFor();
      await button(row(page, 'the question'), 'Delete').click();
      expect(await sentence()).to.equal('1 comment: deleting in 10\u00A0s, with 2 replies');
      await page.keyboard.press('z');
      // Search results may lack some of the replies.
      await open('/admin/comments?search=question');
      await button(row(page, 'the question'), 'Delete').click();
      expect(await sentence()).to.equal('1 comment: deleting in 10\u00A0s, with its replies');
      await page.keyboard.press('z');
      await button(row(page, 'the question'), 'Thread').click();
      await page.getByRole('listitem').filter({ hasText: 'another answer' }).waitFor();
      await button(row(page, 'the question'), 'Delete').first().click();
      expect(await sentence()).to.equal('1 comment: deleting in 10\u00A0s, with 2 replies');
    }),
  );

  it(
    'keeps rows in place while the times in them grow',
    signedIn(
      async ({ open, page }) => {
        await held(use(), 'stays where it is');
        await open('/admin/comments');
        const one = row(page, 'stays where it is');
        await one.waitFor();
        const heights = await one.evaluate((article) => {
          const time = article.querySelector('.comment-time')!;
          return ['now', '1 second ago', '59 minutes ago', 'il y a 59 secondes'].map((text) => {
            time.textContent = text;
            return article.getBoundingClientRect().height;
          });
        });
        expect(new Set(heights).size, heights.join()).to.equal(1);
      },
      { viewport: { width: 375, height: 1200 }, hasTouch: true, isMobile: true },
    ),
  );

  for (const list of ['', '?status=pending']) {
    it(
      `ignores the second tap of a double tap, and keeps decided comments in place, in the list ${list}`,
      signedIn(
        async ({ open, page }) => {
          await set(use(), { commentModeration: 'first' });
          const { comment: new1 } = await comment(use(), 'gb-note', { author: 'Hal', content: 'tap' }, freshAddress());
          const below = await held(use(), 'tap the one below');
          await open(`/admin/comments${list}`);
          const one = row(page, 'tap').filter({ hasText: 'first comment by this author' });
          const places = () =>
            row(page, 'tap')
              .last()
              .getByRole('button')
              .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
          await one.waitFor();
          const before = await places();
          for (const { height, width } of before) expect(Math.min(height, width)).to.be.at.least(36);
          // The buttons that decide and the one that deletes do not overlap in any row.
          expect(before.at(-1).left).to.be.above(before[0].right);
          const { x, y } = (await button(one, 'Approve').boundingBox())!;
          await page.touchscreen.tap(x + 20, y + 18);
          if (list === '') {
            await button(row(page, 'tap').last(), 'Hold').waitFor();
            expect(await places()).to.deep.equal(before);
          }
          await page.touchscreen.tap(x + 20, y + 18);
          await page.locator('.comments-bars').getByRole('status').waitFor();
          expect(await page.locator('.comments-bars').innerText()).to.not.include('deleting');
          if (list === '') {
            await row(page, 'tap').last().getByText('Held by you').waitFor();
            expect(await places()).to.deep.equal(before);
          }
          expect([await stored(use(), new1.id), await stored(use(), below)]).to.not.include(undefined);
        },
        { viewport: { width: 375, height: 1200 }, hasTouch: true, isMobile: true },
      ),
    );
  }

  it(
    'shows the full reason of pending comments at 375 pixels, in every language',
    signedIn(
      async ({ open, page }) => {
        const ids = await Promise.all(['one', 'two', 'three', 'four'].map((text) => held(use(), text)));
        const reasons = ['moderation', 'first', 'suspicious', 'administrator'] as const;
        for (const [at, held_because] of reasons.entries()) {
          await use()
            .database.kysely.updateTable('comments')
            .set({ held_because })
            .where('id', '=', ids[at]!)
            .execute();
        }
        for (const language of languageNames) {
          await set(use(), { language });
          await open('/admin/comments');
          const marks = page.locator('.comment-mark');
          await marks.nth(3).waitFor();
          const cut = await marks.evaluateAll((all) =>
            all.filter((mark) => mark.scrollWidth > mark.clientWidth).map((mark) => mark.textContent),
          );
          expect(cut, language).to.deep.equal([]);
        }
        await set(use(), { language: 'en' });
      },
      { viewport: { width: 375, height: 800 } },
    ),
  );

  it(
    'hides deleted comments at once, and restores them with z',
    signedIn(async ({ open, page }) => {
      const id = await held(use(), 'to delete');
      await open('/admin/comments');
      await button(row(page, 'to delete'), 'Delete').click();
      await said(page, '1 comment: deleting in 10 s');
      expect(await row(page, 'to delete').count()).to.equal(0);
      expect(await heldCount(page)).to.equal('0');
      expect(await stored(use(), id)).to.include({ status: 'pending' });
      await page.keyboard.press('z');
      await row(page, 'to delete').waitFor();
      expect(await heldCount(page)).to.equal('1');
    }),
  );

  it(
    'deletes comments with their replies after ten seconds',
    signedIn(async ({ open, page }) => {
      const { comment: first } = await comment(use(), 'gb-note', { author: 'Hal', content: 'first' }, freshAddress());
      const reply = { author: 'Hal', content: 'answers it', parentId: first.id };
      const { comment: second } = await comment(use(), 'gb-note', reply, freshAddress());
      await page.clock.install();
      await open('/admin/comments');
      await button(row(page, 'first'), 'Delete').click();
      await said(page, '1 comment: deleting in 10 s');
      expect(await row(page, 'answers it').count()).to.equal(0);
      await page.clock.fastForward(9000);
      expect(await stored(use(), first.id)).to.include({ status: 'approved' });
      await page.clock.fastForward(1500);
      await untilStatus(use(), second.id, undefined);
      expect(await stored(use(), first.id)).to.equal(undefined);
      expect(await button(page, 'Undo').count()).to.equal(0);
    }),
  );

  it(
    'deletes them as well when the page is left, and offers undo on other screens',
    signedIn(async ({ open, page }) => {
      const [one, two, three] = [
        await held(use(), 'left by address'),
        await held(use(), 'left by link'),
        await held(use(), 'taken back'),
      ];
      await open('/admin/comments');
      await button(row(page, 'left by address'), 'Delete').click();
      await said(page, '1 comment: deleting in 10 s');
      await open('/healthz');
      await untilStatus(use(), one, undefined);
      await open('/admin/comments');
      // In real time: with a clock of the test, React sometimes never shows the next screen.
      await page.getByText('1 comment: deleted').waitFor();
      await button(row(page, 'left by link'), 'Delete').click();
      await said(page, '1 comment: deleting in 10 s');
      await button(row(page, 'taken back'), 'Delete').click();
      await page.getByRole('navigation').getByRole('link', { name: 'Media' }).click();
      const toasts = page.getByRole('status').filter({ hasText: /1 comment: deleting in \d+\ss/ });
      await until(async () => (await toasts.count()) === 2);
      await button(toasts.last(), 'Undo').click();
      await until(async () => (await toasts.count()) === 1);
      await toasts.waitFor({ state: 'detached' });
      await untilStatus(use(), two, undefined);
      expect(await stored(use(), three)).to.include({ status: 'pending' });
    }),
  );

  it(
    'deletes them after a crash, when the app is next opened',
    signedIn(async ({ open, page, context }) => {
      const id = await held(use(), 'survives');
      await open('/admin/comments');
      await button(row(page, 'survives'), 'Delete').click();
      await said(page, '1 comment: deleting in 10 s');
      const crashed = page.waitForEvent('crash');
      await page.goto('chrome://crash').catch(() => undefined);
      await crashed;
      expect(await stored(use(), id)).to.include({ status: 'pending' });
      const other = await context.newPage();
      // The clock of this page is ahead.
      await other.addInitScript(() => {
        const now = Date.now;
        Date.now = () => now() + 60_000;
      });
      await other.goto('/admin/comments');
      await other.getByText('1 comment: deleted').waitFor();
      expect(await stored(use(), id)).to.equal(undefined);
    }),
  );

  it(
    'reverts changes when the service cannot be reached',
    signedIn(async ({ open, page, context, expectProblem }) => {
      await held(use(), 'offline');
      await open('/admin/comments');
      await row(page, 'offline').waitFor();
      await context.setOffline(true);
      await button(row(page, 'offline'), 'Approve').click();
      await page.getByText(/cannot be reached/).waitFor();
      await row(page, 'offline').getByText('Pending: all comments need approval').waitFor();
      expect(await heldCount(page)).to.equal('1');
      expect(await button(page, 'Undo').count()).to.equal(0);
      await expectProblem(/ERR_INTERNET_DISCONNECTED/);
      await context.setOffline(false);
    }),
  );

  it(
    'pins and features comments; an error reverts it and shows the message of the service',
    signedIn(async ({ open, page, expectProblem }) => {
      const id = await held(use(), 'to mark');
      await open('/admin/comments');
      const one = row(page, 'to mark');
      await button(one, 'Pin').click();
      await said(page, 'Comment pinned');
      await button(one, 'Feature').click();
      await said(page, 'Comment featured');
      await until(async () => (await stored(use(), id))?.['featured'] === 1);
      expect(await stored(use(), id)).to.include({ pinned: 1, featured: 1 });
      const { status } = await use().admin('DELETE', `/api/comments/${id}`);
      expect(status).to.equal(200);
      await button(one, 'Unpin').click();
      await page.getByText('There is no comment with this id.').waitFor();
      await button(one, 'Unpin').waitFor();
      await expectProblem(/404/);
    }),
  );

  it(
    'edits comments in place; an error keeps the text',
    signedIn(async ({ open, page, expectProblem }) => {
      await held(use(), 'taken');
      const id = await held(use(), 'a mistaek & more');
      await open('/admin/comments');
      const one = row(page, 'mistaek');
      await button(one, 'Edit').click();
      const field = page.getByRole('textbox', { name: 'Comment by Hal' });
      expect(await hasFocus(field)).to.equal(true);
      expect(await field.inputValue()).to.equal('a mistaek & more');
      await field.fill('taken');
      await button(page, 'Save').click();
      await page.getByText('You have already posted this comment.').waitFor();
      await expectProblem(/409/);
      await field.fill('a mistake & more');
      await page.keyboard.press('Control+Enter');
      await said(page, 'Comment saved');
      await row(page, 'a mistake & more').waitFor();
      expect(await stored(use(), id)).to.include({ content: 'a mistake &amp; more', status: 'pending' });
      expect(await hasFocus(row(page, 'a mistake & more'))).to.equal(true);
    }),
  );

  it(
    'replies as the owner: the reply appears in the thread and approves a pending comment',
    signedIn(async ({ open, page }) => {
      const id = await held(use(), 'a question');
      await open('/admin/comments');
      await button(row(page, 'a question'), 'Reply').click();
      await page.getByRole('textbox', { name: 'Your reply to Hal' }).fill('begun');
      await page.keyboard.press('Escape');
      await page.keyboard.press('r');
      const field = page.getByRole('textbox', { name: 'Your reply to Hal' });
      expect(await field.inputValue()).to.equal('begun');
      await field.fill('an answer of hal');
      await button(page, 'Send reply').click();
      await said(page, 'Reply sent');
      const thread = page.getByRole('region', { name: 'Thread of the comment by Hal' });
      const answer = thread.getByRole('listitem').filter({ hasText: 'an answer of hal' }).last();
      await answer.getByText('Ada Sample').waitFor();
      await answer.getByText('Site owner').waitFor();
      expect(await stored(use(), id)).to.include({ status: 'approved' });
      expect(await heldCount(page)).to.equal('0');
    }),
  );

  // docs/interface.md, C25
  it(
    'shows that a reply has approved the comments above it',
    signedIn(async ({ open, page }) => {
      const { comment: above } = await comment(
        use(),
        'gb-note',
        { author: 'Hal', content: 'the upper one' },
        freshAddress(),
      );
      const fields = { author: 'Hal', content: 'the lower one', parentId: above.id };
      const { comment: below } = await comment(use(), 'gb-note', fields, freshAddress());
      await use().admin('POST', '/api/comments/bulk', { action: 'hold', ids: [above.id, below.id] });
      await open('/admin/comments');
      await row(page, 'the upper one').getByText('Held by you').waitFor();
      await button(row(page, 'the lower one'), 'Reply').click();
      await page.getByRole('textbox', { name: 'Your reply to Hal' }).fill('both of them are fine, says hal');
      await button(page, 'Send reply').click();
      await said(page, 'Reply sent');
      // The row above it has its thread, and so both.
      await row(page, 'the upper one').last().getByText('Approved').waitFor();
      expect(await heldCount(page)).to.equal('0');
    }),
  );

  it(
    'keeps a draft reply when a filter hides its comment, and during composition',
    signedIn(async ({ open, page, context }) => {
      await held(use(), 'asked in japanese');
      await open('/admin/comments');
      await button(row(page, 'asked in japanese'), 'Reply').click();
      const field = page.getByRole('textbox', { name: 'Your reply to Hal' });
      await field.fill('half an answer');
      const hands = await context.newCDPSession(page);
      await hands.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
      await field.dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true });
      await hands.send('Input.insertText', { text: '日' });
      expect(await field.inputValue()).to.equal('half an answer日');
      await page.getByText('Pending', { exact: true }).click();
      await page.waitForURL('**/admin/comments?status=pending');
      await field.waitFor({ state: 'detached' });
      await button(row(page, 'asked in japanese'), 'Reply').click();
      expect(await field.inputValue()).to.equal('half an answer日');
    }),
  );

  it(
    'keeps drafts of replies and edits through reloads, until they are sent or discarded',
    signedIn(async ({ open, page }) => {
      await held(use(), 'to be answered');
      await open('/admin/comments');
      const one = row(page, 'to be answered');
      const answer = page.getByRole('textbox', { name: 'Your reply to Hal' });
      const correction = page.getByRole('textbox', { name: 'Comment by Hal' });
      const kept = async () => Object.keys(await keptInDatabase(page)).length;
      await button(one, 'Reply').click();
      await answer.fill('half an answer');
      await page.reload();
      await button(one, 'Reply').click();
      expect(await answer.inputValue()).to.equal('half an answer');
      await button(one, 'Edit').click();
      await correction.fill('half a correction');
      await page.keyboard.press('Escape');
      await page.reload();
      await button(one, 'Edit').click();
      expect(await correction.inputValue()).to.equal('half a correction');
      expect(await kept()).to.equal(2);
      await button(page, 'Cancel').click();
      await button(one, 'Edit').click();
      expect(await correction.inputValue()).to.equal('to be answered');
      await correction.fill('to be answered, corrected');
      await button(page, 'Save').click();
      await said(page, 'Comment saved');
      expect(await kept()).to.equal(1);
      await button(row(page, 'to be answered'), 'Reply').click();
      await button(page, 'Send reply').click();
      await said(page, 'Reply sent');
      expect(await kept()).to.equal(0);
    }),
  );

  it(
    'keeps at most thirty drafts, and none after sign-out on any screen',
    signedIn(async ({ open, page, expectProblem }) => {
      await held(use(), 'the newest of many');
      await open('/healthz');
      // As version 2.15.0 stored them.
      await page.evaluate(() => {
        for (let at = 1; at <= 30; at++) {
          localStorage.setItem(`octavo-comments:reply:c-${at}`, JSON.stringify({ text: 'begun', at }));
        }
        localStorage.setItem('octavo-comments:reply:c-broken', '{');
      });
      await open('/admin/comments');
      await button(row(page, 'the newest of many'), 'Reply').click();
      await page.getByRole('textbox', { name: 'Your reply to Hal' }).fill('begun last');
      const kept = async () => Object.keys(await keptInDatabase(page));
      expect(await kept())
        .to.have.length(30)
        .and.not.include.oneOf(['octavo-comments:reply:c-1', 'octavo-comments:reply:c-broken']);
      await open('/admin/media');
      // Keeps the session for the other tests.
      await page.route(callUrls('admin.logout'), (route) => route.abort());
      await button(page, 'Sign out').click();
      await page.getByLabel('Password', { exact: true }).waitFor();
      expect(await kept()).to.deep.equal([]);
      await expectProblem(/ERR_FAILED/);
    }),
  );

  it(
    'shows the buttons of an open thread below its own entry, and separates those of forms',
    signedIn(async ({ open, page }) => {
      const first = await comment(use(), 'gb-note', { author: 'Hal', content: 'on top' }, freshAddress());
      const reply = { author: 'Hal', content: 'in the middle', parentId: first.comment.id };
      const { comment: second } = await comment(use(), 'gb-note', reply, freshAddress());
      const last = { author: 'Hal', content: 'at the end', parentId: second.id };
      await comment(use(), 'gb-note', last, freshAddress());
      await open('/admin/comments?search=middle');
      const one = row(page, 'in the middle');
      await button(one, 'Thread').focus();
      await page.keyboard.press('Enter');
      const entry = one.getByRole('listitem').filter({ hasText: 'in the middle' });
      await one.getByRole('listitem').filter({ hasText: 'at the end' }).waitFor();
      const levels = await one.getByRole('listitem').evaluateAll((all) => all.map((each) => each.ariaLevel));
      expect(levels).to.deep.equal(['1', '2', '3']);
      expect(await hasFocus(button(entry, 'Thread')), 'the button keeps the keyboard').to.equal(true);
      expect(await button(one, 'Pin').count()).to.equal(1);
      expect(await button(entry, 'Pin').count()).to.equal(1);
      await button(entry, 'Reply').click();
      const cancel = (await button(entry, 'Cancel').boundingBox())!;
      const own = (await button(entry, 'Pin').boundingBox())!;
      expect(own.y - cancel.y - cancel.height).to.be.at.least(10);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await button(entry, 'Thread').click();
      await one.getByRole('listitem').first().waitFor({ state: 'detached' });
      expect(await hasFocus(button(one, 'Thread'))).to.equal(true);
    }),
  );

  for (const width of [1280, 600, 375]) {
    it(
      `shows the rest of a truncated text with a button, at ${width} pixels`,
      signedIn(
        async ({ open, page }) => {
          const sentence = (words: number) => Array.from({ length: words }, () => 'hal wrote this text').join(' ');
          for (const words of [1, 15, 18, 21, 24, 27, 30, 40]) await held(use(), `${words}: ${sentence(words)}`);
          await held(use(), '猫'.repeat(540));
          await held(use(), 'lines: 1\n2\n3\n4\n5\n6');
          await held(use(), 'more lines: 1\n2\n3\n4\n5\n6\n7 the end');
          await open('/admin/comments');
          await row(page, 'more lines').waitFor();
          const shown = await page.locator('.comment-body').evaluateAll((all) =>
            all.map((body) => {
              const text = body.querySelector('.comment-text')!;
              return {
                text: text.textContent.slice(0, 12),
                isCut: text.scrollHeight > text.clientHeight,
                hasButton: body.querySelector<HTMLElement>('.comment-more')?.checkVisibility() ?? false,
                isLong: text.clientHeight > 10 * Number.parseFloat(getComputedStyle(text).lineHeight),
              };
            }),
          );
          expect(shown.filter(({ isCut, hasButton }) => isCut !== hasButton)).to.deep.equal([]);
          expect(shown.filter(({ isLong }) => isLong)).to.deep.equal([]);
          expect(shown.some(({ isCut }) => isCut)).to.equal(true);
          const one = row(page, 'more lines');
          const before = (await one.boundingBox())!.height;
          await button(one, 'Show all').click();
          await button(one, 'Show all').waitFor({ state: 'detached' });
          expect(await one.locator('.comment-text').evaluate((text) => text.scrollHeight - text.clientHeight)).to.equal(
            0,
          );
          expect(before).to.be.above(0);
          expect(await hasFocus(one)).to.equal(true);
        },
        { viewport: { width, height: 4000 } },
      ),
    );
  }

  it(
    'names rows for screen readers by author, place, status and beginning',
    signedIn(async ({ open, page }) => {
      await held(use(), `a <b> long\n\ntext ${'word '.repeat(40)}`);
      await open('/admin/comments');
      const one = row(page, 'a <b> long');
      await one.waitFor();
      const name = () => one.getAttribute('aria-label');
      expect(await name())
        .to.match(/^Hal: Guestbook: notes\. Pending: all comments need approval\. a <b> long text word .*word…$/)
        .and.have.length.below(180);
      await button(one, 'Approve').click();
      await button(one, 'Hold').waitFor();
      expect(await name()).to.match(/^Hal: Guestbook: notes\. Approved\. a <b>/);
      expect(await page.getByRole('article', { name: /^Hal: Guestbook: notes\. Approved\. a <b>/ }).count()).to.equal(
        1,
      );
    }),
  );

  // docs/interface.md, C24
  it(
    'decides on all comments that match, also those that are not loaded, and deletes them',
    signedIn(async ({ open, page }) => {
      for (let at = 0; at < 101; at++) await held(use(), `mass ${at}`);
      const total = async (status: string) =>
        (await use().admin('GET', `/api/comments?search=mass&status=${status}`)).body.total as number;
      const everything = async () => {
        await page.getByLabel('Select all loaded comments').check();
        await button(page, 'Select all 101 matching comments').click();
        await page.getByText('101 selected').waitFor();
      };
      await open('/admin/comments?search=mass');
      await everything();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await button(page.getByRole('toolbar'), 'Approve').click();
      await page.getByText('101 comments approved').waitFor();
      expect(await total('approved')).to.equal(101);
      await page.clock.install();
      await everything();
      await rows(page).first().getByRole('checkbox').uncheck();
      await page.getByText('99 selected').waitFor();
      await page.getByLabel('Select all loaded comments').check();
      await button(page, 'Select all 101 matching comments').click();
      await page.getByText('101 selected').waitFor();
      await page.keyboard.press('d');
      await page.getByText('101 comments: deleting in 10 s').waitFor();
      await page.clock.fastForward(11_000);
      await page.getByText('101 comments: deleted').waitFor();
      expect(await total('approved')).to.equal(0);
    }),
  );

  it(
    'counts correctly when a comment is decided between a deletion and its undo',
    signedIn(async ({ open, page }) => {
      await held(use(), 'first of two');
      const second = await held(use(), 'second of two');
      await open('/admin/comments');
      await button(row(page, 'first of two'), 'Delete').click();
      await button(row(page, 'second of two'), 'Approve').click();
      await untilStatus(use(), second, 'approved');
      await page.waitForLoadState('networkidle');
      await button(row(page, 'second of two'), 'Hold').click();
      await untilStatus(use(), second, 'pending');
      await page.keyboard.press('z');
      await untilStatus(use(), second, 'approved');
      await page.keyboard.press('z');
      await page.keyboard.press('z');
      await row(page, 'first of two').waitFor();
      await untilStatus(use(), second, 'pending');
      await page.getByLabel('Comments: 2').waitFor();
    }),
  );

  it(
    'opens the thread of a comment with its parents and replies',
    signedIn(async ({ open, page }) => {
      await open(`/admin/comments?post=${SAMPLE.long}`);
      await button(row(page, 'It is well.').first(), 'Thread').click();
      const thread = page.getByRole('region', { name: 'Thread of the comment by Ada' });
      const entries = thread.getByRole('listitem');
      await entries.nth(2).waitFor();
      const depths = await entries.evaluateAll((items) =>
        items.map((item) => item.textContent?.match(/goat|well|Good/)?.[0]),
      );
      expect(depths).to.deep.equal(['goat', 'well', 'Good']);
      expect(await thread.locator('[aria-current]').innerText()).to.include('It is well.');
      await button(entries.last(), 'Hold').click();
      await thread.getByText('Held by you').waitFor();
      await page.keyboard.press('z');
      await said(page, 'restored');
      await button(row(page, 'It is well.').first(), 'Thread').click();
      expect(await thread.count()).to.equal(0);
    }),
  );

  it(
    'works by keyboard alone, and the focus follows',
    signedIn(async ({ open, page }) => {
      const ids = [await held(use(), 'the goose'), await held(use(), 'the duck'), await held(use(), 'the swan')];
      await open('/admin/comments');
      await row(page, 'the goose').waitFor();
      for (const text of ['the swan', 'the duck', 'the goose']) {
        await page.keyboard.press('j');
        expect(await hasFocus(row(page, text)), text).to.equal(true);
      }
      expect(await row(page, 'the goose').getAttribute('aria-posinset')).to.equal('3');
      await page.keyboard.press('k');
      expect(await hasFocus(row(page, 'the duck'))).to.equal(true);
      await page.keyboard.press('a');
      await untilStatus(use(), ids[1]!, 'approved');
      await page.keyboard.press('h');
      await untilStatus(use(), ids[1]!, 'pending');
      await page.keyboard.press('o');
      await page.getByRole('region', { name: 'Thread of the comment by Hal' }).waitFor();
      await page.keyboard.press('o');
      await page.keyboard.press('x');
      expect(await row(page, 'the duck').getByRole('checkbox').isChecked()).to.equal(true);
      await page.keyboard.press('x');
      await page.keyboard.press('e');
      expect(await hasFocus(page.getByRole('textbox', { name: 'Comment by Hal' }))).to.equal(true);
      await page.keyboard.type('jd');
      await page.keyboard.press('Escape');
      await page.keyboard.press('d');
      await said(page, '1 comment: deleting in 10 s');
      expect(await hasFocus(row(page, 'the goose'))).to.equal(true);
      await page.keyboard.press('z');
      await row(page, 'the duck').waitFor();
    }),
  );

  it(
    'lists its shortcuts with ?, and leaves keys after g to the navigation',
    signedIn(async ({ open, page }) => {
      await held(use(), 'not to delete');
      await open('/admin/comments');
      await row(page, 'not to delete').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('?');
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await keys.getByText('Next comment').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await keys.waitFor({ state: 'detached' });
      await page.keyboard.press('g');
      await page.keyboard.press('d');
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      await page.goBack();
      await row(page, 'not to delete').waitFor();
    }),
  );

  it(
    'filters by status, place and text, stored in the URL',
    signedIn(async ({ open, page }) => {
      await held(use(), 'held about the goat', SAMPLE.long);
      await open('/admin/comments');
      await row(page, 'held about the goat').waitFor();
      await page.getByRole('radiogroup', { name: 'Show' }).getByText('Approved', { exact: true }).click();
      await page.waitForURL(/status=approved/);
      await row(page, 'held about the goat').waitFor({ state: 'detached' });
      await page.getByRole('combobox', { name: 'Post or section' }).click();
      await page.getByRole('option', { name: 'Guestbook: ideas' }).click();
      await page.waitForURL(/post=gb-idea/);
      // Previous results stay until the response arrives.
      await rows(page).nth(1).waitFor({ state: 'detached' });
      expect(await rows(page).innerText()).to.include('More pictures of the goat');
      await page.getByLabel('Search authors and text').fill('no such words');
      await page.waitForURL(/search=no/);
      await page.getByText('No matching comments.').waitFor();
      await page.reload();
      expect(await page.getByLabel('Search authors and text').inputValue()).to.equal('no such words');
      await page.getByRole('link', { name: 'Show all comments' }).click();
      await row(page, 'held about the goat').waitFor();
      expect(new URL(page.url()).search).to.equal('');
      expect(await page.getByLabel('Search authors and text').inputValue()).to.equal('');
    }),
  );

  it(
    'removes decided comments from the pending list, and shows a note when it is empty',
    signedIn(async ({ open, page }) => {
      await held(use(), 'one');
      await held(use(), 'two');
      await open('/admin/comments?status=pending');
      await button(row(page, 'two'), 'Approve').click();
      await row(page, 'two').waitFor({ state: 'detached' });
      expect(await hasFocus(row(page, 'one'))).to.equal(true);
      await page.keyboard.press('a');
      await page.getByText('All done. No pending comments.').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('z');
      await row(page, 'one').waitFor();
    }),
  );

  for (const width of [1280, 375]) {
    it(
      `passes axe and fits at ${width} pixels`,
      signedIn(
        async ({ open, page }) => {
          const wide = { author: 'Hal', content: `wide ${'x'.repeat(300)}` };
          const { comment: first } = await comment(use(), 'gb-note', wide, freshAddress());
          const answer = { author: 'Hal', content: 'a wide answer', parentId: first.id };
          await comment(use(), 'gb-note', answer, freshAddress());
          await use().admin('PUT', `/api/comments/${first.id}`, { pinned: true, featured: true });
          await open('/admin/comments?search=wide');
          const one = row(page, 'wide x');
          await one.getByRole('checkbox').check();
          await button(one, 'Reply').click();
          await button(row(page, 'a wide answer').first(), 'Thread').click();
          await button(row(page, 'a wide answer').first(), 'Hold').last().click();
          await said(page, '1 comment held');
          await page.getByText('Held by you').first().waitFor();
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          expect(tooWide).to.equal(false);
        },
        { viewport: { width, height: 800 } },
      ),
    );
  }
});

describeAdmin('thousands of comments in the app', ({ signedIn, use }) => {
  const MANY = 5000;

  before(async () => {
    await built(use());
    const base = { section: 'gb-note' as const, depth: 1, author: 'Hal', likes: 0, pinned: 0, featured: 0, owner: 0 };
    const created_at = new Date(use().clock.now()).toISOString();
    for (let from = 0; from < MANY; from += 500) {
      const values = Array.from({ length: 500 }, (_, at) => {
        const content = `number ${from + at} ${'and so on '.repeat((from + at) % 40)}`;
        const id = `c-many-${from + at}`;
        const more = { digest: id, status: 'pending' as const, search_text: content, created_at };
        return { ...base, id, content, ...more };
      });
      await use().database.kysely.insertInto('comments').values(values).execute();
    }
  });

  it(
    'scroll to the end without a task over 100 ms, with few rows in the DOM, and with no more work as the list grows',
    signedIn(async ({ open, page }) => {
      await open('/admin/comments?status=pending');
      await row(page, `number ${MANY - 1} `).waitFor();
      expect(await rows(page).first().getAttribute('aria-setsize')).to.equal(String(MANY));
      const tasks: number[] = [];
      /** @returns the work in milliseconds */
      const scrollTo = async (position: number) => {
        const own = await tasksDuring(page, () =>
          page.evaluate(async (position) => {
            const last = () => Number([...document.querySelectorAll('article')].at(-1)!.ariaPosInSet);
            while (last() < position) {
              window.scrollBy(0, 3000);
              await new Promise((resolve) => requestAnimationFrame(resolve));
            }
          }, position),
        );
        expect(await rows(page).count()).to.be.below(60);
        tasks.push(...own);
        return own.reduce((sum, milliseconds) => sum + milliseconds);
      };
      await scrollTo(1000);
      const second = await scrollTo(2000);
      await scrollTo(4000);
      expect(await scrollTo(MANY)).to.be.within(second / 3, 2 * second);
      expect(await row(page, 'number 0 ').count()).to.equal(1);
      expect(tasks.length).to.be.above(100);
      expect(tasks.filter((milliseconds) => milliseconds > 100)).to.deep.equal([]);
    }),
  ).timeout(180_000);

  it(
    'can be decided by hundreds in several calls, and paging skips none',
    signedIn(async ({ open, page }) => {
      await open('/admin/comments?status=pending');
      await row(page, `number ${MANY - 1} `).waitFor();
      // Scrolls to the end repeatedly until 300 are loaded.
      for (let next = 1; next <= 299; next++) {
        await page.locator(`[aria-posinset="${next}"]`).waitFor();
        await page.keyboard.press('j');
      }
      expect(await hasFocus(page.locator('[aria-posinset="299"]'))).to.equal(true);
      await page.getByLabel('Select all loaded comments').check();
      const bar = page.getByRole('toolbar', { name: 'Selected comments' });
      const count = Number.parseInt(await bar.innerText(), 10);
      expect(count).to.be.at.least(300);
      const calls: number[] = [];
      page.on('request', (request) => {
        if (request.url().includes('comments.bulk')) calls.push(request.postData()?.match(/c-many/g)?.length ?? 0);
      });
      await button(bar, 'Approve').click();
      await said(page, `${count} comments approved`);
      await row(page, `number ${MANY - 1 - count} `).waitFor();
      expect(await rows(page).first().innerText()).to.include(`number ${MANY - 1 - count} `);
      const waiting = async () => (await use().admin('GET', '/api/comments?status=pending&pageSize=1')).body.total;
      await until(async () => (await waiting()) === MANY - count);
      expect(calls).to.deep.equal([200, count - 200 > 200 ? 200 : count - 200, ...(count > 400 ? [count - 400] : [])]);
      await page.keyboard.press('z');
      await until(async () => (await waiting()) === MANY);
    }),
  );
});
