import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';

import { hasFocus } from './support/browser.ts';
import { HOSTILE } from './support/hostile-texts.ts';
import { PICTURES } from './support/picture-host.ts';
import { write } from './support/posts.ts';
import { LOCKED, SAMPLE } from './support/sample-posts.ts';
import { describeSite } from './support/site.ts';

const path = `/posts/${SAMPLE.locked}`;

describeSite('protected posts in a browser', ({ use, visiting }) => {
  it(
    'reserve space for their images like other posts',
    visiting(
      async ({ open, page }) => {
        const pictures = [
          `![](${PICTURES}/a.svg#640x360)`,
          `![](${PICTURES}/b.svg)`,
          `b ![](${PICTURES}/c.svg)`,
          `| ![](${PICTURES}/d.svg) |\n|--|`,
          `[![](${PICTURES}/e.svg)](/) `,
          `![](${PICTURES}/f.svg) ![](${PICTURES}/g.svg)`,
        ];
        const id = await write(use(), { title: 'Pictures', password: 'abcd', content: pictures.join('\n\nx\n\n') });
        await open(`/posts/${id}`);
        await unlock(page, 'abcd');
        const shown = page.locator('.prose[tabindex] img');
        await shown.first().waitFor();
        const seen = await shown.evaluateAll((images) =>
          images.map((image) => [
            image.getAttribute('src')?.slice(-5),
            image.getAttribute('width'),
            // A frame ends when its image is there.
            image.className.replace(/ unsized$/, ''),
          ]),
        );
        expect(seen).to.deep.equal([
          ['a.svg', '640', 'picture'],
          ['b.svg', null, 'picture'],
          ['c.svg', null, ''],
          ['d.svg', null, ''],
          ['e.svg', null, 'picture'],
          ['f.svg', null, 'picture half'],
          ['g.svg', null, 'picture half'],
        ]);
      },
      { viewport: { width: 1280, height: 3000 } },
    ),
  );

  it(
    'are decrypted with their password on the device only',
    visiting(async ({ open, page, context }) => {
      const asked: Request[] = [];
      context.on('request', (request) => asked.push(request));
      await open(path);
      expect(
        asked.some((request) => request.url().includes('decrypted')),
        'loaded in advance',
      ).to.equal(false);
      await unlock(page, LOCKED.password);
      await page.getByText(LOCKED.text).waitFor();
      expect(await hasFocus(page.locator('.prose[tabindex]'))).to.equal(true);
      expect(await page.getByLabel('Password').count()).to.equal(0);
      const sent = asked.map((request) => `${request.url()} ${request.postData()}`).join('\n');
      expect(sent).to.not.include('sesame').and.not.include(LOCKED.text);
      const kept = () =>
        page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }].map((one) => JSON.stringify(one)));
      const [lasting, ofTab] = await kept();
      expect(lasting).to.not.include('sesame').and.not.include(LOCKED.text);
      expect(ofTab).to.include(LOCKED.text);
      expect(ofTab).to.not.include('sesame');
      // docs/interface.md, Y10
      expect(await page.locator('.prose').count()).to.equal(1);
      await page.reload();
      await page.getByText(LOCKED.text).waitFor();
      expect(await hasFocus(page.locator('.prose'))).to.equal(false);
      const other = await context.newPage();
      await other.goto(page.url());
      await other.getByLabel('Password').waitFor();
    }),
  );

  it(
    'lead from the fragments of 2.17 to the headings, like plain posts',
    visiting(async ({ open, page }) => {
      const content = '## One\n\n## Comments\n\nThe end of it.\n';
      for (const [id, password] of [['plain-headings'], ['locked-headings', 'abcd']] as const) {
        await write(use(), { id, title: 'T', content, ...(password && { password }) });
        await open(`/posts/${id}#user-content-comments`);
        if (password) await unlock(page, password);
        await page.waitForURL(/#comments-1$/);
        await page.evaluate(() => (location.hash = '#user-content-one'));
        await page.waitForURL(/#one$/);
      }
    }),
  );

  it(
    'report a wrong password at once',
    visiting(async ({ open, page }) => {
      await open(path);
      await unlock(page, 'open barley');
      await page.getByText('Wrong password.').waitFor();
      expect(await hasFocus(page.getByLabel('Password'))).to.equal(true);
      await unlock(page, LOCKED.password);
      await page.getByText(LOCKED.text).waitFor();
    }),
  );

  it(
    'tell damaged data and a missing Web Crypto from a wrong password',
    visiting(async ({ open, page }) => {
      await open(path);
      await page.locator('form[data-locked]').evaluate((form) => {
        const enc = JSON.parse(form.dataset['locked'] ?? '') as { data: string };
        form.dataset['locked'] = JSON.stringify({ ...enc, data: enc.data.slice(0, 8) });
      });
      await unlock(page, LOCKED.password);
      await page.getByText('The encrypted text of this post is damaged and cannot be decrypted.').waitFor();
      expect(await page.getByLabel('Password').getAttribute('aria-invalid')).to.equal(null);
      await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
      await unlock(page, LOCKED.password);
      await page.getByText('Protected posts can be opened only over HTTPS').waitFor();
    }),
  );

  it(
    'run nothing of a hostile text, and show the rest like other posts',
    visiting(async ({ open, page }) => {
      await write(use(), { id: 'trap', title: 'A trap', password: 'abcd', content: HOSTILE });
      await open('/posts/trap');
      await unlock(page, 'abcd');
      await page.getByText('The end of the trap.').waitFor();
      const prose = page.locator('.prose[tabindex]');
      expect(await page.evaluate(() => '__pwned' in globalThis)).to.equal(false);
      expect(
        await prose.locator('script, style, iframe, form, object, svg, [style], [onerror], [onclick]').count(),
      ).to.equal(0);
      expect(await prose.locator('a[href^="javascript:" i]').count()).to.equal(0);
      const classes = await prose.locator('[class]').evaluateAll((all) => all.map(({ className }) => className));
      expect(new Set(classes), 'what we bring ourselves').to.have.keys(OWN_CLASSES);
      expect(await prose.locator('[class]').filter({ hasText: 'posing' }).count()).to.equal(0);
      expect(await prose.locator('#user-content-content').count()).to.equal(1);
      expect(await prose.locator('a[href="https://elsewhere.example/"]').getAttribute('rel')).to.equal(
        'noopener external',
      );
      expect(await prose.locator('a[href="#user-content-content"]').count()).to.equal(1);
      expect(await prose.locator('img').first().getAttribute('loading')).to.equal('lazy');
      expect(await prose.locator('h1').count()).to.equal(0);
      expect(await prose.locator('.scroll > table td').first().innerText()).to.equal('1');
    }),
  );

  it(
    'explain why they cannot be opened over plain HTTP from another machine',
    visiting(
      async ({ open, page, expectProblem }) => {
        await open(path);
        await expectProblem(/Cross-Origin-Opener-Policy/);
        await page.getByText('Protected posts can be opened only over HTTPS').waitFor();
        expect(await page.getByLabel('Password').isVisible()).to.equal(false);
      },
      { fromElsewhere: true },
    ),
  );

  it(
    'explain without JavaScript that it is required',
    visiting(
      async ({ open, page }) => {
        await open(path);
        expect(await page.locator('noscript p').innerText()).to.include('JavaScript is required');
        expect(await page.getByLabel('Password').isVisible()).to.equal(false);
      },
      { javaScriptEnabled: false },
    ),
  );
});

const OWN_CLASSES = ['anchor', 'scroll', 'align-right', 'language-ts', 'hljs-keyword', 'hljs-number', 'code', 'tools'];

async function unlock(page: Page, password: string): Promise<void> {
  // Serves an image of the sample that does not exist.
  await page.route('**/posts/x', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Open' }).click();
}
