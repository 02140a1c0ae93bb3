import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';

import { hasFocus } from './support/browser.ts';
import { author, content, entry, send, status, write } from './support/comment-form.ts';
import { addComments, comment, set } from './support/comments.ts';
import { HOSTILE_COMMENT, SAMPLE } from './support/sample-posts.ts';
import { describeSite } from './support/site.ts';
import { until } from './support/until.ts';
import { freshAddress } from './support/visitors.ts';

describeSite('comments in a browser', ({ use, visiting }) => {
  it(
    'are submitted without a reload, and appear at once',
    visiting(async ({ open, page }) => {
      await open('/posts/day-1');
      await page.getByRole('heading', { name: 'Comments', exact: true }).waitFor();
      await mark(page);
      await write(page, 'Gus', 'First & <b>foremost</b>\nin two lines');
      await entry(page, 'First & <b>foremost</b>').waitFor();
      expect(await status(page)).to.equal('Thank you, your comment has been published.');
      expect(await page.getByRole('heading', { name: '1 comment' }).count()).to.equal(1);
      expect(await page.getByText('No comments yet.').count()).to.equal(0);
      expect(await content(page).inputValue()).to.equal('');
      expect(await isMarked(page), 'the page is still the same').to.equal(true);
      await page.reload();
      await entry(page, 'First & <b>foremost</b>').waitFor();
      expect(await author(page).inputValue(), 'the name is remembered').to.equal('Gus');
    }),
  );

  // docs/interface.md, C34
  it(
    'are found by a link, however old they are',
    visiting(async ({ open, page }) => {
      const { comment: oldest } = await comment(use(), 'day-5', { content: 'The oldest' }, freshAddress());
      await addComments(use(), 'day-5', 300);
      await open(`/posts/day-5#${oldest.id}`);
      await entry(page, 'The oldest').waitFor();
      expect(page.url()).to.match(new RegExp(`/posts/day-5\\?before=\\w+#${oldest.id}$`));
      await page.getByRole('link', { name: 'Newest comments' }).click();
      await entry(page, 'Number 299').waitFor();
      await page.evaluate((id) => (location.hash = id), oldest.id);
      await entry(page, 'The oldest').waitFor();
    }),
  );

  it(
    'show their age, and the exact time on hover',
    visiting(async ({ open, page }) => {
      await comment(use(), 'day-2', { content: 'A while ago' }, freshAddress());
      await page.clock.install({ time: Date.now() + 5 * 60_000 });
      await open('/posts/day-2');
      const time = entry(page, 'A while ago').locator('time');
      expect(await time.innerText()).to.match(/^[56] minutes ago$/);
      expect(await time.getAttribute('title')).to.match(/20\d\d at \d+:\d\d/);
      await page.clock.runFor(60 * 60_000);
      expect(await time.innerText()).to.equal('1 hour ago');
    }),
  );

  it(
    'are written where a theme or a translator has left a wrong language',
    visiting(async ({ open, page }) => {
      for (const [at, lang] of ['', 'en_US', 'no tag!'].entries()) {
        await open('/posts/day-6');
        await page.evaluate((lang) => (document.documentElement.lang = lang), lang);
        await write(page, 'Gus', `Language ${at}`);
        expect(await entry(page, `Language ${at}`).locator('time').getAttribute('title')).to.match(
          /20\d\d at \d+:\d\d/,
        );
      }
    }),
  );

  it(
    'show an error when they are duplicates, and keep the text',
    visiting(async ({ open, page, expectProblem }) => {
      await open('/posts/day-3');
      await write(page, 'Gus', 'Twice');
      await entry(page, 'Twice').waitFor();
      await write(page, 'Gus', 'Twice');
      await page.getByText('You have already posted this comment.').waitFor();
      expect(await content(page).inputValue()).to.equal('Twice');
      await expectProblem(/status of 409/);
    }),
  );

  const busy = freshAddress();
  it(
    'show an error beyond the limit, with a countdown',
    visiting(
      async ({ open, page, expectProblem }) => {
        for (let turn = 0; turn < 20; turn += 1) await comment(use(), 'day-4', {}, busy);
        await page.clock.install();
        await open('/posts/day-4');
        await write(page, 'Gus', 'One too many');
        const refusal = page.getByText(/please try again in \d+ seconds/);
        await refusal.waitFor();
        const before = seconds(await refusal.innerText());
        await page.clock.runFor(3000);
        expect(seconds(await refusal.innerText())).to.be.within(1, before - 2);
        await page.clock.runFor(61_000);
        expect(await refusal.count()).to.equal(0);
        expect(await content(page).inputValue()).to.equal('One too many');
        await expectProblem(/status of 429/);
      },
      { extraHTTPHeaders: busy },
    ),
  );

  it(
    'are counted while typing, and never cut',
    visiting(async ({ open, page }) => {
      await open('/posts/day-5');
      const left = page.locator('[data-left]');
      await content(page).fill('x'.repeat(4700));
      expect(await left.isVisible()).to.equal(false);
      await content(page).fill('😀'.repeat(4990));
      await page.getByText('10 characters left').waitFor();
      await content(page).fill('x'.repeat(5003));
      await page.getByText('3 characters too many').waitFor();
      expect(await content(page).getAttribute('aria-invalid')).to.equal('true');
      await author(page).fill('Gus');
      await send(page).click();
      expect(await hasFocus(content(page))).to.equal(true);
      expect(await left.innerText(), 'it is still said').to.equal('3 characters too many');
      expect((await content(page).inputValue()).length).to.equal(5003);
      await content(page).fill('short enough');
      await send(page).click();
      await entry(page, 'short enough').waitFor();
    }),
  );

  it(
    'show errors beside the fields',
    visiting(async ({ open, page, expectProblem }) => {
      await open('/posts/day-6');
      await write(page, 'G'.repeat(81), 'A long name');
      await page.getByText('Please correct the highlighted fields. Nothing has been sent yet.').waitFor();
      const described = await author(page).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).innerText()).to.equal('1 character too many');
      expect(await hasFocus(author(page))).to.equal(true);
      await expectProblem(/status of 400/);
      await write(page, 'Gus', 'A long name');
      await entry(page, 'A long name').waitFor();
      expect(await page.locator('p.problem').count()).to.equal(0);
    }),
  );

  it(
    'are replied to in place, and the form returns when the reply is cancelled',
    visiting(async ({ open, page }) => {
      await open(`/posts/${SAMPLE.long}`);
      await mark(page);
      const parent = entry(page, '写得真好。');
      await parent.getByRole('link', { name: 'Reply' }).click();
      await parent.getByRole('heading', { name: 'Reply to 读者' }).waitFor();
      await parent.getByRole('link', { name: 'Cancel reply' }).click();
      await page.getByRole('heading', { name: 'Write a comment' }).waitFor();
      expect(await parent.getByRole('textbox').count()).to.equal(0);
      expect(await hasFocus(parent.getByRole('link', { name: 'Reply' }))).to.equal(true);
      await parent.getByRole('link', { name: 'Reply' }).click();
      await parent.getByRole('heading', { name: 'Reply to 读者' }).waitFor();
      await write(page, 'Gus', 'So it is.');
      await parent.locator('ol').getByText('So it is.').waitFor();
      await page.getByRole('heading', { name: 'Write a comment' }).waitFor();
      expect(await isMarked(page)).to.equal(true);
      await page.reload();
      await parent.locator('ol').getByText('So it is.').waitFor();
    }),
  );

  it(
    'stay visible to their authors while they are pending',
    visiting(async ({ open, page }) => {
      await set(use(), { commentModeration: 'all' });
      await open('/posts/day-7');
      await write(page, 'Gus', 'Am I seen?');
      await page.getByText('Your comment will appear after approval.').waitFor();
      await entry(page, 'Am I seen?').getByText('Pending approval').waitFor();
      await page.reload();
      await entry(page, 'Am I seen?').getByText('Pending approval').waitFor();
      const { body } = await use().admin('GET', '/api/comments?status=pending&search=seen');
      await use().admin('PUT', `/api/comments/${body.comments[0].id}`, { status: 'approved' });
      await set(use(), { commentModeration: 'off' });
      await page.reload();
      await entry(page, 'Am I seen?').getByRole('button', { name: 'Edit' }).waitFor();
      expect(await page.getByText('Pending approval').count()).to.equal(0);
    }),
  );

  // docs/interface.md, C17
  it(
    'stay visible to authors of more pending comments than the service is asked about: the newest 20',
    visiting(async ({ open, page }) => {
      await set(use(), { commentModeration: 'all' });
      await open('/posts/day-14');
      for (const text of ['The oldest of all', 'The newest of all']) {
        await write(page, 'Gus', text);
        await entry(page, text).getByText('Pending approval').waitFor();
      }
      await set(use(), { commentModeration: 'off' });
      // The receipts still contain the comment that was deleted elsewhere.
      await page.evaluate(() => {
        const [oldest, newest] = JSON.parse(localStorage.getItem('octavo-receipts')!) as { id: string }[];
        const deleted = Array.from({ length: 19 }, (_, at) => ({ ...newest, id: `c-${at}`, receipt: `deleted-${at}` }));
        localStorage.setItem('octavo-receipts', JSON.stringify([oldest, ...deleted, newest]));
      });
      await page.reload();
      await entry(page, 'The newest of all').getByText('Pending approval').waitFor();
      expect(await entry(page, 'The oldest of all').count()).to.equal(0);
      await page.waitForFunction(() => JSON.parse(localStorage.getItem('octavo-receipts')!).length === 2);
      await page.reload();
      await entry(page, 'The oldest of all').getByText('Pending approval').waitFor();
    }),
  );

  it(
    'can be edited and deleted by their authors for 15 minutes',
    visiting(async ({ open, page }) => {
      await page.clock.install();
      await open('/posts/day-8');
      await write(page, 'Gus', 'Teh first');
      await entry(page, 'Teh first').getByRole('button', { name: 'Edit' }).click();
      const field = page.locator('.entries textarea');
      await field.press('Escape');
      await entry(page, 'Teh first').getByRole('button', { name: 'Edit' }).press('Enter');
      await field.fill('The first');
      await page.getByRole('button', { name: 'Save' }).click();
      await entry(page, 'The first').getByText('Saved.').waitFor();
      await write(page, 'Gus', 'The second');
      await entry(page, 'The second').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete this comment?' }).click();
      await page.getByText('Deleted.', { exact: true }).waitFor();
      expect(await entry(page, 'The second').count()).to.equal(0);
      expect(await page.getByRole('heading', { name: '1 comment' }).count()).to.equal(1);
      await page.reload();
      await entry(page, 'The first').getByRole('button', { name: 'Edit' }).waitFor();
      await page.clock.runFor(15 * 60_000);
      expect(await page.getByRole('button', { name: /Edit|Delete/ }).count()).to.equal(0);
    }),
  );

  // docs/interface.md, C19
  it(
    'look after an edit as after a reload: URLs are links, the direction is that of the text, and pending ones are not counted',
    visiting(async ({ open, page }) => {
      await open('/posts/day-9');
      await write(page, 'Gus', 'First words');
      const own = page.locator('[data-comment]');
      const edit = async (text: string) => {
        await own.getByRole('button', { name: 'Edit' }).click();
        await own.locator('textarea').fill(text);
        await own.getByRole('button', { name: 'Save' }).click();
      };
      await edit('Read https://example.org/first');
      expect(await own.getByRole('link', { name: 'https://example.org/first' }).getAttribute('rel')).to.equal(
        'ugc nofollow',
      );
      await edit('מילים אחרות');
      await own.locator('.text[dir=rtl]').waitFor();
      await page.getByRole('heading', { name: '1 comment' }).waitFor();
      await set(use(), { commentModeration: 'all' });
      await edit('מילים חדשות');
      await own.getByText('Pending approval').waitFor();
      await set(use(), { commentModeration: 'off' });
      await page.getByRole('heading', { name: 'Comments', exact: true }).waitFor();
    }),
  );

  it(
    'survive a reload before they are sent',
    visiting(async ({ open, page }) => {
      await open(`/posts/${SAMPLE.long}`);
      const parent = entry(page, 'Good.').first();
      const answer = parent.getByRole('heading', { name: 'Reply to Bea' });
      await parent.getByRole('link', { name: 'Reply' }).first().click();
      await answer.waitFor();
      await content(page).fill('Half a thou');
      await page.reload({ waitUntil: 'load' });
      await answer.waitFor();
      await until(async () => (await content(page).inputValue()) === 'Half a thou');
    }),
  );

  it(
    'are kept when the service cannot be reached',
    visiting(async ({ open, page, context, expectProblem }) => {
      await open('/posts/day-9');
      const words = page.waitForResponse(/\/assets\/en\.json/);
      await content(page).focus();
      await words;
      await context.setOffline(true);
      await write(page, 'Gus', 'Into the void');
      await page.getByText('nothing was sent, and your text is still here').waitFor();
      await context.setOffline(false);
      await expectProblem(/ERR_INTERNET_DISCONNECTED/);
      await send(page).click();
      await entry(page, 'Into the void').waitFor();
    }),
  );

  it(
    'are pending when the honeypot field is filled in',
    visiting(async ({ open, page }) => {
      await open('/posts/day-10');
      await page.locator('[name=octavo_leave_empty]').evaluate((field: HTMLInputElement) => (field.value = 'x'));
      await write(page, 'Bot', 'Buy this');
      await page.waitForURL(/sent=held/);
      await page.getByText('Your comment will appear after approval.').waitFor();
      expect(await content(page).inputValue()).to.equal('');
    }),
  );

  it(
    'are liked, and the device remembers it',
    visiting(async ({ open, page }) => {
      await open(`/posts/${SAMPLE.long}`);
      const like = entry(page, 'Good.').last().getByRole('button', { name: 'Like this comment' });
      await like.click();
      await like.getByText('1', { exact: true }).waitFor();
      expect(await like.getAttribute('aria-pressed')).to.equal('true');
      await page.reload();
      expect(await like.getAttribute('aria-pressed')).to.equal('true');
      await page.getByRole('button', { name: 'Like', exact: true }).click();
      await page.getByText('Thank you. 1 reader likes this.').waitFor();
      // docs/interface.md, Y11
      await page.reload();
      await page.getByRole('button', { name: 'Like 1', exact: true }).waitFor();
    }),
  );

  it(
    'appear first in the guestbook, separately in each section',
    visiting(async ({ open, page }) => {
      await open('/guestbook');
      await page.getByRole('link', { name: /Ideas/ }).click();
      // The browser reports the new fragment after the click.
      await page.locator('.tabs a[aria-current=true]', { hasText: 'Ideas' }).waitFor();
      expect(await page.getByRole('link', { name: /Notes/ }).getAttribute('aria-current')).to.equal(null);
      const ideas = page.locator('#gb-idea');
      await ideas.getByLabel('Name').fill('Gus');
      await ideas.getByRole('textbox', { name: 'Comment' }).fill('A second goat.');
      await ideas.getByRole('button', { name: 'Send' }).click();
      await ideas.locator('.entries > li').first().getByText('A second goat.').waitFor();
      expect(await page.getByRole('link', { name: /Ideas/ }).innerText()).to.match(/2$/);
    }),
  );

  it(
    'are text, whatever they contain',
    visiting(async ({ open, page }) => {
      await open('/posts/day-11');
      await write(page, '<img src=x onerror=alert(1)>', HOSTILE_COMMENT);
      await entry(page, '<script>').waitFor();
      await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();
      expect(await page.evaluate(() => '__pwned' in globalThis)).to.equal(false);
    }),
  );

  it(
    'are written by keyboard alone',
    visiting(async ({ open, page }) => {
      await open('/posts/day-12');
      await author(page).focus();
      await page.keyboard.type('Kim');
      await page.keyboard.press('Tab');
      await page.keyboard.type('No mouse');
      await page.keyboard.press('Tab');
      expect(await hasFocus(send(page)), 'the hidden field is no stop').to.equal(true);
      await page.keyboard.press('Enter');
      await entry(page, 'No mouse').waitFor();
    }),
  );

  it(
    'show an error when comments have been closed',
    visiting(async ({ open, page, expectProblem }) => {
      await open('/posts/day-13');
      await set(use(), { commentsEnabled: false });
      await write(page, 'Gus', 'Too late');
      await page.getByText('Comments are closed at the moment.').waitFor();
      await set(use(), { commentsEnabled: true });
      await expectProblem(/status of 403/);
    }),
  );
});

