import { expect } from 'chai';
import type { Browser } from 'playwright-core';

import { accessibilityProblems } from './support/axe.ts';
import { needBrowser } from './support/browser.ts';
import { BEFORE_MAILING, passTime } from './support/pass-time.ts';
import { write } from './support/posts.ts';
import { startSmtp } from './support/smtp.ts';
import { insertSubscriber } from './support/subscribers.ts';
import { describeVisited } from './support/visitors.ts';

const SITE = 'https://blog.example';
/** A picture, code, a table and a word that are wider than a phone. */
const WIDE = `![Wide](https://pictures.example/wide.png#2000x400)

A file: ![](/media/2026/01/own-0123abcd.png)

[About](/about), [text]: not a link

> Quoted

\`\`\`
${'const wide = "x"; '.repeat(20)}
\`\`\`

| ${'Column | '.repeat(4)}
| ${'--: | '.repeat(4)}
| ${'x | '.repeat(4)}

| ${'Column | '.repeat(9)}
| ${'--- | '.repeat(9)}
| https://example.org/${'path/'.repeat(20)} | \`${'identifier_'.repeat(5)}\` | ${'Word | '.repeat(7)}

${'wide'.repeat(100)}`;

const smtp = await startSmtp();
after(() => smtp.stop());

describeVisited(
  'the mail of a post',
  (use) => {
    let browser: Browser;
    before(async function () {
      browser = await needBrowser(this);
    });

    // docs/interface.md, N18
    it('fits a phone, aligns its tables, is accessible in light and dark, and its text part has absolute URLs', async () => {
      await insertSubscriber(use(), 'ada');
      await write(use(), { title: 'Wide', content: WIDE, notifySubscribers: true });
      await passTime(use(), BEFORE_MAILING);
      const [mail] = await smtp.received(1);
      expect(mail!.text)
        .to.include(`[Picture] <${SITE}/media/2026/01/own-0123abcd.png>`)
        .and.include(`About <${SITE}/about>, [text]: not a link`);
      for (const [colorScheme, width] of [
        ['light', 320],
        ['dark', 320],
        ['light', 640],
      ] as const) {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 600 } });
        await context.route('**/*', (route) =>
          route.fulfill({
            contentType: 'image/svg+xml',
            body: '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="9"/>',
          }),
        );
        const page = await context.newPage();
        await page.setContent(mail!.html!, { waitUntil: 'load' });
        expect(
          await page
            .locator('img')
            .first()
            .evaluate((img) => img.clientWidth),
        ).to.be.within(1, width);
        expect(
          await page
            .locator('.data td')
            .first()
            .evaluate((cell) => getComputedStyle(cell).textAlign),
        ).to.equal('right');
        expect(await page.evaluate(() => document.documentElement.scrollWidth), colorScheme).to.equal(width);
        // A mail is shown in the page of a mail program, which has the landmarks.
        const problems = (await accessibilityProblems(page)).filter((one) => !/^(landmark-one-main|region):/.test(one));
        expect(problems, colorScheme).to.deep.equal([]);
        await context.close();
      }
    });
  },
  { ...smtp.env, SITE_URL: SITE },
);
