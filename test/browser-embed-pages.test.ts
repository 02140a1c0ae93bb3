import { expect } from 'chai';
import type { Browser } from 'playwright-core';

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
});
