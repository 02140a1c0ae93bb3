import { expect } from 'chai';
import type { Browser } from 'playwright-core';

import { OTHER_NAME } from '../support/chromium.ts';
import { builtApp } from '../../server/site/admin/built.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { asVisitor, needBrowser, type Visitor } from '../support/browser.ts';
import { databaseKinds } from '../support/databases.ts';
import { HEADER, startProxy, treatments, type Proxy } from '../support/proxy.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('the client IP on the Health screen', function () {
  let browser: Browser;
  let service: TestService | undefined;
  let proxy: Proxy | undefined;
  before(async function () {
    browser = await needBrowser(this);
    service = await startTestService(databaseKinds[0]!);
    proxy = await startProxy(service.url);
    await builtApp();
  });
  after(async () => {
    proxy?.close();
    await service?.close();
  });

  // Moves beyond the window in which the service observes the proxy.
  beforeEach(() => service!.clock.advance(60 * 60 * 1000));

  const onDashboard = (host: string, act: (visitor: Visitor) => Promise<void>) =>
    asVisitor(
      browser,
      `http://${host}:${proxy!.port}`,
      async (visitor) => {
        await visitor.open('/healthz');
        await visitor.page.evaluate((token) => localStorage.setItem('octavo-admin-token', token), service!.token);
        await visitor.open('/admin');
        await act(visitor);
        // The test does not use HTTPS.
        if (host === OTHER_NAME) await visitor.expectProblem(/Cross-Origin-Opener-Policy/);
      },
      { extraHTTPHeaders: {} },
    );

  const cases: [treatment: keyof typeof treatments, word: string, help: RegExp | null][] = [
    ['passes it on', 'Visitors can choose it', /Visitors can choose their client IP/],
    ['adds a second one', 'Added a second time by the proxy', /Neither is used then/],
    ['takes it away', 'The same for all visitors', /sends no CF-Connecting-IP/],
    ['overwrites it', 'Visitors cannot choose it', null],
  ];
  for (const [treatment, word, help] of cases) {
    it(`shows ${word} for a proxy that ${treatment}`, async () => {
      proxy!.treat(treatments[treatment]);
      await onDashboard(OTHER_NAME, async ({ page }) => {
        const health = page.getByRole('region', { name: 'Health' });
        await health.getByText(word).waitFor();
        const remedies = health.getByRole('alert');
        if (help === null) {
          expect(await remedies.count()).to.equal(0);
          return;
        }
        await remedies.waitFor();
        const text = await remedies.innerText();
        expect(text).to.match(help);
        expect(text).to.include('proxy_set_header CF-Connecting-IP $remote_addr;');
        expect(text).to.include('header_up CF-Connecting-IP {remote_host}');
        expect(text).to.include('RequestHeader set CF-Connecting-IP "expr=%{REMOTE_ADDR}"');
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      });
    });
  }

  it('is not checked on a connection that bypasses the proxy', async () => {
    proxy!.treat(treatments['passes it on']);
    await onDashboard('127.0.0.1', async ({ page }) => {
      await page.getByText('Not checked on this machine').waitFor();
    });
  });

  it('is reported as good when the proxy rejects a made-up header', async () => {
    proxy!.treat((headers) => (headers[HEADER] === undefined ? treatments['overwrites it'](headers) : null));
    await onDashboard(OTHER_NAME, async ({ page, expectProblem }) => {
      await page.getByText('Visitors cannot choose it').waitFor();
      await expectProblem(/status of 403/);
    });
  });
});
