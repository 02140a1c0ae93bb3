import { expect } from 'chai';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { change, read, write } from '../support/posts.ts';
import type { TestService } from '../support/service.ts';

describeAdmin(
  'the versions of a post',
  ({ use, signedIn }) => {
    it(
      'are compared with the current one, and restored after a confirmation',
      signedIn(async ({ open, page }) => {
        const id = await changedPost(use(), 'chapters');
        await open(`/admin/posts/${id}/revisions`);
        await page.getByRole('heading', { level: 1, name: 'Versions of “Third title”' }).waitFor();
        const list = page.getByRole('navigation', { name: 'Versions' }).getByRole('button');
        expect(await list.count()).to.equal(2);
        await list.filter({ hasText: 'First title' }).click();
        await page.getByRole('textbox', { name: 'Selected version' }).getByText('First text.').waitFor();
        await page.getByRole('textbox', { name: 'Current version' }).getByText('Third text.').waitFor();
        await page.getByRole('row', { name: 'Title' }).getByText('First title').waitFor();

        await page.getByRole('button', { name: 'Restore this version' }).click();
        expect((await read(use(), id)).content).to.equal('Third text.');
        await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
        await page.getByRole('heading', { level: 1, name: 'Versions of “First title”' }).waitFor();
        expect(await read(use(), id)).to.include({ title: 'First title', content: 'First text.', status: 'published' });
        expect(await list.count()).to.equal(3);
        await page.getByRole('link', { name: 'Back to the editor' }).click();
        await page.getByRole('textbox', { name: 'Text', exact: true }).getByText('First text.').waitFor();
      }),
    );

    it(
      'warn about unpublished changes, and keep them',
      signedIn(async ({ open, page }) => {
        const id = await changedPost(use(), 'with-copy');
        const { version } = await read(use(), id);
        const fields = { content: 'Put aside.' };
        await use().admin('PUT', `/api/posts/${id}/working-copy`, { baseVersion: version, fields });
        await open(`/admin/posts/${id}/revisions`);
        await page.getByRole('button', { name: 'Restore this version' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText('This post has unpublished changes. They are kept').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await dialog.getByRole('button', { name: 'Restore' }).click();
        await page.getByRole('heading', { level: 1, name: 'Versions of “Second title”' }).waitFor();
        const { body } = await use().admin('GET', `/api/posts/${id}/working-copy`);
        expect(body.workingCopy.fields).to.deep.equal(fields);
      }),
    );

    it(
      'fit a telephone with one long word as the title, and label both texts',
      signedIn(
        async ({ open, page }) => {
          const id = await changedPost(use(), 'long-word');
          await change(use(), id, {
            title: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(2),
          });
          await open(`/admin/posts/${id}/revisions`);
          await page.getByRole('textbox', { name: 'Current version' }).waitFor();
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).to.be.at.most(0);
          await page.getByRole('navigation', { name: 'Versions' }).getByText('First title').click();
          const piece = page.locator('.cm-deletedChunk').filter({ hasText: 'First text.' });
          await piece.getByText('Selected version').waitFor();
          expect(await piece.getByRole('button').count()).to.equal(0);
          const line = page.locator('.cm-changedLine').filter({ hasText: 'Third text.' });
          expect(await line.evaluate((one) => getComputedStyle(one, '::before').content)).to.equal('"Current version"');
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).to.be.at.most(0);
        },
        { viewport: { width: 375, height: 800 } },
      ),
    );

    it(
      'are distinguished from a post that does not exist',
      signedIn(async ({ open, page }) => {
        const id = await write(use(), { id: 'fresh', title: 'Fresh' });
        await open(`/admin/posts/${id}/revisions`);
        await page.getByText('No earlier versions yet.').waitFor();
      }),
    );

    it(
      'pass axe, on a telephone too',
      signedIn(async ({ open, page }) => {
        const id = await changedPost(use(), 'axe');
        await open(`/admin/posts/${id}/revisions`);
        await page.getByRole('textbox', { name: 'Current version' }).waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.setViewportSize({ width: 375, height: 700 });
        await page.getByRole('textbox', { name: 'Selected version' }).waitFor({ state: 'detached' });
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).to.equal(false);
      }),
    );
  },
  { filled: false },
);

async function changedPost(service: TestService, id: string): Promise<string> {
  await write(service, { id, title: 'First title', content: 'First text.' });
  await change(service, id, { title: 'Second title', content: 'Second text.' });
  await change(service, id, { title: 'Third title', content: 'Third text.' });
  return id;
}
