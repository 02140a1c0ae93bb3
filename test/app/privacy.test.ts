import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { comment, set } from '../support/comments.ts';
import { write } from '../support/posts.ts';
import { insertSubscriber } from '../support/subscribers.ts';

const SCREEN = '/admin/settings?part=privacy';
const EMAIL = 'ada@example.org';
const IP = '198.51.100.7';

const field = (page: Page) => page.getByLabel('E-mail address or IP address');
const button = (page: Page, name: string) => page.getByRole('tabpanel').getByRole('button', { name, exact: true });
const outcome = (page: Page) => page.getByRole('tabpanel').getByRole('status');

async function ask(page: Page, of: string): Promise<void> {
  await field(page).fill(of);
  await page.keyboard.press('Enter');
}

describeAdmin(
  'the data stored about a person, in the app',
  ({ use, signedIn }) => {
    before(async () => {
      await write(use(), { id: 'harbour', title: 'Harbour' });
      await set(use(), { spamFilter: true, commentModeration: 'off' });
    });
    beforeEach(() => use().database.kysely.deleteFrom('comments').execute());

    // docs/interface.md, U1, U3, U4
    it(
      'is shown and erased by e-mail address with the keyboard, after a dialog that says what is erased',
      signedIn(async ({ open, page, expectProblem }) => {
        await insertSubscriber(use(), 'ada');
        await set(use(), { ownerEmail: EMAIL });
        await open(SCREEN);
        await ask(page, 'ada');
        await page.getByText('Enter an e-mail address such as ada@blog.example, or an IP address.').waitFor();
        await expectProblem(/400/);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await ask(page, 'nobody@example.org');
        await outcome(page).getByText('Nothing is stored about nobody@example.org.').waitFor();
        await ask(page, EMAIL.toUpperCase());
        expect(await outcome(page).locator('dl').innerText()).to.match(
          /^Subscriptions\s+1\s+Settings that contain it\s+1$/,
        );
        await button(page, 'Erase').press('Enter');
        const dialog = page.getByRole('dialog');
        await dialog.getByText('Also erased: Subscriptions: 1, Settings that contain it: 1.').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
        await dialog.waitFor({ state: 'detached' });
        expect((await use().admin('GET', '/api/admin/subscribers')).body.total).to.equal(1);
        await button(page, 'Erase').press('Enter');
        await dialog.getByRole('button', { name: 'Erase' }).press('Enter');
        await dialog.waitFor({ state: 'detached' });
        await outcome(page)
          .getByText('has been erased. 0 comments were deleted. Also erased: Subscriptions: 1')
          .waitFor();
        expect(await hasFocus(outcome(page))).to.equal(true);
        expect((await use().admin('GET', '/api/admin/subscribers')).body.total).to.equal(0);
        await ask(page, EMAIL);
        await outcome(page).getByText('Nothing is stored about ada@example.org.').waitFor();
        await outcome(page).getByText('no form can make the service send it mail').waitFor();
        expect(await button(page, 'Erase').count()).to.equal(0);
      }),
    );

    // docs/interface.md, U1, U3
    it(
      'is shown with texts and erased by IP address, in dark at 375 pixels',
      signedIn(
        async ({ open, page }) => {
          const from = { 'cf-connecting-ip': IP };
          const content = `From there & <b>\n${'x'.repeat(200)}`;
          const { comment: own } = await comment(use(), 'harbour', { author: 'Ada', content }, from);
          await comment(use(), 'harbour', { author: 'Bea', parentId: own.id });
          await comment(use(), 'gb-note', { author: 'Ada', content: 'In the guestbook' }, from);
          await open(SCREEN);
          await ask(page, IP);
          const items = outcome(page).getByRole('listitem');
          await items.filter({ hasText: 'From there & <b>' }).getByRole('link', { name: 'harbour' }).waitFor();
          await items.filter({ hasText: 'In the guestbook' }).waitFor();
          expect(await items.count()).to.equal(2);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await button(page, 'Erase').click();
          const dialog = page.getByRole('dialog');
          await dialog.getByText('2 comments will be deleted with their text. Where others have replied').waitFor();
          await dialog.getByText('The numbers of likes and views stay the same.').waitFor();
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await dialog.getByRole('button', { name: 'Erase' }).click();
          await outcome(page)
            .getByText('1 comment was deleted. 1 comment with replies by others is now empty.')
            .waitFor();
          const { body } = await use().call('GET', '/api/posts/harbour/comments');
          expect(body.comments.map(({ author }: { author: string }) => author)).to.deep.equal(['', 'Bea']);
        },
        { viewport: { width: 375, height: 800 }, colorScheme: 'dark' },
      ),
    );
  },
  { filled: false },
);
