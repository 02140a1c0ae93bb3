import { expect } from 'chai';
import type { Browser } from 'puppeteer-core';

import { comment, set } from '../support/comments.ts';
import { databaseKinds } from '../support/databases.ts';
import { embedLanguages, pathOf, startEmbedHost, type EmbedHost } from '../support/embed-host.ts';
import { asFirefoxVisitor, needFirefox } from '../support/firefox.ts';
import { write } from '../support/posts.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { bringToNow } from '../support/site.ts';
import { freshAddress } from '../support/visitors.ts';

// docs/interface.md, F19
describe('embedded comments in Firefox choose a language where the page has', function () {
  let browser: Browser | undefined;
  let service: TestService | undefined;
  let host: EmbedHost | undefined;
  before(async function () {
    browser = await needFirefox(this);
    host = await startEmbedHost(() => service!.url);
    service = await startTestService(databaseKinds[0]!, { SITE: 'off', CORS_ORIGINS: host.origin });
    await bringToNow(service);
    await write(service, { id: 'talk', title: 'Talk' });
    await comment(service, 'talk', { author: 'Ann', content: 'Hello' }, freshAddress());
    await set(service, { language: 'fr' });
  });
  after(async () => {
    await browser?.close();
    host?.close();
    await service?.close();
  });

  for (const { title, page: where, language, send } of embedLanguages) {
    it(title, () =>
      asFirefoxVisitor(browser!, host!.origin, async ({ open, page }) => {
        await open(pathOf(where));
        const times = await page
          .waitForFunction(
            (label, wanted) => {
              const root = document.querySelector('octavo-comments')?.shadowRoot;
              const button = root?.querySelector('form button:not([type])');
              const time = root?.querySelector('time');
              if (button?.textContent !== label || !time) return undefined;
              const style = { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric' } as const;
              const format = new Intl.DateTimeFormat(wanted, { ...style, minute: '2-digit', timeZoneName: 'short' });
              return { shown: time.title, expected: format.format(Date.parse(time.dateTime)) };
            },
            {},
            send,
            language,
          )
          .then((handle) => handle.jsonValue());
        expect(times?.shown).to.equal(times?.expected);
      }),
    );
  }
});
