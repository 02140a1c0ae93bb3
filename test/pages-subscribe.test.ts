import { expect } from 'chai';

import { languageNames } from '../shared/languages.ts';
import { set } from './support/comments.ts';
import { visit } from './support/pages.ts';
import { write } from './support/posts.ts';
import { needBrowser, asVisitor } from './support/browser.ts';
import { accessibilityProblems } from './support/axe.ts';
import { until } from './support/until.ts';
import { freshAddress, describeVisited } from './support/visitors.ts';
import { localeFor, translate } from '../server/site/locales.ts';

const SITE = 'https://blog.example';
/** Nothing is sent in these tests. */
const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'blog@blog.example' };
const FORM = 'action="/mail/subscribe"';

describeVisited(
  'the subscribe box',
  (use) => {
    const post = async (body: Record<string, string>, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${use().url}/mail/subscribe`, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers: { origin: SITE, ...freshAddress(), ...headers },
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    const isStored = async (email: string) =>
      (await use().admin('GET', `/api/admin/subscribers?search=${email}`)).body.total === 1;

    before(async () => {
      await write(use(), { id: 'ferry', title: 'The ferry' });
    });
    beforeEach(() => set(use(), { subscribeBox: true, siteUrl: SITE, language: 'en' }));

    // docs/interface.md, N16
    it('is on the home page and below posts, where the owner wants it and mails can have links', async () => {
      for (const path of ['/', '/posts/ferry']) expect((await visit(use(), path)).text).to.include(FORM);
      for (const path of ['/archive', '/search']) expect((await visit(use(), path)).text).to.not.include(FORM);
      for (const settings of [{ subscribeBox: false }, { subscribeBox: true, siteUrl: '' }]) {
        await set(use(), settings);
        for (const path of ['/', '/posts/ferry']) expect((await visit(use(), path)).text).to.not.include(FORM);
        const { status, text } = await visit(use(), '/mail/subscribe');
        expect([status, text.includes('does not send posts by e-mail')]).to.deep.equal([403, true]);
      }
    });

    // docs/interface.md, N16
    it('works without a script, in every language, alike for every address, with Origin check and limit', async () => {
      const page = await visit(use(), '/mail/subscribe');
      expect([page.status, page.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(page.text).to.include(FORM);
      await use().admin('POST', '/api/admin/subscribers', { email: 'known@reader.example' });
      const [known, fresh] = [
        await post({ email: 'known@reader.example' }),
        await post({ email: 'new@reader.example' }),
      ];
      expect([known.status, known.text]).to.deep.equal([fresh.status, fresh.text]);
      expect(known.status).to.equal(200);
      for (const language of languageNames) {
        await set(use(), { language });
        const t = (key: string) => translate(localeFor(language), key);
        expect((await post({ email: 'new@reader.example' })).text).to.include(t('subscribe.sent'));
        const wrong = await post({ email: 'a"<b' });
        expect(wrong.status).to.equal(400);
        expect(wrong.text).to.include(t('subscribe.invalid')).and.include('value="a&#34;&lt;b"');
      }
      await set(use(), { language: 'en' });
      const foreign = await post({ email: 'a@reader.example' }, { origin: 'https://evil.example' });
      expect(foreign.status).to.equal(403);
      expect(foreign.text).to.include('Requests from this page are not allowed');
      const address = freshAddress();
      const answers = [];
      for (let number = 0; number < 6; number++) {
        answers.push(await post({ email: `a${number}@reader.example` }, address));
      }
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 429]);
      expect(answers.at(-1)!.headers.get('retry-after')).to.match(/^\d+$/);
      expect(answers.at(-1)!.text).to.match(/try again in \d+ second/);
      expect((await post({}, { ...address, 'content-encoding': 'gzip' })).status).to.equal(429);
      await until(() => isStored('new@reader.example'));
    });

    for (const colorScheme of ['light', 'dark'] as const) {
      // docs/interface.md, N16
      it(`stays on the page in a browser, and works without a script, ${colorScheme}`, async function () {
        const browser = await needBrowser(this);
        // The Origin of the browser.
        await set(use(), { siteUrl: use().url });
        const viewport = { width: 375, height: 800 };
        await asVisitor(
          browser,
          use().url,
          async ({ open, page, expectProblem }) => {
            await open('/');
            const box = page.locator('form.subscribe');
            await box.getByLabel('E-mail address').focus();
            await page.keyboard.type('ada@reader');
            await page.keyboard.press('Enter');
            await box.getByText('Please enter an e-mail address').waitFor();
            await expectProblem(/400/);
            expect(await accessibilityProblems(page)).to.deep.equal([]);
            await page.keyboard.type('.example');
            await page.keyboard.press('Tab');
            await page.keyboard.press('Enter');
            await box.getByText('Check your inbox for an e-mail').waitFor();
            expect(await box.getByLabel('E-mail address').inputValue()).to.equal('');
            expect(new URL(page.url()).pathname).to.equal('/');
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
            await open('/posts/ferry');
            expect(await accessibilityProblems(page)).to.deep.equal([]);
          },
          { colorScheme, viewport },
        );
        await asVisitor(
          browser,
          use().url,
          async ({ open, page }) => {
            await open('/posts/ferry');
            await page.locator('form.subscribe').getByLabel('E-mail address').fill('bea@reader.example');
            await page.getByRole('button', { name: 'Subscribe' }).click();
            await page.waitForURL('**/mail/subscribe');
            await page.getByText('Check your inbox for an e-mail').waitFor();
          },
          { colorScheme, viewport, javaScriptEnabled: false },
        );
      });
    }
  },
  { ...mail, SITE: 'on' },
);

describeVisited(
  'pages of mails without the reading site',
  (use) => {
    // docs/interface.md, N16
    it('have a style sheet of their own, and no links to pages that are not there', async () => {
      const page = await visit(use(), '/mail/unsubscribe/none');
      expect(page.status).to.equal(404);
      expect(page.text).to.not.match(/href="\/(archive|search|")/);
      const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page.text) ?? [];
      const css = await visit(use(), style);
      expect([css.status, css.headers.get('content-type')]).to.deep.equal([200, 'text/css; charset=utf-8']);
      expect(css.text).to.include('light-dark(');
      for (const path of ['/', '/mail/subscribe', '/assets/site.css']) {
        expect((await visit(use(), path)).status).to.equal(404);
      }
    });
  },
  { ...mail, SITE: 'off' },
);
