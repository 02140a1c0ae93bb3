import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { set } from '../support/comments.ts';
import { editorOn, says } from '../support/editor.ts';
import { BEFORE_MAILING, passTime } from '../support/pass-time.ts';
import { write } from '../support/posts.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const line = (page: Page) => page.getByRole('region', { name: 'Mailing' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe("mailings in the administrator's app", () => {
  let smtp: Smtp;
  /** The environment of the service, which starts later. */
  const env: Record<string, string> = { MAIL_RATE: '100000', SITE_URL: 'https://blog.example' };
  before(async () => {
    smtp = await startSmtp();
    Object.assign(env, smtp.env);
  });
  after(() => smtp.stop());

  describeAdmin(
    'in the editor',
    ({ use, signedIn }) => {
      async function subscribe(...names: string[]): Promise<void> {
        await use().database.kysely.deleteFrom('subscribers').execute();
        const csv = names.map((name) => `${name}@reader.example\n`).join('');
        await use().admin('POST', '/api/admin/subscribers/import', { csv });
      }
      beforeEach(() => {
        smtp.mails.length = 0;
        smtp.treat({});
      });

      // docs/interface.md, N10, N13
      it(
        'send a draft when it is published, after a test to the owner, and show their progress',
        signedIn(async ({ open, page }) => {
          await open('/admin/posts/new');
          const { title, text, publish } = editorOn(page);
          await title.fill('Ferries');
          await publish.waitFor();
          expect(await button(page, 'Send to subscribers').count(), 'without subscribers').to.equal(0);

          await subscribe('ada', 'bea', 'cid');
          await page.reload();
          await title.fill('Ferries at night');
          await text.fill('They leave at six.');
          await publish.press('Enter');
          const dialog = page.getByRole('dialog');
          await dialog.getByRole('link', { name: 'Settings › Comments' }).waitFor();
          await set(use(), { ownerEmail: 'owner@blog.example' });
          await page.keyboard.press('Escape');
          // The panel saved the draft.
          await page.waitForURL('**/admin/posts/ferries-at-night');
          await says(page, /^Saved at/);
          await page.reload();
          await text.fill('They leave at seven.');
          await publish.press('Enter');
          const wish = dialog.getByRole('checkbox', { name: 'Send to 3 subscribers when I publish' });
          expect(await wish.isChecked()).to.equal(false);
          await wish.press('Space');
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await dialog.getByRole('button', { name: 'Send me a test' }).press('Enter');
          await dialog.getByText('A test e-mail is on its way to owner@blog.example.').waitFor();
          const [test] = await smtp.received(1);
          expect([test!.subject, test!.text]).to.satisfy(
            ([subject, body]: string[]) => subject === 'Test: Ferries at night' && body!.includes('leave at seven'),
          );

          const held = Promise.withResolvers<void>();
          smtp.treat({ mail: () => held.promise.then(() => undefined) });
          await button(page, 'Publish and send').click();
          await line(page).getByText('The e-mails to subscribers will be sent in a few seconds.').waitFor();
          await passTime(use(), BEFORE_MAILING);
          await line(page).getByText('Sending to subscribers: 0 of 3').waitFor();
          expect(await button(page, 'Send to subscribers').count(), 'a second time').to.equal(0);
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          held.resolve();
          await line(page).getByText('Sent to subscribers: 3 of 3').waitFor();
          expect(smtp.mails.slice(1).map(({ subject }) => subject)).to.deep.equal(Array(3).fill('Ferries at night'));
          expect(await button(page, 'Stop sending').count()).to.equal(0);
        }),
      );

      // docs/interface.md, N21, N23
      it(
        'are previewed on a desktop and a phone, in light and dark, and as text; and show the clicks',
        signedIn(async ({ open, page }) => {
          await subscribe('ada');
          await set(use(), { countClicks: true });
          await write(use(), {
            id: 'seen',
            title: 'The quay',
            content: 'See [elsewhere](https://elsewhere.example/).',
          });
          await open('/admin/posts/seen');
          await button(page, 'Send to subscribers').click();
          await button(page, 'Show the e-mail').press('Enter');
          const dialog = page.getByRole('dialog', { name: 'Preview of the e-mail' });
          const mail = dialog.frameLocator('iframe');
          const backgroundOf = () => mail.locator('.page').evaluate((one) => getComputedStyle(one).backgroundColor);
          await mail.getByRole('heading', { name: 'The quay' }).waitFor();
          expect(await backgroundOf()).to.equal('rgb(253, 252, 250)');
          expect(await mail.locator('html').evaluate((one) => one.clientWidth)).to.be.within(600, 700);
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await dialog.getByRole('radio', { name: 'Phone' }).press('Space');
          await dialog.getByRole('radio', { name: 'Dark' }).press('Space');
          await until(async () => (await backgroundOf()) === 'rgb(23, 22, 20)');
          expect(await mail.locator('html').evaluate((one) => one.clientWidth)).to.be.within(370, 375);
          await dialog.getByRole('radio', { name: 'Text' }).press('Space');
          await dialog.getByText('See elsewhere <https://elsewhere.example/>.').waitFor();
          await page.keyboard.press('Escape');
          await dialog.waitFor({ state: 'detached' });
          await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 subscriber now' }).click();
          await line(page).getByText('in a few seconds').waitFor();
          await passTime(use(), BEFORE_MAILING);
          await line(page).getByText('Sent to subscribers: 1 of 1').waitFor();
          const [sent] = await smtp.received(1);
          for (const [, path = ''] of sent!.html!.matchAll(/href="https:\/\/blog.example(\/mail\/click\/[^"]*)"/g)) {
            await fetch(use().url + path, {
              headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
              redirect: 'manual',
            });
          }
          await page.reload();
          await line(page).getByRole('button', { name: 'Clicks' }).press('Enter');
          await page.getByRole('row', { name: 'https://elsewhere.example/ 1' }).waitFor();
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await set(use(), { countClicks: false });
        }),
      );

      // docs/interface.md, N10, N13
      it(
        'send a published post immediately, and can be stopped, in dark at 375 pixels',
        signedIn(
          async ({ open, page }) => {
            await subscribe('ada', 'bea');
            await write(use(), { id: 'quay', title: 'The quay' });
            await open('/admin/posts/quay');
            const held = Promise.withResolvers<void>();
            smtp.treat({ mail: () => held.promise.then(() => undefined) });
            await button(page, 'Send to subscribers').click();
            const dialog = page.getByRole('dialog');
            expect(await accessibilityProblems(page)).to.deep.equal([]);
            await dialog.getByRole('button', { name: 'Send to 2 subscribers now' }).click();
            await line(page).getByText('in a few seconds').waitFor();
            await passTime(use(), BEFORE_MAILING);
            await line(page).getByText('Sending to subscribers: 0 of 2').waitFor();
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
            await button(page, 'Stop sending').click();
            await dialog.getByText('It cannot be sent again.').waitFor();
            expect(await accessibilityProblems(page)).to.deep.equal([]);
            await dialog.getByRole('button', { name: 'Stop sending' }).click();
            await line(page).getByText('Sending was stopped. E-mails sent: 0').waitFor();
            held.resolve();

            await write(use(), { id: 'later', title: 'Later', status: 'draft', notifySubscribers: true });
            await open('/admin/posts/later');
            await line(page).getByText('The post will be sent to subscribers when it is published.').waitFor();
            await button(page, 'Do not send').click();
            await line(page).waitFor({ state: 'detached' });
            await until(async () => (await use().admin('GET', '/api/posts/later/mailing')).body.mailing === null);
          },
          { viewport: { width: 375, height: 800 }, colorScheme: 'dark' },
        ),
      );
    },
    { env, filled: false },
  );
});
