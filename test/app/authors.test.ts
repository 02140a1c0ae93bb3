import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Authors' }).getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

// docs/interface.md, B1, B3, B4
describeAdmin(
  "authors in the administrator's app",
  ({ use, signedIn }) => {
    it(
      'are added, changed and deleted by keyboard, on a phone',
      signedIn(
        async ({ open, page }) => {
          await open('/admin/authors');
          await page.getByText('No authors yet.').waitFor();
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          const dialog = page.getByRole('dialog');
          await button(page, 'Add an author').press('Enter');
          await dialog.getByLabel('Name').fill('Ada Lovelace');
          await dialog.getByLabel('About').fill('She writes about engines.');
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          expect(await width(page)).to.equal(375);
          await dialog.getByLabel('Name').press('Enter');
          await dialog.waitFor({ state: 'detached' });
          expect(await rows(page).innerText())
            .to.include('She writes about engines.')
            .and.to.include('0 posts');
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          expect(await width(page)).to.equal(375);
          await button(page, 'Edit: Ada Lovelace').press('Enter');
          await dialog.getByLabel('Name').fill('Ada King');
          await dialog.getByLabel('Name').press('Enter');
          await rows(page).getByText('Ada King').waitFor();
          const { authors } = (await use().call('GET', '/api/authors')).body;
          expect(authors[0]).to.include({ id: 'ada-lovelace', name: 'Ada King' });
          await button(page, 'Delete “Ada King”').press('Enter');
          await dialog.getByRole('heading', { name: 'Delete “Ada King”' }).waitFor();
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
          await page.getByText('No authors yet.').waitFor();
        },
        { viewport: { width: 375, height: 800 }, colorScheme: 'dark' },
      ),
    );
  },
  { filled: false },
);
