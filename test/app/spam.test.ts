import { expect } from 'chai';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { comment, set } from '../support/comments.ts';
import { write } from '../support/posts.ts';
import { freshAddress } from '../support/visitors.ts';

describeAdmin('spam in the app', ({ use, signedIn }) => {
  // docs/interface.md, C29, C31
  it(
    'is listed separately with its reasons, marked and unmarked, and its author is blocked and unblocked',
    signedIn(async ({ open, page }) => {
      await set(use(), { spamFilter: true });
      await write(use(), { id: 'spammed', title: 'Spammed' });
      const content = 'Cheap viagra and cialis here: http://pills.example';
      await comment(use(), 'spammed', { author: 'Pills', content }, freshAddress());
      await comment(use(), 'spammed', { author: 'Ann', content: 'I liked it.' }, freshAddress());
      await open('/admin/comments?post=spammed&status=spam');
      await page.getByText('Spam filter: 6 points. advertising: viagra, cialis (6)').waitFor();
      expect(await page.getByRole('article').count()).to.equal(1);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.getByRole('button', { name: 'Author Pills' }).click();
      await page.getByRole('button', { name: 'Block', exact: true }).click();
      await page.getByText('Author blocked').waitFor();
      await page.getByText('All', { exact: true }).click();
      const ann = page.getByRole('article', { name: /^Ann/ });
      await ann.getByRole('button', { name: 'Spam' }).click();
      await page.getByText('1 comment marked as spam').waitFor();
      await ann.getByText('Marked as spam by you.').waitFor();
      await page.keyboard.press('z');
      await ann.getByText('Approved').waitFor();
      await open('/admin/settings?part=comments');
      await page.getByRole('button', { name: 'Unblock Pills' }).click();
      await page.getByText('Author unblocked').waitFor();
      await page.getByText('Blocked authors').waitFor({ state: 'detached' });
      await page.getByLabel('Blocklist').fill('casino.example\n\n poker ');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').first().waitFor();
      const { body } = await use().admin('GET', '/api/admin/settings');
      expect(body.spamBlocklist).to.deep.equal(['casino.example', 'poker']);
    }),
  );

  // docs/interface.md, C27
  it(
    'offers the filter once to a blog that was upgraded',
    signedIn(async ({ open, page }) => {
      await use().database.kysely.deleteFrom('settings').where('name', '=', 'spamFilter').execute();
      await open('/admin');
      const offer = page.getByText('A spam filter is available');
      await offer.waitFor();
      await page.getByRole('button', { name: 'Not now' }).click();
      await offer.waitFor({ state: 'detached' });
      await open('/admin');
      await page.getByText('Health').first().waitFor();
      await page.getByText('Uptime').first().waitFor();
      expect(await offer.count()).to.equal(0);
    }),
  );
});