describeSite('the error of a rejected comment', ({ visiting }) => {
  it(
    'disappears when its field is changed',
    visiting(async ({ open, page, expectProblem }) => {
      await open('/posts/day-1');
      await write(page, 'G'.repeat(81), ' ');
      await page.getByText('1 character too many').waitFor();
      await page.getByText('Please fill in this field.').waitFor();
      await author(page).fill('Gus');
      expect(await page.locator('p.problem').allInnerTexts()).to.deep.equal(['Please fill in this field.']);
      expect(await marked(author(page))).to.deep.equal([null, null]);
      expect((await marked(content(page)))[0]).to.equal('true');
      expect(await status(page)).to.equal('');
      await content(page).fill('Something');
      expect(await page.locator('.problem').count()).to.equal(0);
      expect(await marked(content(page))).to.deep.equal([null, null]);
      await expectProblem(/status of 400/);
    }),
  );

  it(
    'disappears when the text is changed, if it applies to the whole form',
    visiting(async ({ open, page, expectProblem }) => {
      await open('/posts/day-2');
      await write(page, 'Gus', 'Twice');
      await entry(page, 'Twice').waitFor();
      await write(page, 'Gus', 'Twice');
      await page.getByText('You have already posted this comment.').waitFor();
      await content(page).press('x');
      expect(await status(page)).to.equal('');
      await expectProblem(/status of 409/);
    }),
  );

  it(
    'disappears when a text that is too long is sent, and only the counter remains',
    visiting(async ({ open, page, expectProblem }) => {
      await open('/posts/day-3');
      await write(page, 'G'.repeat(81), 'Fine');
      await page.getByText('1 character too many').waitFor();
      await content(page).fill('x'.repeat(5002));
      await page.getByText('2 characters too many').waitFor();
      await send(page).click();
      expect(await page.locator('form[data-write] .problem').allInnerTexts()).to.deep.equal(['2 characters too many']);
      expect(await marked(author(page))).to.deep.equal([null, null]);
      expect(await marked(content(page))).to.deep.equal(['true', await page.locator('[data-left]').getAttribute('id')]);
      await expectProblem(/status of 400/);
    }),
  );

  it(
    'disappears also if the server rendered it',
    visiting(async ({ open, page, expectProblem }) => {
      await open('/posts/day-4');
      await author(page).fill(' ');
      await content(page).fill('Sent plainly');
      // Bypasses the script.
      await page.locator('form[data-write]').evaluate((form: HTMLFormElement) => form.submit());
      await page.getByText('Please fill in this field.').waitFor();
      await page.getByRole('alert').waitFor();
      expect(await author(page).evaluate((field: HTMLInputElement) => (field.value = ''))).to.equal('');
      await author(page).fill('Gus');
      expect(await page.locator('.problem').count()).to.equal(0);
      expect(await marked(author(page))).to.deep.equal([null, null]);
      await expectProblem(/status of 400/);
    }),
  );
});

