import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';

import { accessibilityProblems } from './support/axe.ts';
import { asVisitor, needBrowser } from './support/browser.ts';
import { content, send, write } from './support/comment-form.ts';
import { databaseKinds } from './support/databases.ts';
import { write as post } from './support/posts.ts';
import { startTestService, type TestService } from './support/service.ts';
import { bringToNow } from './support/site.ts';
import { startSmtp, type Smtp } from './support/smtp.ts';

// docs/interface.md, K36
describe('a request for mails about replies in a browser', function () {
  let browser: Browser;
  let host: Server;
  let smtp: Smtp;
  let service: TestService;
  let origin = '';

  before(async function () {
    browser = await needBrowser(this);
    smtp = await startSmtp();
    host = createServer((_, res) => {
      res.setHeader('Content-Type', 'text/html; charset=utf-8');
      res.end(`<!doctype html><html lang="de"><title>A front end</title><main><h1>A front end</h1>
        <script type="module" src="${service.url}/embed.js"></script>
        <octavo-comments post="one"></octavo-comments></main></html>`);
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    const env = { CORS_ORIGINS: origin, ...smtp.env };
    service = await startTestService(databaseKinds[0]!, env);
    await bringToNow(service);
    await service.admin('PUT', '/api/admin/settings', { siteUrl: service.url });
    await post(service, { id: 'one', title: 'One' });
  });
  after(async () => {
    host?.close();
    await service?.close();
    await smtp?.stop();
  });

  const email = (page: Page) => page.locator('[name=email]');
  const notify = (page: Page) => page.locator('[name=notify]');

  it('is made on the page, whose form says what is wrong with the address and remembers it', () =>
    asVisitor(browser, service.url, async ({ open, page, expectProblem }) => {
      await open('/posts/one');
      expect(await email(page).isVisible()).to.equal(false);
      await notify(page).check();
      await email(page).fill('ada@');
      await write(page, 'Ada', 'By script');
      await page.getByText('Please enter an e-mail address, such as').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await expectProblem(/status of 400/);
      await email(page).fill('ada@reader.example');
      await send(page).click();
      await page.locator('[data-comment]').filter({ hasText: 'By script' }).waitFor();
      await page.reload();
      expect([await notify(page).isChecked(), await email(page).inputValue()]).to.deep.equal([
        true,
        'ada@reader.example',
      ]);
      const [mail] = await smtp.received(1);
      expect(mail).to.deep.include({ recipients: ['ada@reader.example'] });
      expect(mail?.subject).to.include('confirm your address');
    }));

  it('is made in embedded comments, in the language of their page', () =>
    asVisitor(
      browser,
      origin,
      async ({ open, page }) => {
        await open('/');
        await content(page).waitFor();
        await notify(page).check();
        await email(page).fill('bea@reader.example');
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.locator('[name=author]').fill('Bea');
        await content(page).fill('Embedded');
        await page.getByRole('button', { name: 'Senden' }).click();
        const mails = await smtp.received(2);
        expect(mails[1]?.subject).to.include('Bestätigen Sie Ihre Adresse');
      },
      {},
      service.url,
    ));
});
