import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { author, content, entry, send, status, write } from './support/comment-form.ts';
import { addComments, comment, set, withdraw } from './support/comments.ts';
import { open as read } from './support/pages.ts';
import { write as writePost } from './support/posts.ts';
import { describeSite } from './support/site.ts';
import { freshAddress } from './support/visitors.ts';

const GONE = 'This comment was deleted.';

describeSite('text typed while a comment is sent', ({ use, visiting }) => {
  it(
    'stays, also after a reload',
    visiting(async ({ open, page }) => {
      await open('/posts/day-1');
      const letGo = await hold(page, 'POST');
      await write(page, 'Gus', 'The first half');
      await page.getByText('Sending…').waitFor();
      await content(page).pressSequentially(', the second');
      letGo();
      await entry(page, 'The first half').waitFor();
      await page.getByText('Thank you, your comment has been published.').waitFor();
      expect(await content(page).inputValue()).to.equal('The first half, the second');
      await page.reload();
      expect(await content(page).inputValue()).to.equal('The first half, the second');
    }),
  );

  it(
    'stays a reply to another comment',
    visiting(async ({ open, page }) => {
      const { comment: other } = await comment(use(), 'day-2', { author: 'Bea', content: 'Other' }, freshAddress());
      await open('/posts/day-2');
      const letGo = await hold(page, 'POST');
      await write(page, 'Gus', 'To nobody');
      await page.getByText('Sending…').waitFor();
      await page.locator(`[data-reply="${other.id}"]`).click();
      await page.getByRole('heading', { name: 'Reply to Bea' }).waitFor();
      await content(page).fill('To Bea');
      letGo();
      await entry(page, 'To nobody').waitFor();
      await page.getByText('Thank you, your comment has been published.').waitFor();
      for (const visit of ['before', 'after'] as const) {
        if (visit === 'after') await page.reload();
        await page.getByRole('heading', { name: 'Reply to Bea' }).waitFor();
        expect(await content(page).inputValue(), visit).to.equal('To Bea');
      }
      await send(page).click();
      await entry(page, 'Other').locator('ol').getByText('To Bea').waitFor();
    }),
  );

  it(
    'is not sent again by a second click',
    visiting(async ({ open, page }) => {
      let sent = 0;
      await page.route('**/comments', (route) => {
        if (route.request().method() === 'POST') sent += 1;
        return route.continue();
      });
      await open('/posts/day-3');
      await author(page).fill('Gus');
      await content(page).fill('Once');
      await page.locator('form[data-write]').evaluate((form: HTMLFormElement) => {
        form.requestSubmit();
        form.requestSubmit();
      });
      await entry(page, 'Once').waitFor();
      await page.getByText('Thank you, your comment has been published.').waitFor();
      expect(sent).to.equal(1);
    }),
  );

  it(
    'stays when it belongs to an edit',
    visiting(async ({ open, page }) => {
      await open('/posts/day-4');
      await write(page, 'Gus', 'As it was');
      await entry(page, 'As it was').getByRole('button', { name: 'Edit' }).click();
      const field = page.locator('.entries textarea');
      const letGo = await hold(page, 'PUT');
      await field.fill('Changed');
      const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await page.getByRole('button', { name: 'Save' }).click();
      await field.pressSequentially(' again');
      letGo();
      await answered;
      await page.getByText('Saved.', { exact: true }).waitFor();
      expect(await field.inputValue()).to.equal('Changed again');
      await page.getByRole('button', { name: 'Save' }).click();
      await entry(page, 'Changed again').locator('.text:visible').waitFor();
    }),
  );
});

