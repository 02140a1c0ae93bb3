import { expect } from 'chai';
import type { Route } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { read, write } from '../support/posts.ts';

// docs/interface.md, P40 to P43
describeAdmin(
  "tags and categories in the administrator's app",
  ({ use, signedIn }) => {
    it(
      'are found, described, renamed, merged and deleted',
      signedIn(async ({ open, page, expectProblem }) => {
        const one = await write(use(), { tags: ['ships', 'sea'], category: 'Trips' });
        const two = await write(use(), { tags: ['ships'], status: 'draft' });
        await open('/admin/tags');
        const list = page.getByRole('list', { name: 'Tags' });
        await list.getByText('ships', { exact: true }).waitFor();
        expect(await list.getByRole('listitem').first().innerText()).to.match(/ships\s+1 post · 1 draft or scheduled/);
        expect(await accessibilityProblems(page)).to.deep.equal([]);

        await page.getByRole('button', { name: 'Edit: ships' }).press('Enter');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Description').fill('All that floats');
        await dialog.getByLabel('Name').fill('sea');
        await page.keyboard.press('Enter');
        await dialog.getByText('“sea” already exists.').waitFor();
        await expectProblem(/409/);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        // The dialog offers no merge with another name before it is known whether that name exists.
        await dialog.getByLabel('Name').fill('se');
        await dialog.getByRole('button', { name: 'Save' }).waitFor();
        await dialog.getByLabel('Name').fill('sea');
        await page.keyboard.press('Enter');
        await expectProblem(/409/);
        await dialog.getByRole('button', { name: 'Merge' }).click();
        await dialog.waitFor({ state: 'detached' });
        await list.getByText('All that floats').waitFor();
        expect((await read(use(), one)).tags).to.deep.equal(['sea']);
        expect((await read(use(), two)).tags).to.deep.equal(['sea']);

        await page.clock.install();
        const remove = page.getByRole('button', { name: 'Delete “sea”' });
        await remove.press('Enter');
        const toast = page.getByRole('status').filter({ hasText: /“sea” \(2 posts\): deleting in \d+\ss/ });
        await toast.waitFor();
        await page.getByText('No post has a tag yet.').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await toast.getByRole('button', { name: 'Undo' }).press('Enter');
        await page.getByText('“sea” (2 posts): not deleted').waitFor();
        await page.clock.fastForward(11_000);
        await remove.press('Enter');
        await page.keyboard.press('z');
        await remove.waitFor();
        expect((await read(use(), one)).tags).to.deep.equal(['sea']);
        await remove.press('Enter');
        await toast.waitFor();
        // The pending deletion survives a reload.
        await page.reload();
        await toast.waitFor();
        await page.getByText('No post has a tag yet.').waitFor();
        expect((await read(use(), one)).tags).to.deep.equal(['sea']);
        await page.clock.fastForward(11_000);
        await page.getByText('“sea” (2 posts): deleted').waitFor();
        expect((await read(use(), one)).tags).to.deep.equal([]);
        await page.reload();
        await page.getByText('No post has a tag yet.').waitFor();
        expect(await page.getByRole('button', { name: 'Undo' }).count()).to.equal(0);

        await page.getByText('Categories', { exact: true }).click();
        await page.getByRole('link', { name: /^Trips/ }).click();
        await page.waitForURL('**/admin/posts?category=Trips');
      }),
    );

    it(
      'are saved by a second attempt after one that failed halfway, or whose response was lost',
      signedIn(async ({ open, page, expectProblem }) => {
        const id = await write(use(), { tags: ['halfway'] });
        await open('/admin/tags');
        const dialog = page.getByRole('dialog');
        const edit = async (name: string, newName: string) => {
          await page.getByRole('button', { name: `Edit: ${name}` }).click();
          await dialog.getByLabel('Name').fill(newName);
          await dialog.getByLabel('Description').fill(`About ${newName}`);
          await dialog.getByRole('button', { name: 'Save' }).click();
          await dialog.getByRole('alert').waitFor();
          await expectProblem(/ERR_FAILED/);
          await dialog.getByRole('button', { name: 'Save' }).click();
          await page.getByText('Saved; 1 post changed').last().waitFor();
          await dialog.waitFor({ state: 'detached' });
          await page.getByText(`About ${newName}`).waitFor();
          expect((await read(use(), id)).tags).to.deep.equal([newName]);
        };
        await page.route('**/taxonomy.describe*', (route) => route.abort(), { times: 1 });
        await edit('halfway', 'further');
        const lose = async (route: Route) => {
          await route.fetch();
          await route.abort();
        };
        await page.route('**/taxonomy.rename*', lose, { times: 1 });
        await edit('further', 'arrived');
        await expectProblem(/404/);
        await use().admin('PUT', `/api/posts/${id}`, { tags: [] });
      }),
    );

    it(
      'fit narrow screens in dark mode',
      signedIn(async ({ open, page }) => {
        await write(use(), { tags: ['a tag of very many letters without any space'.replaceAll(' ', '')] });
        await page.setViewportSize({ width: 320, height: 700 });
        await page.emulateMedia({ colorScheme: 'dark' });
        await open('/admin/tags');
        await page.getByRole('list', { name: 'Tags' }).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(320);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        if (process.env['SHOT']) await page.screenshot({ path: process.env['SHOT'] });
      }),
    );
  },
  { filled: false },
);