describeSite('editing an own comment', ({ use, visiting }) => {
  it(
    'counts and shows errors inside its form, in the language of the page',
    visiting(async ({ open, page, expectProblem }) => {
      await set(use(), { language: 'de' });
      await open('/posts/day-1');
      const { form, field, save } = await edit(page, 'Zu ändern');
      await set(use(), { language: 'en' });
      const urls: string[] = [];
      page.on('request', (request) => request.method() === 'PUT' && urls.push(request.url()));
      await field.fill('😀'.repeat(4999));
      await form.getByText('Noch 1 Zeichen').waitFor();
      await field.fill('x'.repeat(5002));
      const left = form.getByText('2 Zeichen zu viel');
      await left.waitFor();
      expect(await marked(field)).to.deep.equal(['true', await left.getAttribute('id')]);
      await save.click();
      expect(await hasFocus(field)).to.equal(true);
      expect(urls, 'the service is not even asked').to.deep.equal([]);
      await field.fill(' ');
      await save.click();
      const problem = form.getByText('Bitte füllen Sie dieses Feld aus.');
      await problem.waitFor();
      expect(await marked(field)).to.deep.equal(['true', await problem.getAttribute('id')]);
      await form.getByText('Bitte korrigieren Sie die hervorgehobenen Felder').waitFor();
      await expectProblem(/status of 400/);
      await field.fill('Verändert');
      expect(await form.locator('.problem:visible').count()).to.equal(0);
      expect(await marked(field)).to.deep.equal([null, null]);
      await save.click();
      await entry(page, 'Verändert').getByText('Gespeichert.').waitFor();
    }),
  );

  it(
    'shows errors within its column on a telephone',
    visiting(
      async ({ open, page, context, expectProblem }) => {
        await open('/posts/day-2');
        const { form, field, save } = await edit(page, 'To be changed');
        await context.setOffline(true);
        await field.fill('Changed');
        await save.click();
        const sentence = form.getByText('nothing was sent, and your text is still here');
        await sentence.waitFor();
        expect(await isWithin(sentence, form)).to.equal(true);
        await form.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Delete this comment?' }).click();
        const refusal = page.getByText('The service cannot be reached at the moment.');
        await refusal.waitFor();
        expect(await isWithin(refusal, page.locator('.entries').first())).to.equal(true);
        await expectProblem(/ERR_INTERNET_DISCONNECTED/);
      },
      { viewport: { width: 375, height: 800 } },
    ),
  );
});

