import { readFile } from 'node:fs/promises';

import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { visit } from '../support/pages.ts';

const SCREEN = '/admin/redirects';
const PATH = '/api/admin/redirects';
const rows = (page: Page, name = 'Redirects') => page.getByRole('list', { name }).getByRole('listitem');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const csvFile = (text: string) => ({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

describeAdmin("redirects in the administrator's app", ({ use, signedIn }) => {
  beforeEach(async () => {
    await use().database.kysely.deleteFrom('redirect_rules').execute();
    await use().database.kysely.deleteFrom('missing_paths').execute();
  });

  // docs/interface.md, Z1, Z4, Z6
  it(
    'are added, also for a path that was not found, changed and deleted by keyboard',
    signedIn(async ({ open, page, expectProblem }) => {
      await visit(use(), '/2019/lost?x=1');
      await open(SCREEN);
      await page.getByText('No redirects yet.').waitFor();
      expect(await rows(page, 'Pages that were not found').innerText()).to.match(/\/2019\/lost\s+asked for 1 time/);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await button(page, 'Redirect this: /2019/lost').press('Enter');
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('From').inputValue()).to.equal('/2019/lost');
      const to = dialog.getByLabel('To');
      await to.fill('/2019/lost');
      await to.press('Enter');
      await dialog.getByText('This redirect leads back to itself').waitFor();
      await expectProblem(/400/);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await to.fill('/archive');
      await to.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('visitors found every page').waitFor();
      expect(await rows(page).innerText()).to.match(/\/2019\/lost → \/archive\s+Moved for good \(301\) · used 0 times/);
      await button(page, 'Change /2019/lost').press('Enter');
      await dialog.getByLabel('Kind').selectOption('Gone (410)');
      await button(page, 'Save').press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect((await visit(use(), '/2019/lost')).status).to.equal(410);
      await button(page, 'Delete /2019/lost').press('Enter');
      await page.getByText('No redirects yet.').waitFor();
    }),
  );

  // docs/interface.md, Z5
  it(
    'come from a CSV file and go into one',
    signedIn(async ({ open, page }) => {
      await open(SCREEN);
      await button(page, 'Import').click();
      const dialog = page.getByRole('dialog');
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Choose a file').click()]);
      await chooser.setFiles(csvFile('from,to\n/old,/archive\nbad,/x\n'));
      await dialog.getByText('old.csv: preview of the import').waitFor();
      await dialog.getByText('"bad" is not a path').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await dialog.getByRole('button', { name: 'Import' }).click();
      await dialog.getByText('old.csv has been imported.').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await rows(page).waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
      expect(await readFile(await download.path(), 'utf8')).to.equal('\ufefffrom,to,status\r\n/old,/archive,301\r\n');
      expect((await use().admin('GET', PATH)).body).to.include({ total: 1 });
    }),
  );
});
