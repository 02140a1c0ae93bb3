import { expect } from 'chai';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { comment, set } from '../support/comments.ts';
import { write } from '../support/posts.ts';
import { until } from '../support/until.ts';
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

  // docs/interface.md, C21
  it(
    'is not among all comments, is deleted by its first button, and is emptied at once with time for undo',
    signedIn(async ({ open, page }) => {
      await set(use(), { spamFilter: true });
      await write(use(), { id: 'emptied', title: 'Emptied' });
      for (const author of ['One', 'Two', 'Three']) {
        const content = `Viagra and cialis: http://${author}.example`;
        await comment(use(), 'emptied', { author, content }, freshAddress());
      }
      await comment(use(), 'emptied', { author: 'Good', content: 'I liked it.' }, freshAddress());
      await open('/admin/comments?post=emptied');
      await page.getByRole('article', { name: /^Good/ }).waitFor();
      expect(await page.getByRole('article').count()).to.equal(1);
      await open('/admin/comments?post=emptied&status=spam');
      await page.getByText('3 comments in spam').waitFor();
      const two = page.getByRole('article', { name: /^Two/ });
      expect(await two.locator('.comment-actions button').first().innerText()).to.equal('Delete');
      await two.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('2 comments in spam').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.getByRole('button', { name: 'Delete all matching' }).click();
      await page.getByRole('button', { name: 'Undo' }).last().waitFor();
      await open('/admin/comments?status=spam');
      await page.getByRole('button', { name: 'Empty spam' }).waitFor();
    }),
  );

  // docs/interface.md, C29
  it(
    'is no longer spam once it is approved',
    signedIn(async ({ open, page }) => {
      await set(use(), { spamFilter: true });
      await write(use(), { id: 'mistaken', title: 'Mistaken' });
      await comment(
        use(),
        'mistaken',
        { author: 'Pat', content: 'Viagra and cialis: http://pat.example' },
        freshAddress(),
      );
      await open('/admin/comments?post=mistaken&status=spam');
      const pat = page.getByRole('article', { name: /^Pat/ });
      await pat.getByRole('button', { name: 'Approve' }).click();
      await pat.waitFor({ state: 'detached' });
      await page.getByText('All', { exact: true }).click();
      await pat.getByRole('button', { name: 'Spam' }).click();
      await pat.getByText('Spam filter:').waitFor();
      await page.keyboard.press('z');
      await pat.getByText('Approved').waitFor();
      await pat.getByRole('button', { name: 'Spam' }).waitFor();
      await pat.getByRole('button', { name: 'Hold' }).click();
      await page.keyboard.press('z');
      await pat.getByText('Approved').waitFor();
      await until(async () => {
        const { body } = await use().admin('GET', '/api/comments?post=mistaken');
        return body.comments[0].status === 'approved';
      });
    }),
  );

  // docs/interface.md, C31
  it(
    'leaves the list with all other comments of its author',
    signedIn(async ({ open, page }) => {
      await set(use(), { spamFilter: true });
      await write(use(), { id: 'flooded', title: 'Flooded' });
      const address = freshAddress();
      for (const content of ['One', 'Two']) await comment(use(), 'flooded', { author: 'Flo', content }, address);
      await comment(use(), 'flooded', { author: 'Ann', content: 'Three' }, freshAddress());
      await open('/admin/comments?post=flooded');
      const rows = page.getByRole('article');
      await rows.filter({ hasText: 'Two' }).getByRole('button', { name: 'Author Flo' }).click();
      await page.getByRole('button', { name: 'Delete all comments' }).click();
      await page.getByText('2 comments deleted').waitFor();
      await rows.filter({ hasText: 'One' }).waitFor({ state: 'detached' });
      await rows.filter({ hasText: 'Three' }).waitFor();
      expect(await rows.count()).to.equal(1);
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