describeSite('comments without JavaScript', ({ visiting }) => {
  const plainly = { javaScriptEnabled: false };

  it(
    'show errors where the browser scrolls: at the form',
    visiting(async ({ open, page, expectProblem }) => {
      for (const [path, thread] of [
        [`/posts/${SAMPLE.long}`, SAMPLE.long],
        ['/guestbook', 'gb-idea'],
      ] as const) {
        await open(`${path}#write-${thread}`);
        const form = page.locator(`#write-${thread}`);
        await form.locator('[name=author]').fill(' ');
        await form.locator('[name=content]').fill('Nobody wrote this');
        await form.getByRole('button').click();
        const problem = form.getByText('Please fill in this field.');
        await problem.waitFor();
        expect(new URL(page.url()).hash).to.equal(`#write-${thread}`);
        for (const part of [form.getByRole('alert'), problem]) expect(await isInSight(part)).to.equal(true);
        await expectProblem(/status of 400/);
      }
    }, plainly),
  );

  it(
    'are submitted, replied to and rejected with plain forms',
    visiting(async ({ open, page, expectProblem }) => {
      await open('/posts/day-1');
      await write(page, 'Nell', 'Without a script');
      await page.getByText('Thank you, your comment has been published.').waitFor();
      await entry(page, 'Without a script').getByRole('link', { name: 'Reply' }).click();
      await page.getByRole('heading', { name: 'Reply to Nell' }).waitFor();
      await write(page, 'Nell', 'An answer');
      await entry(page, 'Without a script').locator('ol').getByText('An answer').waitFor();
      await write(page, 'Nell', 'Without a script');
      await page.getByText('You have already posted this comment.').waitFor();
      expect(await content(page).inputValue()).to.equal('Without a script');
      await expectProblem(/status of 409/);
    }, plainly),
  );
});

/** Submits a comment, and opens it for editing. */
async function edit(page: Page, text: string) {
  await write(page, 'Gus', text);
  await entry(page, text).locator('[data-edit]').click();
  const form = page.locator('.entries form');
  return { form, field: form.getByRole('textbox'), save: form.locator('button:not([type])') };
}

/** Whether a field is marked as invalid, and the id of its description. */
function marked(field: Locator): Promise<(string | null)[]> {
  return Promise.all(['aria-invalid', 'aria-describedby'].map((name) => field.getAttribute(name)));
}

async function isInSight(part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= part.page().viewportSize()!.height;
}

/** Whether an element does not overflow the column. */
async function isWithin(part: Locator, column: Locator): Promise<boolean> {
  const [inner, outer] = [(await part.boundingBox())!, (await column.boundingBox())!];
  return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
}

function seconds(sentence: string): number {
  return Number(/in (\d+) second/.exec(sentence)?.[1]);
}

/** Sets a mark that a reload removes. */
function mark(page: Page): Promise<void> {
  return page.evaluate(() => void Object.assign(globalThis, { marked: true }));
}

function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'marked' in globalThis);
}
