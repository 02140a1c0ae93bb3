import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { tabThrough } from './support/keyboard.ts';
import { SAMPLE } from './support/sample-posts.ts';
import { describeSite } from './support/site.ts';

const postPaths = [SAMPLE.long, SAMPLE.chinese, SAMPLE.arabic, SAMPLE.hostile].map((id) => `/posts/${id}`);

describeSite('reading in a browser', ({ preview, visiting }) => {
  it(
    'goes from the home page to a post and to its comments',
    visiting(async ({ open, page }) => {
      await open('/');
      await main(page).getByRole('link', { name: 'A long walk along the coast' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'A long walk along the coast' }).waitFor();
      expect(new URL(page.url()).pathname).to.equal(`/posts/${SAMPLE.long}`);
      for (const said of ['What became of the goat?', 'It is well.', 'Good.', '写得真好。']) {
        await page.getByText(said, { exact: false }).first().waitFor();
      }
    }),
  );

  it(
    'shows the pinned post first, and every post once over the pages',
    visiting(async ({ open, page }) => {
      await open('/');
      const titles = await titlesOn(page);
      expect(titles[0]).to.include('Start here');
      for (let older = page.locator('a[rel~=next]').first(); await older.isVisible();) {
        await older.click();
        await page.waitForLoadState();
        titles.push(...(await titlesOn(page)));
      }
      expect(new Set(titles).size).to.equal(titles.length);
      expect(titles).to.have.lengthOf(25);
      expect(new URL(page.url()).pathname).to.match(/^\/page\/\d+$/);
    }),
  );

  it(
    'shows the posts of a tag, a category and a year',
    visiting(async ({ open, page }) => {
      await open('/tags/walking');
      expect(await titlesOn(page)).to.include.members(['رسالة من الصحراء', 'Day 1 in the garden']);
      await open('/categories/Travel');
      expect(await titlesOn(page)).to.have.lengthOf(2);
      await open('/archive');
      await main(page).getByRole('link', { name: 'Day 1 in the garden' }).waitFor();
      await main(page).getByRole('link', { name: '2025' }).click();
      await main(page).getByRole('link', { name: 'Day 7 in the garden' }).waitFor();
    }),
  );

  it(
    'finds posts, and reports when there are none',
    visiting(async ({ open, page }) => {
      await open('/search');
      await main(page).getByRole('searchbox').fill('tomatoes red');
      await main(page).getByRole('searchbox').press('Enter');
      await page.waitForURL(/[?&]q=tomatoes/);
      await main(page).locator('mark').first().waitFor();
      await main(page)
        .getByRole('link', { name: /Day \d+ in the garden/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: /Day \d+ in the garden/ }).waitFor();
      await open('/search?q=zyxwvu');
      expect(await titlesOn(page)).to.deep.equal([]);
      expect(await main(page).innerText()).to.match(/0 posts found/);
    }),
  );

  it(
    'follows a link of the table of contents, and a footnote in both directions',
    // On a narrower window the contents are closed.
    visiting(
      async ({ open, page }) => {
        await open(`/posts/${SAMPLE.long}`);
        await main(page).getByText('Contents').first().click();
        for (const link of [main(page).getByRole('link', { name: 'The last day' }), main(page).locator('sup a')]) {
          await link.first().click();
          const target = page.locator(':target');
          await target.waitFor();
          expect(await target.evaluate((element) => element.getBoundingClientRect().top)).to.be.within(-1, 900);
        }
      },
      { viewport: { width: 1000, height: 800 } },
    ),
  );

  it(
    'has one heading of level 1, a title and a language on every page, and valid metadata on that of a post',
    visiting(async ({ open, page }) => {
      for (const path of ['/', '/page/2', '/archive', '/search', '/guestbook', ...postPaths]) {
        await open(path);
        expect(await page.getByRole('heading', { level: 1 }).count(), path).to.equal(1);
        expect(await page.title(), path).to.include('A sample blog');
        expect(await page.locator('html').getAttribute('lang'), path).to.equal('en');
        if (path.startsWith('/posts/')) await expectMetadata(page, path);
      }
    }),
  );

  it(
    'writes right-to-left titles from right to left',
    visiting(async ({ open, page }) => {
      await open(`/posts/${SAMPLE.arabic}`);
      const heading = page.getByRole('heading', { level: 1 });
      expect(await heading.evaluate((element) => element.matches(':dir(rtl)'))).to.equal(true);
    }),
  );

  it(
    'shows a draft with a preview link, without comments',
    visiting(async ({ open, page }) => {
      expect(await open(preview())).to.equal(200);
      await page.getByText('A draft for a few eyes.').waitFor();
      expect(await page.getByRole('heading', { name: /comment/i }).count()).to.equal(0);
    }),
  );

  it(
    'has a page for paths that do not exist',
    visiting(async ({ open, page, expectProblem }) => {
      for (const path of ['/nothing', '/posts/nothing', '/tags/nothing', '/page/99', '/preview/nothing']) {
        expect(await open(path), path).to.be.oneOf([403, 404]);
        await expectProblem(/status of 40[34]/);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('navigation').first().waitFor();
      }
    }),
  );

  it(
    'works by keyboard alone',
    visiting(async ({ open, page }) => {
      await open('/');
      const stops = await tabThrough(page, 40);
      expect(stops[0]?.name).to.match(/skip/i);
      expect(
        stops.filter(({ visible }) => !visible),
        'focus that is not seen',
      ).to.deep.equal([]);
      const firstIn = (place: RegExp) => stops.findIndex(({ within }) => place.test(within));
      expect(firstIn(/nav|header/)).to.be.within(1, firstIn(/main/) - 1);
      expect(stops.map(({ name }) => name)).to.include('Start here');

      await open('/');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).to.equal(true);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/(posts|tags|categories)\//);
    }),
  );

  it(
    'stays in a section of the guestbook after the skip link',
    visiting(async ({ open, page }) => {
      const idea = page.getByText('More pictures of the goat, please.');
      const note = page.getByText('Greetings from the other side of the hill.');
      const tab = page.locator('.tabs [aria-current]');
      await open('/guestbook');
      await page.getByRole('link', { name: /^Ideas/ }).click();
      await page.locator('.tabs [href="#gb-idea"][aria-current]').waitFor();
      await page.locator('.skip').focus();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/guestbook#content');
      for (const place of ['#nothing', '#gb-idea-title', '#content']) {
        await page.evaluate(async (place) => {
          const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
          if (location.hash !== place) await [(location.hash = place), changed][1];
        }, place);
        expect([await idea.isVisible(), await note.isVisible()], place).to.deep.equal([true, false]);
        expect(await tab.innerText(), place).to.match(/^Ideas/);
        expect(await underlined(page), place).to.match(/^Ideas/);
      }
      await open('/guestbook');
      await page.getByRole('link', { name: /^Ideas/ }).click();
      await page.goBack();
      await note.waitFor();
      await page.locator('.tabs [href="#gb-note"][aria-current]').waitFor();
      expect(await idea.isVisible(), 'as it was in the beginning').to.equal(false);
    }),
  );

  it(
    'runs nothing of a hostile post or comment',
    visiting(async ({ open, page }) => {
      for (const path of ['/', `/posts/${SAMPLE.hostile}`, '/guestbook', '/archive', '/search?q=hostile']) {
        await open(path);
        for (const link of await page.locator('a[href^="javascript:" i]').all()) await link.click({ timeout: 1000 });
        expect(await page.evaluate(() => '__pwned' in globalThis), path).to.equal(false);
      }
      await open(`/posts/${SAMPLE.hostile}`);
      await page.getByText('The end of the hostile post.').waitFor();
      await page.getByText('<script>globalThis.__pwned=1,alert(1)</script><img').waitFor();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).to.include('& "quoted" {{ 7 | times: 6 }}');
    }),
  );

  it(
    'sets no cookie',
    visiting(async ({ open, context }) => {
      await open('/');
      await open(`/posts/${SAMPLE.long}`);
      expect(await context.cookies()).to.deep.equal([]);
    }),
  );

  it(
    'counts a view of an opened post',
    visiting(async ({ open, page }) => {
      const counted = page.waitForResponse((answer) => answer.url().endsWith(`/api/posts/${SAMPLE.chinese}/view`));
      await open(`/posts/${SAMPLE.chinese}`);
      expect((await counted).status()).to.equal(200);
    }),
  );
});