describeSite('a comment that its author deleted', ({ use, visiting }) => {
  it(
    'shows a note if it has replies, and cannot be liked or replied to',
    visiting(async ({ open, page }) => {
      await open('/posts/day-1');
      await write(page, 'Gus', 'To be deleted');
      const own = entry(page, 'To be deleted');
      const id = (await own.getAttribute('id')) ?? '';
      await comment(use(), 'day-1', { author: 'Bea', content: 'A reply', parentId: id }, freshAddress());
      await page.reload();
      const place = page.locator(`[id="${id}"]`);
      await place.getByRole('button', { name: 'Edit' }).click();
      await page.locator('.entries textarea').fill('To be deleted at once');
      await page.getByRole('button', { name: 'Save' }).click();
      await place.getByText('Saved.').waitFor();
      await place.getByRole('link', { name: 'Reply' }).first().click();
      await content(page).fill('Meanwhile');
      await place.getByRole('button', { name: 'Delete' }).click();
      await place.getByRole('button', { name: 'Delete this comment?' }).click();
      await page.getByText('Deleted.', { exact: true }).waitFor();
      expect(await page.getByText('Saved.').count()).to.equal(0);
      await page.getByRole('heading', { name: 'Write a comment' }).waitFor();
      expect(await content(page).inputValue(), 'the form was saved').to.equal('Meanwhile');
      for (const visit of ['live', 'later'] as const) {
        if (visit === 'later') await open(`/posts/day-1?reply=${id}`);
        const article = place.locator(':scope > .comment');
        expect(await article.innerText(), visit).to.match(/^This comment was deleted\.\s+\S+/);
        expect(await article.locator('button, [data-reply], .text, .author').count(), visit).to.equal(0);
        expect(await place.locator('ol').getByRole('link', { name: 'Reply' }).count(), visit).to.equal(1);
        expect(await page.getByRole('heading', { name: /^Reply to/ }).count(), visit).to.equal(0);
      }
    }),
  );

  it('shows the note in the language of the site, also without scripts', async () => {
    const first = await comment(use(), 'day-2', {}, freshAddress());
    await comment(use(), 'day-2', { parentId: first.comment.id, content: 'Still here' }, freshAddress());
    expect((await withdraw(use(), first)).status).to.equal(200);
    const said = { en: GONE, de: 'Dieser Kommentar wurde gelöscht.', ja: 'このコメントは削除されました。' };
    for (const [language, sentence] of Object.entries(said)) {
      await set(use(), { language });
      const page = await read(use(), `/posts/day-2?reply=${first.comment.id}`);
      expect(page).to.include(sentence).and.include('Still here');
      expect(page).to.not.include(`data-reply="${first.comment.id}"`);
      expect(page).to.not.include(`data-like-comment="${first.comment.id}"`);
      expect(page).to.not.include('data-cancel-reply');
    }
    await set(use(), { language: 'en' });
  });

  it(
    'leaves the page in its initial state',
    visiting(async ({ open, page }) => {
      const moderated = { 'day-3': 'off', 'day-4': 'all' };
      for (const [post, commentModeration] of Object.entries(moderated)) {
        await set(use(), { commentModeration });
        await open(`/posts/${post}`);
        await write(page, 'Gus', 'The only one');
        await entry(page, 'The only one').getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Delete this comment?' }).click();
        await page.getByText('No comments yet.').waitFor();
        await page.getByRole('heading', { name: 'Comments', exact: true }).waitFor();
      }
      await set(use(), { commentModeration: 'off' });
      await write(page, 'Gus', 'Another one');
      await entry(page, 'Another one').waitFor();
      await page.getByRole('heading', { name: '1 comment' }).waitFor();
      expect(await page.getByText('No comments yet.').count()).to.equal(0);
    }),
  );

  for (const [post, kind] of [
    ['day-5', 'alone'],
    ['day-6', 'with replies'],
  ] as const)
    it(
      `is shown as deleted in another tab that still shows it, ${kind}`,
      visiting(async ({ open, page, context, expectProblem }) => {
        await open(`/posts/${post}`);
        await write(page, 'Gus', 'In two tabs');
        const own = entry(page, 'In two tabs').first();
        await own.getByRole('button', { name: 'Edit' }).click();
        const parentId = await own.getAttribute('id');
        if (kind === 'with replies') await comment(use(), post, { parentId }, freshAddress());
        const other = await context.newPage();
        await other.goto(`/posts/${post}`);
        await other.getByRole('button', { name: 'Delete' }).click();
        await other.getByRole('button', { name: 'Delete this comment?' }).click();
        await other.getByText('Deleted.', { exact: true }).waitFor();
        await page.locator('.entries textarea').fill('Changed in vain');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.locator('.entries form').getByText(GONE).waitFor();
        expect(await page.locator('.entries textarea').inputValue()).to.equal('Changed in vain');
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Delete this comment?' }).click();
        await page.locator('.entries .actions').getByText(GONE).waitFor();
        await expectProblem(/status of 40[34]/);
      }),
    );
});

