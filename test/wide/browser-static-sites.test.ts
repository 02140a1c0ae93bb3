import { spawnSync } from 'node:child_process';

import { expect } from 'chai';
import type { Browser as Firefox } from 'puppeteer-core';
import type { Browser, Page } from 'playwright-core';

import { accessibilityProblems } from '../support/axe.ts';
import { asVisitor, needBrowser } from '../support/browser.ts';
import { inChromium, inFirefox, type CommentPage } from '../support/comment-pages.ts';
import { set } from '../support/comments.ts';
import { databaseKinds } from '../support/databases.ts';
import { commentOn, threadPath } from '../support/page-threads.ts';
import { freshAddress } from '../support/visitors.ts';
import { examplesIn } from '../support/examples.ts';
import { asFirefoxVisitor, needFirefox } from '../support/firefox.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { bringToNow } from '../support/site.ts';
import { skip } from '../support/skip.ts';
import { startStaticHost, type StaticHost } from '../support/static-host.ts';
import { buildSite, staticSites, type StaticSite } from '../support/static-sites.ts';

/** A site of plain pages and one whose scripts replace them: what the others do differently is not the browser's. */
const IN_FIREFOX = new Set(['html', 'vitepress']);
/** A generator installs its packages from npm. */
const BUILD_TIMEOUT = 300_000;
const AUTHOR = 'form[data-write] [name=author]';
const CONTENT = 'form[data-write] [name=content]';
const SEND = 'form[data-write] button:not([type])';

