import { readFile } from 'node:fs/promises';

import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { endSubscription } from '../../routers/subscribers/subscribers.ts';
import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { set } from '../support/comments.ts';
import { until } from '../support/until.ts';

const SCREEN = '/admin/subscribers';
const PATH = '/api/admin/subscribers';
/** Nothing is sent in these tests. */
const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'blog@blog.example' };

const rows = (page: Page) => page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const csvFile = (text: string) => ({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

describe("subscribers in the administrator's app", () => {
  describeAdmin(
    'with mail',
    ({ use, signedIn }) => {
      const add = (email: string) => use().admin('POST', PATH, { email });

      beforeEach(async () => {
        await use().database.kysely.deleteFrom('subscribers').execute();
        await set(use(), { siteUrl: 'https://blog.example' });
      });

      // docs/interface.md, N5, N6, N7
      it(
        'are found, added and removed by keyboard',
        signedIn(async ({ open, page, expectProblem }) => {
          await open(SCREEN);
          await page.getByText('No subscribers yet.').waitFor();
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await button(page, 'Add').first().press('Enter');
          const dialog = page.getByRole('dialog');
          const address = dialog.getByLabel('E-mail address');
          await address.pressSequentially('ada');
          await page.keyboard.press('Enter');
          await dialog.getByText('Enter an e-mail address such as').waitFor();
          await expectProblem(/400/);
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await address.pressSequentially('@one.example');
          await dialog.getByLabel('Language of e-mails').selectOption('Deutsch');
          await address.press('Enter');
          await dialog.waitFor({ state: 'detached' });
          expect(await rows(page).innerText()).to.match(/ada@one\.example\s+Confirmed\s+Added by you · Deutsch/);
          await button(page, 'Add').press('Enter');
          await address.pressSequentially('ADA@one.example');
          await page.keyboard.press('Enter');
          await dialog.getByText('This address is already subscribed.').waitFor();
          await expectProblem(/409/);
          await use().admin('POST', '/api/admin/privacy/erase', { of: 'gone@one.example' });
          await address.fill('gone@one.example');
          await page.keyboard.press('Enter');
          await dialog.waitFor({ state: 'detached' });
          await page.getByText('gone@one.example was erased earlier, and is asked by e-mail to confirm.').waitFor();
          await use().database.kysely.deleteFrom('subscribers').where('email', '=', 'gone@one.example').execute();

          await add('bea@two.example');
          await use()
            .database.kysely.updateTable('subscribers')
            .set({ state: 'pending', confirmed_at: null })
            .where('email', 'like', 'bea%')
            .execute();
          await page.reload();
          await page.getByText('1 confirmed · 1 not confirmed').waitFor();
          await page.getByLabel('State').selectOption('Not confirmed');
          await page.waitForURL(`**${SCREEN}?state=pending`);
          await until(async () => (await rows(page).count()) === 1);
          await rows(page).filter({ hasText: 'Not confirmed' }).waitFor();
          await page.getByLabel('Search addresses').fill('ONE');
          await page.getByText('No matching addresses.').waitFor();
          await button(page, 'Show all').click();
          await page.getByLabel('Search addresses').fill('one');
          await page.waitForURL(`**${SCREEN}?search=one`);
          expect(await accessibilityProblems(page)).to.deep.equal([]);

          await page.clock.install();
          await button(page, 'Remove ada@one.example').press('Enter');
          await page.getByText('ada@one.example: deleting in 10 s').waitFor();
          await page.keyboard.press('z');
          await rows(page).waitFor();
          await button(page, 'Remove ada@one.example').press('Enter');
          await rows(page).waitFor({ state: 'detached' });
          await page.getByText('No matching addresses.').waitFor();
          expect(await hasFocus(page.locator('.focus-place'))).to.equal(true);
          await page.clock.fastForward(11_000);
          await page.getByText('ada@one.example: deleted').waitFor();
          expect((await use().admin('GET', PATH)).body.total).to.equal(1);
        }),
      );

      // docs/interface.md, N8, N9
      it(
        'come from a CSV file and go to one, in dark at 375 pixels',
        signedIn(
          async ({ open, page, expectProblem }) => {
            await set(use(), { siteUrl: '' });
            const { id } = (await add('ended@one.example')).body.subscriber;
            await endSubscription(use().services, id as string);
            await use().admin('POST', '/api/admin/privacy/erase', { of: 'erased@one.example' });
            await open(SCREEN);
            await page.getByText('The site address is not set').waitFor();
            await page.getByRole('link', { name: 'Settings › Site' }).waitFor();
            await button(page, 'Import').click();
            const dialog = page.getByRole('dialog');
            const choose = async (text: string) => {
              await dialog.locator('input[type=file]').setInputFiles(csvFile(text));
            };
            await choose('');
            await dialog.getByText('The file has no addresses.').waitFor();
            await expectProblem(/400/);
            await choose(
              `email,language\nada@one.example,de\nno address\n${'b'.repeat(50)}@two.example,en\nended@one.example\nerased@one.example\n`,
            );
            await dialog.getByText('old.csv: preview of the import').waitFor();
            await dialog.getByRole('row', { name: '3 "no address" is not an e-mail address.' }).waitFor();
            await dialog.getByRole('row', { name: '5 This person unsubscribed.' }).waitFor();
            await dialog.getByRole('row', { name: '6 "erased@one.example" was erased.' }).waitFor();
            expect((await use().admin('GET', PATH)).body.total).to.equal(0);
            expect(await accessibilityProblems(page)).to.deep.equal([]);
            await dialog.getByRole('button', { name: 'Import 2 addresses' }).click();
            await dialog.getByText('old.csv has been imported.').waitFor();
            expect(await dialog.locator('dl').innerText()).to.match(
              /New\s+2\s+Now confirmed\s+0\s+Unchanged\s+0\s+Rejected\s+2\s+Skipped\s+1/,
            );
            await dialog.getByRole('button', { name: 'Close' }).last().click();
            await page.getByText('2 confirmed · 0 not confirmed').waitFor();
            expect(await rows(page).count()).to.equal(2);
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
            expect(await accessibilityProblems(page)).to.deep.equal([]);

            const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
            expect(download.suggestedFilename()).to.match(/^subscribers-\d{4}-\d\d-\d\d\.csv$/);
            const csv = await readFile(await download.path(), 'utf8');
            expect(csv).to.match(/^\ufeffemail,language,state,/);
            expect(csv).to.include('ada@one.example,de,confirmed,import');
            expect(csv).to.include('b@two.example,en,confirmed,import');
          },
          { viewport: { width: 375, height: 800 }, colorScheme: 'dark' },
        ),
      );
    },
    { env, filled: false },
  );

  describeAdmin(
    'without mail',
    ({ signedIn }) => {
      it(
        'are not in the navigation; the screen says what to set',
        signedIn(async ({ open, page }) => {
          await open('/admin');
          const settled = page.waitForResponse((response) => response.url().includes('admin.mail'));
          await page.getByRole('navigation').getByRole('link', { name: 'Media' }).waitFor();
          await settled;
          expect(await page.getByRole('link', { name: 'Subscribers' }).count()).to.equal(0);
          await page.keyboard.press('Control+k');
          await page.getByPlaceholder('Search posts and commands…').fill('subscribers');
          await button(page, 'Go to Subscribers').waitFor();
          await page.keyboard.press('Enter');
          await page.getByRole('heading', { level: 1, name: 'Subscribers' }).waitFor();
          await page.getByText('MAIL_FROM=My blog').waitFor();
          expect(await accessibilityProblems(page)).to.deep.equal([]);
        }),
      );
    },
    { filled: false },
  );
});