describeSite('a comment form', ({ use, visiting }) => {
  it(
    'keeps the name after a reload before anything was sent',
    visiting(async ({ open, page }) => {
      await open('/posts/day-1');
      await author(page).fill('Gus');
      await page.reload();
      expect(await author(page).inputValue()).to.equal('Gus');
      await open('/posts/day-2');
      await write(page, 'Gustav', 'Under another name');
      await entry(page, 'Under another name').waitFor();
      await page.reload();
      expect(await author(page).inputValue()).to.equal('Gustav');
    }),
  );

  it(
    'is no longer a reply after a reload, once the reply of its URL was sent or cancelled',
    visiting(async ({ open, page }) => {
      const { comment: first } = await comment(use(), 'day-3', { author: 'Bea' }, freshAddress());
      for (const way of ['sent', 'given up'] as const) {
        await open(`/posts/day-3?reply=${first.id}#write-day-3`);
        await page.getByRole('heading', { name: 'Reply to Bea' }).waitFor();
        if (way === 'sent') await write(page, 'Gus', 'The answer');
        else await page.getByRole('link', { name: 'Cancel reply' }).click();
        await page.getByRole('heading', { name: 'Write a comment' }).waitFor();
        expect(new URL(page.url()).search, way).to.equal('');
        await page.reload();
        await page.getByRole('heading', { name: 'Write a comment' }).waitFor();
      }
    }),
  );
});

describeSite('the exact time of a comment', ({ use, visiting }) => {
  const WRITTEN = /title="([^"]*20\d\d[^"]*)"/;

  it('names its time zone in the page of the service', async () => {
    const { comment: one } = await comment(use(), 'day-1', {}, freshAddress());
    const page = await read(use(), '/posts/day-1');
    const utc = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    expect(WRITTEN.exec(page)?.[1]).to.equal(`${utc.format(new Date(one.date))} UTC`);
  });

  it(
    'is in the time zone of the reader, also in print, and so is its date',
    visiting(
      async ({ open, page }) => {
        const { comment: one } = await comment(use(), 'day-2', { content: 'Far away' }, freshAddress());
        await page.clock.install({ time: Date.parse(one.date) });
        await open('/posts/day-2');
        const time = entry(page, 'Far away').locator('time');
        const style = { dateStyle: 'long', timeZone: 'Pacific/Kiritimati' } as const;
        const local = new Intl.DateTimeFormat('en', { ...style, timeStyle: 'short' }).format(new Date(one.date));
        await page.waitForFunction(() => document.querySelector('[data-comment] time')?.textContent === 'now');
        expect(await time.getAttribute('title')).to.equal(`${local} GMT+14`);
        await page.emulateMedia({ media: 'print' });
        const printed = await time.evaluate((element) => getComputedStyle(element, '::after').content);
        expect(printed).to.equal(`"${local} GMT+14"`);
        await page.clock.install({ time: Date.parse(one.date) + 40 * 24 * 60 * 60_000 });
        await page.reload();
        const day = new Intl.DateTimeFormat('en', style).format(new Date(one.date));
        await page.waitForFunction((day) => document.querySelector('[data-comment] time')?.textContent === day, day);
      },
      { timezoneId: 'Pacific/Kiritimati' },
    ),
  );
});

describeSite('a comment submitted on a page of older ones', ({ use, visiting }) => {
  before(async () => {
    if (!use()) return;
    await writePost(use(), { title: 'Many', id: 'many' });
    await addComments(use(), 'many', 302);
  });

  it(
    'is not inserted there: a link leads to it',
    visiting(async ({ open, page }) => {
      await open('/posts/many');
      await page.getByRole('link', { name: 'Earlier comments' }).click();
      await entry(page, 'Number 0').waitFor();
      const number = await page.locator('[data-comment]').count();
      await write(page, 'Gus', 'The newest');
      await page.getByText('Thank you, your comment has been published.').waitFor();
      expect(await content(page).inputValue()).to.equal('');
      expect(await page.locator('[data-comment]').count()).to.equal(number);
      await page.getByRole('heading', { name: '303 comments' }).waitFor();
      await page.reload();
      await write(page, 'Gus', 'The very newest');
      await page.locator('[data-status]').getByRole('link', { name: 'Newest comments' }).click();
      await page.waitForURL(/\/posts\/many#c-/);
      await page.locator('li:target').getByText('The very newest').waitFor();
      await entry(page, 'The newest').getByRole('button', { name: 'Edit' }).waitFor();
      await page.goBack();
      await page.waitForURL(/before=/);
      expect(await entry(page, 'newest').count()).to.equal(0);
      expect(await status(page)).to.equal('');
    }),
  );

  it(
    'is inserted there if it replies to one of them',
    visiting(async ({ open, page }) => {
      await open('/posts/many');
      await page.getByRole('link', { name: 'Earlier comments' }).click();
      const answered = entry(page, 'Number 0');
      await answered.getByRole('link', { name: 'Reply' }).click();
      await write(page, 'Gus', 'A late answer');
      await answered.locator('ol').getByText('A late answer').waitFor();
    }),
  );
});

/** Holds requests with this method until the returned function is called. */
async function hold(page: Page, method: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/comments{,/*}', async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}