// docs/static-sites.md; docs/interface.md, C40 to C53, F19, F20
describe('comments of static sites, built by their generators', function () {
  const hosts = new Map<StaticSite, StaticHost>();
  let browser: Browser;
  let firefox: Firefox | undefined;
  let service: TestService | undefined;
  let policy: string;

  before(async function () {
    browser = await needBrowser(this);
    firefox = await needFirefox(this, { isDark: true });
    service = await startTestService(databaseKinds[0]!, { SITE: 'threads' });
    await bringToNow(service);
    policy = (await examplesIn('docs/static-sites.md'))
      .get('policy')!
      .trim()
      .replaceAll('https://comments.example', service.url);
    for (const site of staticSites) hosts.set(site, await startStaticHost({ isInline: site.isSinglePage ?? false }));
    await set(service, {
      commentSites: [...hosts].map(([{ name }, { origin }]) => ({ origin, name })),
      reactions: { heart: '❤️' },
      spamFilter: false,
    });
  });
  beforeEach(() => bringToNow(service!));
  after(async () => {
    for (const host of hosts.values()) host.close();
    await firefox?.close();
    await service?.close();
  });

  for (const site of staticSites) {
    describe(site.name, () => {
      let folder: string;
      const host = () => hosts.get(site)!;
      const origin = () => host().origin;
      const pathOf = (page: string) => `/${page}${site.name === 'vitepress' ? '' : '/'}`;

      before(async function () {
        this.timeout(BUILD_TIMEOUT);
        const { program } = site;
        if (program !== undefined && spawnSync(program, ['--version']).error !== undefined)
          skip(this, `there is no ${program}; install it (apt-get install ${program})`);
        folder = await buildSite(site, service!.url, origin());
        await commentOn(service!, ferries(), { content: 'Are they *punctual*?' }, freshAddress());
        await commentOn(service!, `${origin()}/ar/`, { content: 'In *English*' }, freshAddress());
      });
      beforeEach(() => host().serve(folder, policy));

      const ferries = () => origin() + pathOf('ferries');
      const total = async (): Promise<number> => (await service!.call('GET', threadPath(ferries()))).body.total;

      const inFirefoxAlso = IN_FIREFOX.has(site.name) ? it : () => undefined;
      const inEach = (
        title: string,
        act: (tab: CommentPage, name: 'Chromium' | 'Firefox', page?: Page) => Promise<void>,
      ) => {
        it(`${title}, in Chromium`, () =>
          asVisitor(browser, origin(), ({ page }) => act(inChromium(page), 'Chromium', page), {}, service!.url));
        inFirefoxAlso(`${title}, in Firefox`, () =>
          asFirefoxVisitor(firefox!, origin(), ({ page }) => act(inFirefox(page), 'Firefox')),
        );
      };

      inEach('are written, answered, edited, liked, reacted to and counted', async (tab, name) => {
        const before = await total();
        const last = '.entries > li:last-child';
        await tab.open(origin());
        await counted(tab, before);
        await tab.follow('a[href*="/ferries"]');
        await tab.sees('h2', `${before} comment`);
        await tab.fill(AUTHOR, 'Ada');
        await tab.fill(CONTENT, `Are they *punctual* in ${name}?`);
        await tab.click(SEND);
        await tab.sees(`${last} > .comment .text`, `Are they punctual in ${name}?`);
        await tab.click(`${last} [data-reply]`);
        await tab.fill(CONTENT, `They are in ${name}.`);
        await tab.click(SEND);
        await tab.sees(`${last} ol .text`, `They are in ${name}.`);
        await tab.click(`${last} ol [data-edit]`);
        await tab.fill(`${last} ol textarea`, `On Sundays in ${name}.`);
        await tab.click(`${last} ol form button:not([type])`);
        await tab.sees(`${last} ol .text`, `On Sundays in ${name}.`);
        await tab.click(`${last} > .comment [data-like-comment]`);
        await tab.sees(`${last} > .comment [data-like-comment][aria-pressed=true] [data-likes]`, '1');
        await tab.click('.reactions button');
        await tab.sees('.reactions [aria-pressed=true]', '❤️');
        await tab.sees('h2', `${before + 2} comments`);
        await tab.open(origin());
        await counted(tab, before + 2);
      });

      if (site.isSinglePage)
        inEach('follow the page without a reload', async (tab) => {
          await tab.open(`${origin()}/`);
          await tab.evaluate(() => void Object.assign(window, { isSame: true }));
          await tab.follow('a[href*="/ferries"]');
          await tab.sees('h2', `${await total()} comment`);
          await tab.sees('.text em', 'punctual');
          await tab.follow('a[href="/"]');
          await counted(tab, await total());
          await tab.follow('a[href*="/tides"]');
          await tab.sees('.empty', 'No comments yet.');
          expect(await tab.evaluate(() => 'isSame' in window)).to.equal(true);
        });

      inEach('go from right to left in Arabic', async (tab, _, page) => {
        await tab.open(`${origin()}/ar/`);
        await tab.sees(SEND, 'إرسال');
        await tab.sees('.text', 'In English');
        const seen = await tab.evaluate(() => {
          const root = document.querySelector('octavo-comments')!.shadowRoot!;
          const field = root.querySelector('input[name=author]')!.getBoundingClientRect();
          const form = root.querySelector('form')!.getBoundingClientRect();
          const text = root.querySelector('.text')!;
          const range = document.createRange();
          range.selectNodeContents(text.querySelector('p')!);
          const words = [...range.getClientRects()].map(({ left }) => left);
          return {
            direction: getComputedStyle(root.querySelector('form')!).direction,
            isRight: form.right - field.right < field.left - form.left,
            isEnglishLeft: Math.min(...words) - text.getBoundingClientRect().left < 1 && text.clientWidth > 200,
            isWide: document.documentElement.scrollWidth > innerWidth,
          };
        });
        expect(seen).to.deep.equal({ direction: 'rtl', isRight: true, isEnglishLeft: true, isWide: false });
        if (page) expect(await accessibilityProblems(page, { within: 'octavo-comments' })).to.deep.equal([]);
      });

      it('are accessible in light and dark mode, in Chromium', () =>
        asVisitor(
          browser,
          origin(),
          async ({ open, page }) => {
            await open(ferries());
            await inChromium(page).sees('.text em', 'punctual');
            expect(await accessibilityProblems(page, { within: 'octavo-comments' })).to.deep.equal([]);
          },
          {},
          service!.url,
        ));

      inFirefoxAlso('are light on dark in dark mode, in Firefox', () =>
        asFirefoxVisitor(firefox!, origin(), async ({ page }) => {
          await page.goto(ferries());
          await inFirefox(page).sees('.text em', 'punctual');
          const [text = 0, behind = 255] = await page.evaluate(() => {
            const { color } = getComputedStyle(
              document.querySelector('octavo-comments')!.shadowRoot!.querySelector('.text')!,
            );
            const { backgroundColor } = getComputedStyle(document.documentElement);
            const body = getComputedStyle(document.body).backgroundColor;
            const green = (one: string) => Number(/\d+\D+(\d+)/.exec(one)?.[1]);
            return [green(color), green(/, 0\)/.test(backgroundColor) ? body : backgroundColor)];
          });
          expect(text - behind).to.be.above(150);
        }),
      );

      const writeWithoutScripts = async (tab: CommentPage, name: string) => {
        await tab.open(origin() + pathOf('tides'));
        await tab.follow('octavo-comments a');
        await tab.enter('[name=author]', 'Ada');
        await tab.enter('[name=content]', `Without *scripts* in ${name}`);
        await tab.follow('form[data-write] button:not([type])');
        await tab.until(
          (words) => document.querySelector('.entries')?.textContent.includes(words) ?? false,
          `in ${name}`,
        );
      };

      it('can be written without JavaScript, in Chromium', () =>
        asVisitor(
          browser,
          origin(),
          ({ page }) => writeWithoutScripts(inChromium(page), 'Chromium'),
          { javaScriptEnabled: false },
          service!.url,
        ));

      inFirefoxAlso('can be written without JavaScript, in Firefox', () =>
        asFirefoxVisitor(firefox!, origin(), async ({ page }) => {
          // Its WebDriver cannot switch scripts off.
          host().serve(folder, 'sandbox allow-same-origin allow-forms');
          await writeWithoutScripts(inFirefox(page), 'Firefox');
        }),
      );
    });
  }
});

/** Waits for the number of comments on the page of ferries, in the list of pages. */
function counted(tab: CommentPage, count: number): Promise<void> {
  return tab.until(
    (words) =>
      document.querySelector('octavo-comment-count[url*="/ferries"]')?.shadowRoot?.textContent.trim() === words,
    String(count),
  );
}
