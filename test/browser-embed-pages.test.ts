import { expect } from 'chai';
import type { Browser } from 'playwright-core';

import { accessibilityProblems } from './support/axe.ts';
import { asVisitor, needBrowser } from './support/browser.ts';
import { entry, write as writeIn } from './support/comment-form.ts';
import { set } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { pathOf, startEmbedHost, type EmbedHost } from './support/embed-host.ts';
import { commentOn } from './support/page-threads.ts';
import { startTestService, type TestService } from './support/service.ts';
import { bringToNow } from './support/site.ts';
import { freshAddress } from './support/visitors.ts';

// docs/interface.md, F19, F20, C40, C42, C44, C46
describe('comments of a static site in a browser', function () {
  let browser: Browser;
  let host: EmbedHost;
  let service: TestService;

  before(async function () {
    browser = await needBrowser(this);
    host = await startEmbedHost(() => service.url);
    service = await startTestService(databaseKinds[0]!, { SITE: 'off', SITE_URL: 'https://blog.example' });
    await bringToNow(service);
    await set(service, { commentSites: [{ origin: host.origin, name: 'Notes' }], reactions: { heart: '❤️' } });
  });
  after(async () => {
    host?.close();
    await service?.close();
  });

  it('are those of the page: written, edited, reacted to, counted, and found at every spelling', () =>
    asVisitor(
      browser,
      host.origin,
      async ({ open, page, context }) => {
        const asked: string[] = [];
        context.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
        const html = '<octavo-comments></octavo-comments><octavo-comment-count url="">?</octavo-comment-count>';
        await open(`${pathOf({ html })}&utm_source=x#top`);
        await page.getByText('No comments yet.').waitFor();
        expect(
          asked.filter((url) => url.includes('/comments')).map((url) => new URL(url).searchParams.get('limit')),
        ).to.deep.equal(['50']);
        expect(asked.some((url) => url.endsWith('/api/site'))).to.equal(false);
        await writeIn(page, 'Gus', 'The first word');
        await page.getByText('Thank you, your comment has been published.').waitFor();
        const heart = page.getByRole('button', { name: '❤️' });
        await heart.click();
        await page.locator('.reactions [aria-pressed=true]', { hasText: '1' }).waitFor();
        await heart.click();
        await page.locator('.reactions [aria-pressed=false]', { hasText: '0' }).waitFor();
        const own = entry(page, 'The first word').last();
        await own.getByRole('button', { name: 'Edit' }).click();
        await own.getByLabel('Comment').fill('The second word');
        await own.getByRole('button', { name: 'Save' }).click();
        await page.getByText('The second word').waitFor();
        await open(pathOf({ html }));
        await page.getByText('The second word').waitFor();
        const { body } = await service.admin('GET', '/api/comments');
        expect(body.comments[0]).to.include({ author: 'Gus', post_title: 'A front end' });
      },
      {},
      service.url,
    ));

  it('follow a canonical address of the same origin, changes of attributes, and the order', () =>
    asVisitor(
      browser,
      host.origin,
      async ({ open, page }) => {
        for (const content of ['One', 'Two', 'Three'])
          await commentOn(service, `${host.origin}/a`, { content }, freshAddress());
        await commentOn(service, `${host.origin}/b`, { content: 'Elsewhere' }, freshAddress());
        const canonical = `<link rel="canonical" href="${host.origin}/a">`;
        const counts = '<octavo-comment-count url="/a">?</octavo-comment-count>';
        await open(pathOf({ html: `${canonical}<octavo-comments sort="newest"></octavo-comments>${counts}` }));
        await page.getByRole('heading', { name: '3 comments' }).waitFor();
        const texts = () => page.locator('.text').allTextContents();
        expect(await texts()).to.deep.equal(['Three', 'Two', 'One']);
        await page.locator('octavo-comment-count', { hasText: '3' }).waitFor();
        await page.locator('octavo-comments').evaluate((element) => element.setAttribute('sort', 'oldest'));
        await page.locator('.text').first().getByText('One').waitFor();
        await page.locator('octavo-comments').evaluate((element) => element.setAttribute('url', '/b'));
        await page.getByText('Elsewhere').waitFor();
        expect(await texts()).to.deep.equal(['Elsewhere']);
      },
      {},
      service.url,
    ));

  // docs/interface.md, C50, C51
  it('are Markdown, with a preview, under a policy with Trusted Types', () =>
    asVisitor(
      browser,
      host.origin,
      async ({ open, page }) => {
        const policy = `default-src 'self' ${service.url}; require-trusted-types-for 'script'; trusted-types 'none'`;
        const html =
          '<octavo-comments url="/markdown"></octavo-comments><octavo-comments url="/other"></octavo-comments>';
        await open(pathOf({ html, policy }));
        const thread = page.locator('octavo-comments').first();
        const field = thread.getByLabel('Comment', { exact: true });
        await field.fill('*One* [two](https://two.example)\n\n- `three`');
        await thread.getByRole('button', { name: 'Preview' }).click();
        await thread.locator('.preview li code', { hasText: 'three' }).waitFor();
        await thread.getByLabel('Name').fill('Gus');
        await thread.locator('.preview').waitFor({ state: 'hidden' });
        await thread.getByRole('button', { name: 'Send' }).click();
        await thread.locator('.entries .text em', { hasText: 'One' }).waitFor();
        expect(await thread.locator('.entries .text a').getAttribute('href')).to.equal('https://two.example/');
        expect(await thread.locator('.entries .text a').getAttribute('rel')).to.equal('ugc nofollow');
        await thread.getByRole('button', { name: 'Edit' }).click();
        const edited = thread.locator('.entries textarea');
        expect(await edited.inputValue()).to.equal('*One* [two](https://two.example)\n\n- `three`');
        await edited.fill('**Four** <b>');
        await thread.getByRole('button', { name: 'Save' }).click();
        await thread.locator('.entries .text strong', { hasText: 'Four' }).waitFor();
        expect(await thread.locator('.entries .text').innerText()).to.equal('Four <b>');
        expect(await thread.locator('.initials').getAttribute('data-initials')).to.equal('G');
        await page.locator('octavo-comments').nth(1).getByText('No comments yet.').waitFor();
      },
      {},
      service.url,
    ));

  // docs/interface.md, C52, F20
  it('lead to a linked comment, however old it is, and from there to the newest', () =>
    asVisitor(
      browser,
      host.origin,
      async ({ open, page }) => {
        const ids: string[] = [];
        for (let at = 0; at < 120; at += 1) {
          const fields = { content: `Number ${at}.` };
          ids.push((await commentOn(service, `${host.origin}/long`, fields, freshAddress())).comment.id);
        }
        await open(`${pathOf({ html: '<octavo-comments url="/long"></octavo-comments>' })}#${ids[20]}`);
        const linked = page.locator('.target', { hasText: 'Number 20.' });
        await linked.waitFor();
        expect(await page.getByText('Number 119.').count()).to.equal(0);
        const isSeen = await linked.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top < innerHeight && bottom > 0;
        });
        expect(isSeen).to.equal(true);
        await page.evaluate((id) => (location.hash = id), ids[40]!);
        await page.locator('.target', { hasText: 'Number 40.' }).waitFor();
        await page.getByRole('link', { name: 'Newest comments' }).click();
        await page.getByText('Number 119.').waitFor();
        expect(new URL(page.url()).hash).to.equal('');
        await page.locator('.when[href]').last().click();
        await page.locator('.target', { hasText: 'Number 119.' }).waitFor();
      },
      {},
      service.url,
    ));

  // docs/interface.md, C53
  it('have a page of the service where there are no scripts, and where there are', async () => {
    const url = `${host.origin}/quiet`;
    const threads = await startTestService(databaseKinds[0]!, { SITE: 'threads' });
    await set(threads, { commentSites: [{ origin: host.origin, name: 'Notes' }], reactions: { heart: '❤️' } });
    for (const javaScriptEnabled of [false, true]) {
      await asVisitor(
        browser,
        threads.url,
        async ({ open, page }) => {
          await open(`/embed/thread?url=${encodeURIComponent(url)}`);
          await page.getByLabel('Name').fill('Ada');
          await page.getByLabel('Comment', { exact: true }).fill(`*Without* ${javaScriptEnabled}`);
          await page.getByRole('button', { name: 'Send' }).click();
          await page.getByText('Thank you, your comment has been published.').waitFor();
          await page.getByText(`Without ${javaScriptEnabled}`).waitFor();
          if (javaScriptEnabled) expect(await accessibilityProblems(page, { turned: true })).to.deep.equal([]);
        },
        { javaScriptEnabled },
      );
    }
    const { body } = await threads.admin('GET', '/api/comments');
    await threads.close();
    expect(body.comments[0]).to.include({ post_title: url });
    expect(body.comments.filter((one: { post_title: string }) => one.post_title === url)).to.have.length(2);
  });

  it('move nothing below them when their height is reserved', () =>
    asVisitor(
      browser,
      host.origin,
      async ({ open, page }) => {
        const style = `<octavo-comments url="/long" class="reserved"></octavo-comments><p>Below</p>`;
        await open(pathOf({ html: style }));
        await page.locator('.text').first().waitFor();
        const { name, shift } = await page.evaluate(
          () =>
            new Promise<{ name: string; shift: number }>((resolve) => {
              new PerformanceObserver((list) =>
                resolve({
                  name: 'shift',
                  shift: list
                    .getEntries()
                    .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
                }),
              ).observe({ type: 'layout-shift', buffered: true });
              requestAnimationFrame(() => requestAnimationFrame(() => resolve({ name: 'none', shift: 0 })));
            }),
        );
        expect(shift, name).to.equal(0);
      },
      {},
      service.url,
    ));
});
