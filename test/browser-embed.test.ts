import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { OTHER_NAME } from './support/chromium.ts';
import { accessibilityProblems } from './support/axe.ts';
import { asVisitor, needBrowser, type Visitor } from './support/browser.ts';
import { author, content, entry, send, write as writeIn } from './support/comment-form.ts';
import { addComments, comment, set } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import {
  commentsElement,
  embedLanguages,
  pathOf,
  startEmbedHost,
  type EmbedHost,
  type EmbedPage,
} from './support/embed-host.ts';
import { write as post } from './support/posts.ts';
import { HOSTILE_COMMENT } from './support/sample-posts.ts';
import { startTestService, type TestService } from './support/service.ts';
import { bringToNow } from './support/site.ts';
import { freshAddress } from './support/visitors.ts';

// docs/interface.md, F19, F20, H12, H14
describe('embedded comments in a browser', function () {
  let browser: Browser;
  let host: EmbedHost;
  let origin: string;
  let service: TestService;

  before(async function () {
    browser = await needBrowser(this);
    host = await startEmbedHost(() => service.url);
    origin = host.origin;
    const env = { SITE: 'off', SITE_URL: 'https://blog.example', CORS_ORIGINS: origin };
    service = await startTestService(databaseKinds[0]!, env);
    await bringToNow(service);
    for (const id of ['one', 'two', 'three', 'four', 'five', 'long']) await post(service, { id, title: id });
    await post(service, { id: 'locked', title: 'Locked', password: 'correct horse' });
    await service.admin('POST', '/api/pages', { id: 'shut', title: 'Takes no comments' });
  });
  after(async () => {
    host?.close();
    await service?.close();
  });

  const comments = commentsElement;
  const at = (html: string, more: Omit<EmbedPage, 'html'> = {}) => pathOf({ html, ...more });
  const visiting =
    (
      act: (visitor: Visitor) => Promise<void>,
      { base, ...options }: BrowserContextOptions & { base?: () => string } = {},
    ) =>
    async () => {
      await bringToNow(service);
      await asVisitor(browser, base?.() ?? origin, act, options, service.url);
    };

  it(
    'are written, replied to, edited, liked and deleted, and counted with one request',
    visiting(async ({ open, page, context }) => {
      const counted: string[] = [];
      context.on('request', (request) => request.url().includes('/counts') && counted.push(request.url()));
      const { comment: first } = await comment(
        service,
        'one',
        { author: 'Bea', content: 'Who is there?' },
        freshAddress(),
      );
      await service.admin('POST', `/api/comments/${first.id}/reply`, { content: 'I am.' });
      const counts =
        '<octavo-comment-count post="one">?</octavo-comment-count> <octavo-comment-count post="two"></octavo-comment-count>';
      await open(at(comments('one') + counts));
      await page.getByRole('heading', { name: '2 comments' }).waitFor();
      await page.locator('octavo-comment-count', { hasText: '2' }).waitFor();
      const numbers = page.locator('octavo-comment-count');
      const shown = () => numbers.evaluateAll((all) => all.map(({ shadowRoot }) => shadowRoot?.textContent));
      expect(await shown()).to.deep.equal(['2', '0']);
      expect(counted).to.have.length(1);
      expect(await entry(page, 'I am.').last().getByText('Site owner').count()).to.equal(1);

      await writeIn(page, 'Gus', HOSTILE_COMMENT);
      await page.getByText('Thank you, your comment has been published.').waitFor();
      expect(await page.locator('.text').last().textContent()).to.equal(
        HOSTILE_COMMENT.replaceAll('\r\n', '\n').trim(),
      );
      await page.getByRole('heading', { name: '3 comments' }).waitFor();

      expect(await shown()).to.deep.equal(['3', '0']);

      const parent = entry(page, 'Who is there?');
      await parent.getByRole('button', { name: 'Reply' }).first().click();
      await parent.getByRole('heading', { name: 'Reply to Bea' }).waitFor();
      expect(await content(page).evaluate(isActive)).to.equal(true);
      await content(page).fill('Nobody');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await parent.locator('ol').getByText('Nobody').waitFor();

      const own = entry(page, 'Nobody').last();
      await own.getByRole('button', { name: 'Edit' }).click();
      await own.getByLabel('Comment').fill('Somebody');
      expect(await own.getByRole('button', { name: 'Reply' }).count(), 'nothing else while it is edited').to.equal(0);
      await own.getByRole('button', { name: 'Save' }).click();
      await parent.locator('ol').getByText('Somebody').waitFor();

      const like = parent.getByRole('button', { name: 'Like this comment' }).first();
      await like.click();
      await page.locator('[aria-pressed=true]', { hasText: '1' }).waitFor();

      await page.reload();
      const again = entry(page, 'Somebody').last();
      await again.getByRole('button', { name: 'Delete' }).click();
      await again.getByRole('button', { name: 'Delete this comment?' }).click();
      await page.getByRole('heading', { name: '3 comments' }).waitFor();
      expect(await page.getByText('Somebody').count()).to.equal(0);
      expect(await page.locator('[aria-pressed=true]').count(), 'the like is remembered').to.equal(1);
      expect(await author(page).inputValue(), 'so is the name').to.equal('Gus');
    }),
  );

  it(
    'stay visible to their authors while they are pending',
    visiting(async ({ open, page }) => {
      await set(service, { commentModeration: 'all' });
      await open(at(comments('two')));
      await writeIn(page, 'Gus', 'Am I seen?');
      await page.getByText('Your comment will appear after approval.').waitFor();
      await set(service, { commentModeration: 'off' });
      await page.reload();
      await entry(page, 'Am I seen?').getByText('Pending approval').waitFor();
    }),
  );

  // docs/interface.md, G4
  it(
    'stay those of their authors while a page takes no comments',
    visiting(async ({ open, page }) => {
      const allow = (allowComments: boolean) => service.admin('PUT', '/api/pages/reopened', { allowComments });
      await service.admin('POST', '/api/pages', { id: 'reopened', title: 'Reopened' });
      await allow(true);
      await set(service, { commentModeration: 'all' });
      await open(at(comments('reopened')));
      await writeIn(page, 'Gus', 'Am I kept?');
      await page.getByText('Your comment will appear after approval.').waitFor();
      await set(service, { commentModeration: 'off' });
      await allow(false);
      const askedForOwn = page.waitForResponse((response) => 'x-comment-receipt' in response.request().headers());
      await page.reload();
      await page.locator('p.note', { hasText: 'Comments are closed at the moment.' }).waitFor();
      await (await askedForOwn).finished();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      await allow(true);
      await page.reload();
      await entry(page, 'Am I kept?').getByText('Pending approval').waitFor();
    }),
  );

  const busy = freshAddress();
  it(
    'show the error when they are rejected: beyond the limit, duplicate, closed',
    visiting(
      async ({ open, page, expectProblem }) => {
        for (let turn = 0; turn < 20; turn += 1) await comment(service, 'gb-idea', {}, busy);
        await open(at(comments('three')));
        await writeIn(page, 'Gus', 'One too many');
        await page.getByText(/please try again in \d+ seconds/).waitFor();
        expect(await content(page).inputValue()).to.equal('One too many');
        await expectProblem(/status of 429/);
        service.clock.advance(61_000);
        await comment(service, 'three', { author: 'Gus', content: 'One too many' }, freshAddress());
        await send(page).click();
        await page.getByText('You have already posted this comment.').waitFor();
        await expectProblem(/status of 409/);
        await set(service, { commentsEnabled: false });
        await content(page).fill('Too late');
        await send(page).click();
        await page.getByText('Comments are closed at the moment.').waitFor();
        await expectProblem(/status of 403/);
        await page.reload();
        await page.locator('p.note', { hasText: 'Comments are closed at the moment.' }).waitFor();
        expect(await page.getByRole('textbox').count()).to.equal(0);
        expect(await page.getByRole('button', { name: 'Reply' }).count()).to.equal(0);
        await set(service, { commentsEnabled: true });
      },
      { extraHTTPHeaders: busy },
    ),
  );

  it(
    'say on pages of other origins what the owner has to do, on the console as well',
    visiting(
      async ({ open, page, expectProblem }) => {
        const policy = `default-src 'self' ${service.url}`;
        const from = `http://${OTHER_NAME}:${new URL(origin).port}`;
        const own: string[] = [];
        page.on('console', (message) => message.text().startsWith('Octavo') && own.push(message.text()));
        await open(
          at(`${comments('one')}<octavo-comment-count post="one">some</octavo-comment-count>`, {
            policy,
            root: 'lang="de"',
          }),
        );
        await page.getByText(`muss ${from} in CORS_ORIGINS eintragen`).waitFor();
        expect(await page.locator('octavo-comment-count').innerText()).to.equal('some');
        await expectProblem(
          new RegExp(`does not allow comments on pages of ${from}. Add it there: CORS_ORIGINS=${from}`),
        );
        expect(own, 'said once').to.have.length(1);
        await expectProblem(/console: /);
        // A sandboxed frame has no origin.
        await page.evaluate(
          (url) => {
            const frame = document.createElement('iframe');
            frame.sandbox.add('allow-scripts');
            frame.src = url;
            document.body.append(frame);
          },
          at(comments('one')),
        );
        await expectProblem(/comments need a page with an origin/);
        await expectProblem(/console: /);
      },
      { base: () => `http://${OTHER_NAME}:${new URL(origin).port}` },
    ),
  );

  it(
    'say that there is no such post, or that a page accepts none, and show those of protected posts and of the guestbook',
    visiting(async ({ open, page, expectProblem }) => {
      await comment(service, 'gb-note', { author: 'Dan', content: 'Earlier' }, freshAddress());
      await comment(service, 'gb-note', { author: 'Dan', content: 'Later' }, freshAddress());
      await open(at(comments('gb-note')));
      await page.getByRole('heading', { name: 'Notes' }).waitFor();
      expect(await page.locator('.text').allInnerTexts()).to.deep.equal(['Later', 'Earlier']);
      await writeIn(page, 'Gus', 'Latest');
      await page.getByText('Latest').waitFor();
      expect(await page.locator('.text').first().innerText()).to.equal('Latest');
      expect(await page.getByRole('heading', { name: 'Notes' }).count()).to.equal(1);

      // As a single-page application goes on to another post.
      const go = (id: string) =>
        page.locator('octavo-comments').evaluate((element, id) => element.setAttribute('post', id), id);
      await go('locked');
      await page.getByText('No comments yet.').waitFor();
      await writeIn(page, 'Gus', 'What is in there?');
      await entry(page, 'What is in there?').waitFor();
      await go('shut');
      await page.locator('p.note', { hasText: 'Comments are closed at the moment.' }).waitFor();
      expect(await page.getByRole('textbox').count()).to.equal(0);
      await go('nowhere');
      await page.getByText('This blog has no post “nowhere”, so there are no comments to show.').waitFor();
      await expectProblem(/status of 404/);
      await expectProblem(/post="nowhere"> names no post/);
      await page.locator('octavo-comments').evaluate((element) => element.remove());
    }),
  );

  it(
    'keep working without a connection, and without storage',
    visiting(async ({ open, page, context, expectProblem }) => {
      await page.addInitScript(() => {
        const get = () => {
          throw new DOMException('Denied', 'SecurityError');
        };
        for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get });
      });
      await open(
        at(comments('four'), {
          policy: `default-src 'self' ${service.url}; require-trusted-types-for 'script'; trusted-types 'none'`,
        }),
      );
      await page.getByText('No comments yet.').waitFor();
      await context.setOffline(true);
      await writeIn(page, 'Gus', 'Not stored');
      await page.getByText('The service cannot be reached; nothing was sent').waitFor();
      await expectProblem(/ERR_INTERNET_DISCONNECTED/);
      await context.setOffline(false);
      await send(page).click();
      const own = entry(page, 'Not stored');
      await own.getByRole('button', { name: 'Edit' }).click();
      await own.getByLabel('Comment').fill('Changed');
      await own.getByRole('button', { name: 'Save' }).click();
      await page.locator('.text', { hasText: 'Changed' }).waitFor();
    }),
  );

  it(
    'load earlier ones with a button, and show replies below their parents',
    visiting(async ({ open, page }) => {
      const first = await comment(service, 'long', { content: 'The first' }, freshAddress());
      await addComments(service, 'long', 300);
      const below = { content: 'An answer', parentId: first.comment.id };
      const answer = await comment(service, 'long', below, freshAddress());
      await comment(service, 'long', { content: 'To the answer', parentId: answer.comment.id }, freshAddress());
      await open(at(comments('long')));
      await page.getByRole('heading', { name: '303 comments' }).waitFor();
      expect(await page.getByText('The first').count()).to.equal(0);
      expect(await entry(page, 'An answer').getAttribute('data-depth')).to.equal('1');
      await page.getByRole('button', { name: 'Earlier comments' }).click();
      await entry(page, 'The first').getByText('An answer').waitFor();
      const deepest = entry(page, 'To the answer').last();
      expect(await deepest.getAttribute('data-depth')).to.equal('3');
      expect(await deepest.getByRole('button', { name: 'Reply' }).count(), 'none below the third level').to.equal(0);
      expect(await page.locator('.entries > li').count()).to.equal(301);
      expect(await page.locator('.text').first().innerText()).to.equal('The first');
      expect(await page.locator('.entries > li').first().evaluate(isActive)).to.equal(true);
      expect(await page.getByRole('button', { name: 'Earlier comments' }).count()).to.equal(0);

      for (const text of ['First entry', 'Second entry']) {
        await comment(service, 'gb-idea', { content: text }, freshAddress());
      }
      await addComments(service, 'gb-idea', 300);
      for (const at of [1, 2]) await service.admin('PUT', `/api/comments/c-gb-idea-${at}`, { pinned: true });
      await open(at(comments('gb-idea')));
      await page.getByRole('button', { name: 'Older entries' }).click();
      await entry(page, 'First entry').waitFor();
      const texts = await page.locator('.text').allInnerTexts();
      expect(texts.slice(0, 3), 'pinned ones, then the newest').to.deep.equal(['Number 2', 'Number 1', 'Number 299']);
      const [, ...last] = texts.slice(texts.indexOf('Number 0'));
      expect(last.slice(0, 2)).to.deep.equal(['Second entry', 'First entry']);
    }),
  );

  for (const [name, attributes, options] of [
    ['light', '', {}],
    ['dark, as the page is', '', { colorScheme: 'dark' }],
    ['dark, because the page says so', 'theme="dark"', {}],
  ] as [string, string, BrowserContextOptions][]) {
    it(
      `can be read by everyone, 320 pixels wide: ${name}`,
      visiting(
        async ({ open, page }) => {
          const text = `${name}: ${'x'.repeat(200)}`;
          const { comment: root } = await comment(service, 'five', { content: text }, freshAddress());
          await comment(service, 'five', { parentId: root.id }, freshAddress());
          await service.admin('PUT', `/api/comments/${root.id}`, { pinned: true, featured: true });
          await open(at(`<div class="${attributes && 'dark'}">${comments('five', attributes)}</div>`));
          const featured = page.locator('.featured', { hasText: text }).locator('.comment').first();
          expect(await featured.evaluate(spaceAndBarOf)).to.deep.equal(['14.4px', '3px']);
          await page.getByRole('button', { name: 'Reply' }).first().click();
          await page.getByRole('heading', { name: 'Reply to Ann' }).waitFor();
          await content(page).fill('x'.repeat(4999));
          await page.getByText('1 character left').waitFor();
          expect(await widthOf(page)).to.be.at.most(320);
          expect(await accessibilityProblems(page)).to.deep.equal([]);
        },
        { viewport: { width: 320, height: 800 }, ...options },
      ),
    );
  }

  it(
    'use the language of the page, or that of the attribute, and hide key presses from the page',
    visiting(async ({ open, page }) => {
      await open(at(comments('gb-idea'), { root: 'lang="fr-CA"' }));
      await page.getByRole('button', { name: 'Envoyer' }).waitFor();
      await page.evaluate(() => {
        document.addEventListener('keydown', ({ key }) => (document.title += key));
      });
      await content(page).pressSequentially('ab');
      expect(await page.title()).to.equal('A front end');
      await page.locator('octavo-comments').evaluate((element) => element.setAttribute('language', 'ja'));
      await page.getByRole('button', { name: '送信' }).waitFor();
      expect(await content(page).inputValue(), 'the draft').to.equal('ab');
      await page.locator('octavo-comments').evaluate((element) => element.setAttribute('language', 'he'));
      await page.getByRole('button', { name: 'שליחה' }).waitFor();
      expect(await content(page).evaluate((field) => getComputedStyle(field).direction)).to.equal('rtl');
    }),
  );

  describe('choose a language where the page has', () => {
    before(async () => {
      await post(service, { id: 'talk', title: 'Talk' });
      await comment(service, 'talk', { author: 'Ann', content: 'Hello' }, freshAddress());
      await set(service, { language: 'fr' });
    });
    after(() => set(service, { language: 'en' }));

    for (const { title, page: where, language, send: label } of embedLanguages) {
      it(
        title,
        visiting(async ({ open, page }) => {
          await open(pathOf(where));
          await page.getByRole('button', { name: label, exact: true }).waitFor();
          const time = page.locator('octavo-comments time').first();
          expect(await time.getAttribute('title')).to.equal(await time.evaluate(exactIn, language));
          await page.locator('[name=author]').fill('Gus');
          await page.locator('[name=content]').fill(title);
          await page.getByRole('button', { name: label, exact: true }).click();
          await entry(page, title).waitFor();
        }),
      );
    }
  });
});

/** The exact time of an element in a language. */
function exactIn(time: Element, language: string): string {
  const style = { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat(language, { ...style, timeZoneName: 'short' });
  return format.format(Date.parse((time as HTMLTimeElement).dateTime));
}

function isActive(element: Element): boolean {
  return (element.getRootNode() as Document | ShadowRoot).activeElement === element;
}

/** The space above a comment, and the bar beside one that is featured. */
function spaceAndBarOf(comment: Element): string[] {
  const { paddingBlockStart, borderInlineStartWidth } = getComputedStyle(comment);
  return [paddingBlockStart, borderInlineStartWidth];
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