describeSite('reading without JavaScript', ({ visiting }) => {
  const withoutScript = { javaScriptEnabled: false };

  it(
    'reads home, a post with its comments, the archive and the guestbook',
    visiting(async ({ open, page }) => {
      await open('/');
      await main(page).getByRole('link', { name: 'A long walk along the coast' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'A long walk along the coast' }).waitFor();
      await page.getByText('What became of the goat?').waitFor();
      await open('/archive');
      await main(page).getByRole('link', { name: '一个人的车站' }).waitFor();
      await open('/guestbook');
      await page.getByText('Greetings from the other side of the hill.').waitFor();
    }, withoutScript),
  );

  it(
    'switches between the sections of the guestbook by links',
    visiting(async ({ open, page }) => {
      await open('/guestbook');
      await page.getByRole('link', { name: /Ideas/ }).first().click();
      await page.getByText('More pictures of the goat, please.').waitFor();
    }, withoutScript),
  );

  it(
    'searches by a form',
    visiting(async ({ open, page }) => {
      await open('/search');
      await main(page).getByRole('searchbox').fill('goat');
      await main(page).getByRole('searchbox').press('Enter');
      await page.waitForURL(/[?&]q=goat/);
      await main(page).getByRole('link', { name: 'A long walk along the coast' }).waitFor();
    }, withoutScript),
  );
});

function main(page: Page) {
  return page.getByRole('main');
}

async function expectMetadata(page: Page, path: string): Promise<void> {
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '');
  expect(data['@type'], path).to.equal('BlogPosting');
  expect(data.headline, path).to.equal(await page.locator('meta[property="og:title"]').getAttribute('content'));
  const feeds = page.locator('link[rel=alternate][type="application/rss+xml"]');
  const urls = await feeds.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(urls).to.deep.equal(['/feed.xml', `${path}/comments.xml`]);
}

/** The tab of the guestbook that looks selected. */
async function underlined(page: Page): Promise<string> {
  const edge = await page.evaluate(() => getComputedStyle(document.body).borderTopColor);
  const tabs = await page.locator('.tabs a').evaluateAll((all, edge) => {
    const marked = all.filter((tab) => getComputedStyle(tab).borderBottomColor === edge);
    return marked.map(({ textContent }) => textContent);
  }, edge);
  return tabs.join();
}

/** The titles of the listed posts: the links of headings, or of the list if posts have none. */
function titlesOn(page: Page): Promise<string[]> {
  return main(page).locator('article :is(h2, h3) a, li :is(h2, h3) a').allInnerTexts();
}
