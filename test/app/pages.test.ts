import { expect } from 'chai';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { editorOn, says, typeAtEnd, publishWith } from '../support/editor.ts';
import { open as openPage } from '../support/pages.ts';
import { until } from '../support/until.ts';

describeAdmin("pages in the administrator's app", ({ use, signedIn }) => {
  const read = async (id: string) => (await use().admin('GET', `/api/pages/${id}`)).body.page;

  // docs/interface.md, G1
  it(
    'are listed, written without a date, published, opened for comments, changed and deleted',
    signedIn(
      async ({ open, page }) => {
        await open('/admin/pages');
        await page.getByText('No pages yet.').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.getByRole('link', { name: 'New page' }).click();
        await page.getByRole('heading', { name: 'New page', level: 1 }).waitFor();
        const { title, publish, update, save } = editorOn(page);
        await title.fill('About me');
        await typeAtEnd(page, 'I live by the harbour.');
        await publishWith(publish);
        await says(page, /Published/);
        expect(await read('about-me')).to.include({ status: 'published', content: 'I live by the harbour.' });
        expect(await openPage(use(), '/about-me')).to.include('I live by the harbour.');

        const settings = page.getByRole('button', { name: 'Post settings' });
        if ((await settings.getAttribute('aria-pressed')) === 'false') await settings.click();
        await page.getByRole('combobox', { name: 'Category' }).waitFor();
        expect(await page.getByLabel('Date', { exact: true }).count()).to.equal(0);
        await page.getByRole('switch', { name: 'Allow comments' }).click();
        await until(async () => (await read('about-me')).allowComments === 1);
        expect(await accessibilityProblems(page)).to.deep.equal([]);

        await title.fill('About us');
        await save.click();
        await says(page, /Saved/);
        expect((await read('about-me')).title).to.equal('About me');
        await publishWith(update);
        await says(page, /Updated|Published/);
        await until(async () => (await read('about-me')).title === 'About us');
        await page.getByRole('link', { name: 'Back to the pages' }).click();
        await page.getByRole('link', { name: 'About us' }).click();
        await page.getByText('I live by the harbour.').first().waitFor();
        await page.getByRole('button', { name: 'More' }).click();
        expect(await page.getByRole('menuitem', { name: 'View the page' }).getAttribute('href')).to.equal('/about-me');
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.clock.install();
        await page.getByRole('dialog', { name: 'Delete this page?' }).getByRole('button', { name: 'Delete' }).click();
        await page.getByText('No pages yet.').waitFor();
        await page.clock.fastForward(11_000);
        await page.getByText('“About us”: deleted').waitFor();
        expect((await use().admin('GET', '/api/pages')).body.total).to.equal(0);
      },
      { viewport: { width: 1280, height: 900 } },
    ),
  );
});
