import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { set } from '../support/comments.ts';
import { write } from '../support/posts.ts';
import { ok, startReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const SCREEN = '/admin/settings?part=webhooks';
const WEBHOOKS = '/api/admin/webhooks';

describeAdmin(
  "webhooks in the administrator's app",
  ({ use, signedIn }) => {
    let receiver: Receiver;

    before(async () => {
      receiver = await startReceiver();
    });
    after(() => receiver.close());
    afterEach(async () => {
      receiver.answer(ok);
      for (const { id } of (await use().admin('GET', WEBHOOKS)).body.webhooks as { id: string }[]) {
        await use().admin('DELETE', `${WEBHOOKS}/${id}`);
      }
    });

    const create = async (events = ['post.published'], url = receiver.url) =>
      (await use().admin('POST', WEBHOOKS, { url, events })).body.webhook as { id: string };

    it(
      'are created by keyboard, shown with their secret once, tested, and deleted',
      signedIn(async ({ open, page }) => {
        await open(SCREEN);
        await page.getByText('No webhooks yet.').waitFor();
        await page.getByRole('button', { name: 'Create a webhook' }).press('Enter');
        const dialog = page.getByRole('dialog');
        await page.keyboard.type(receiver.url);
        const checkbox = dialog.getByRole('checkbox', { name: 'A comment is written' });
        await checkbox.press('Space');
        expect(await checkbox.isChecked()).to.equal(true);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await dialog.getByRole('button', { name: 'Create a webhook' }).press('Enter');
        const secret = await dialog.getByLabel('Secret').inputValue();
        expect(secret).to.match(/^whsec_/);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
        await dialog.waitFor({ state: 'detached' });
        expect(await page.content()).to.not.include(secret);

        const list = page.getByRole('list', { name: 'Webhooks' });
        const row = list.getByRole('listitem').filter({ hasText: receiver.url });
        expect(await row.innerText())
          .to.include('post.published, comment.created')
          .and.include('Active');
        await row.getByRole('button', { name: 'Send a test' }).press('Enter');
        await page.getByText('A test was sent.').waitFor();
        await until(() => receiver.received.length > 0);
        await row.getByRole('button', { name: 'Deliveries' }).press('Enter');
        const delivery = dialog.getByRole('listitem').filter({ hasText: 'webhook.test' });
        await delivery.getByText('Delivered').waitFor();
        await delivery.locator('summary').press('Enter');
        await delivery.getByText(/1 attempt · .* · Status 204 · Duration/).waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });

        await row.getByRole('button', { name: 'Delete the webhook' }).press('Enter');
        await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
        await row.waitFor({ state: 'detached' });
        await dialog.waitFor({ state: 'detached' });
        expect(await hasFocus(list)).to.equal(true);
        receiver.received.length = 0;
      }),
    );

    it(
      'show why the service switched one off, on the dashboard too; the owner switches it on and resends deliveries',
      signedIn(async ({ open, page }) => {
        receiver.answer((response) => void response.writeHead(410).end('No more, please'));
        await create();
        const id = await write(use(), { title: 'Unwanted' });
        await until(async () => (await use().admin('GET', WEBHOOKS)).body.webhooks[0].active === 0);
        await open('/admin');
        await page.getByText('A webhook was switched off because its deliveries failed.').waitFor();
        await open(SCREEN);
        await page.getByText('the receiver responded 410 Gone').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.getByRole('button', { name: 'Edit the webhook' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Active').check();
        await dialog.getByRole('button', { name: 'Save' }).click();
        await page.getByText('The webhook has been saved.').waitFor();
        await dialog.waitFor({ state: 'detached' });
        await page.getByText('the receiver responded 410 Gone').waitFor({ state: 'detached' });

        receiver.answer(ok);
        await page.getByRole('button', { name: 'Deliveries' }).click();
        const delivery = dialog.getByRole('listitem').filter({ hasText: `post.published` });
        await delivery.getByText('The receiver answered 410.').waitFor();
        await delivery.locator('summary').click();
        await delivery.getByText('No more, please').waitFor();
        await delivery.getByRole('button', { name: `Send again: post.published ${id}` }).click();
        await page.getByText('The delivery is being sent again.').waitFor();
        await until(() => receiver.received.length === 2);
        await delivery.getByText('Delivered').waitFor();
      }),
    );

    it(
      'fit a screen of 375 px in every language, deliveries included',
      signedIn(
        async ({ open, page }) => {
          const { id } = await create(
            ['post.published', 'post.updated', 'post.unpublished', 'post.deleted', 'comment.created'],
            `${receiver.url}/${'long'.repeat(30)}`,
          );
          await use().admin('POST', `${WEBHOOKS}/${id}/test`);
          for (const [language, deliveries] of Object.entries(names)) {
            await set(use(), { language });
            await open(SCREEN);
            await page.getByRole('button', { name: deliveries }).waitFor();
            expect(await widthOf(page), language).to.equal(375);
            await page.getByRole('button', { name: deliveries }).click();
            await page.getByRole('dialog').getByText('webhook.test').waitFor();
            expect(await widthOf(page), language).to.equal(375);
          }
          await set(use(), { language: 'en' });
        },
        { viewport: { width: 375, height: 700 } },
      ),
    );

    it(
      'and other jobs are listed under Health: how many wait, whether they are late, and which run next',
      signedIn(async ({ open, page }) => {
        const { clock, database } = use();
        const at = (milliseconds: number) => new Date(clock.now() + milliseconds).toISOString();
        const job = { kind: 'none', data: '{}', state: 'waiting' as const, created_at: at(0) };
        await database.kysely
          .insertInto('jobs')
          .values([
            { ...job, id: 'j-late', run_at: at(-7_260_000), reason: 'It was busy.' },
            { ...job, id: 'j-later', kind: 'publish', data: '{"key":999}', run_at: at(7_200_000) },
          ])
          .execute();
        await open('/admin');
        await page.getByText('2 waiting').waitFor();
        await page.getByText(/^2 hr.* late/).waitFor();
        await page.getByText('Next jobs').press('Enter');
        const list = page.getByRole('list', { name: 'Next jobs' });
        await list.getByText('Announce the publication of').waitFor();
        expect(await list.innerText()).to.match(/none · 2 hours ago\s+Reason: It was busy\.\s+Announce.* · in \d/);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await database.kysely.deleteFrom('jobs').execute();
      }),
    );
  },
  { env: { WEBHOOK_PRIVATE: 'allow' } },
);

/** The button for deliveries, in every language. */
const names = {
  ar: /^عمليات التسليم/,
  de: /^Zustellungen/,
  fr: /^Envois/,
  es: /^Entregas/,
  he: /^מסירות/,
  ja: /^配信/,
  'zh-CN': /^投递记录/,
  en: /^Deliveries/,
};

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
