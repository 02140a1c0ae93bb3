import { readFile } from 'node:fs/promises';

import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { auditedSubjects } from '../../routers/core/audited.ts';
import { newKey } from '../support/keys.ts';
import { write } from '../support/posts.ts';
import { PASSWORD } from '../support/service.ts';
import { until } from '../support/until.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();
const phone = { viewport: { width: 375, height: 800 }, colorScheme: 'dark' } as const;
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

// docs/interface.md, B7 to B12
describeAdmin(
  "the trash in the administrator's app",
  ({ use, signedIn }) => {
    const admin = (method: string, path: string, body?: object) => use().admin(method, path, body);
    const statusOf = async (path: string) => (await use().call('GET', path)).status;
    const trash = async (id: string, kind = 'posts') =>
      expect((await admin('POST', `/api/${kind}/${id}/trash`, {})).status).to.equal(200);
    const inTrash = async () => (await admin('GET', '/api/admin/trash')).body.posts.map(({ id }: { id: string }) => id);

    beforeEach(() => admin('DELETE', '/api/admin/trash'));

    it(
      'is reached from the menu of the editor and by its key, and lists what waits there',
      signedIn(async ({ open, page }) => {
        await write(use(), { id: 'harbour', title: 'Harbour' });
        await open('/admin/posts/harbour');
        await button(page, 'More').click();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.getByRole('menuitem', { name: 'Move to trash' }).press('Enter');
        await said(page, '“Harbour” is in the trash.');
        await page.waitForURL('**/admin/posts');
        expect(await page.getByRole('link', { name: 'Harbour', exact: true }).count()).to.equal(0);
        expect(await statusOf('/api/posts/harbour')).to.equal(404);
        expect(await inTrash()).to.deep.equal(['harbour']);
        await page.keyboard.press('g');
        await page.keyboard.press('x');
        await page.waitForURL('**/admin/trash');
        const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
        const { expiresAt } = (await admin('GET', '/api/admin/trash')).body.posts[0];
        await rows(page)
          .getByText(`Published · Until ${date.format(new Date(expiresAt))}`)
          .waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      }),
    );

    it(
      'stays closed to a post that another session has changed, whose editor goes on',
      signedIn(async ({ open, page, expectProblem }) => {
        await write(use(), { id: 'changed', title: 'Changed' });
        await open('/admin/posts/changed');
        await button(page, 'More').click();
        await admin('PUT', '/api/posts/changed', { title: 'Changed elsewhere' });
        await page.getByRole('menuitem', { name: 'Move to trash' }).click();
        await page.getByRole('alert').waitFor();
        await expectProblem(/412/);
        expect(await inTrash()).to.deep.equal([]);
        expect(new URL(page.url()).pathname).to.equal('/admin/posts/changed');
      }),
    );

    it(
      'gives a post back as a draft, and offers to publish what was public again, on a phone',
      signedIn(async ({ open, page }) => {
        const long = 'word'.repeat(30);
        await write(use(), { id: 'public', title: 'Public' });
        await write(use(), { id: 'draft', title: `Draft ${long}`, status: 'draft' });
        await admin('POST', '/api/pages', { id: 'about', title: 'About us', content: '', status: 'published' });
        await trash('public');
        await trash('draft');
        await trash('about', 'pages');
        await open('/admin/trash');
        await rows(page).nth(2).waitFor();
        expect(await rows(page).first().innerText()).to.match(/^About us\s+page\s+Published · Until /i);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        expect(await width(page)).to.equal(375);

        await button(page, `Restore Draft ${long}`).press('Enter');
        await said(page, `“Draft ${long}” is a draft again.`);
        expect(await button(page, 'Publish again').count()).to.equal(0);
        await until(() => hasFocus(page.locator('.focus-place')));
        await button(page, 'Restore About us').press('Enter');
        await said(page, '“About us” is a draft again.');
        await button(page, 'Publish again').press('Enter');
        await said(page, '“About us” is published.');
        expect(await statusOf('/api/pages/about')).to.equal(200);

        await button(page, 'Restore Public').press('Enter');
        await said(page, '“Public” is a draft again.');
        await page.getByText('The trash is empty.').waitFor();
        expect(await statusOf('/api/posts/public')).to.equal(404);
        expect((await admin('GET', '/api/posts/public')).body.post).to.include({ status: 'draft' });
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        expect(await width(page)).to.equal(375);
        await button(page, 'Publish again').press('Enter');
        await said(page, '“Public” is published.');
        expect(await statusOf('/api/posts/public')).to.equal(200);
        expect(await button(page, 'Publish again').count()).to.equal(0);
      }, phone),
    );

    it(
      'gives a scheduled post its time again',
      signedIn(async ({ open, page }) => {
        const publishAt = new Date(use().clock.now() + 3 * 86_400_000).toISOString();
        await write(use(), { id: 'later', title: 'Later', publishAt });
        await trash('later');
        await open('/admin/trash');
        await rows(page).getByText('Scheduled').waitFor();
        await button(page, 'Restore Later').click();
        await button(page, 'Publish again').click();
        await until(async () => (await admin('GET', '/api/posts/later')).body.post.publishAt === publishAt);
        expect(await statusOf('/api/posts/later')).to.equal(404);
      }),
    );

    it(
      'shows the page before when the last post of a page is restored',
      signedIn(async ({ open, page }) => {
        const ids = Array.from({ length: 51 }, (_, at) => `filling-${at}`);
        for (const id of ids) await write(use(), { id, title: id });
        await admin('POST', '/api/posts/bulk', { action: 'trash', ids });
        await open('/admin/trash');
        await button(page, 'Next').click();
        await until(async () => (await rows(page).count()) === 1);
        await rows(page)
          .getByRole('button', { name: /^Restore/ })
          .click();
        await until(async () => (await rows(page).count()) === 50);
        await admin('DELETE', '/api/admin/trash');
      }),
    );

    it(
      'deletes for ever after ten seconds, which can be undone',
      signedIn(async ({ open, page }) => {
        await write(use(), { id: 'kept', title: 'Kept' });
        await write(use(), { id: 'gone', title: 'Gone' });
        await trash('kept');
        await trash('gone');
        await open('/admin/trash');
        await button(page, 'Delete for ever: Kept').press('Enter');
        await said(page, '“Kept”: deleting in');
        expect(await rows(page).count()).to.equal(1);
        await until(() => hasFocus(page.locator('.focus-place')));
        await button(page, 'Undo').click();
        await rows(page).nth(1).waitFor();
        expect(await inTrash()).to.deep.equal(['gone', 'kept']);

        const began = performance.now();
        await button(page, 'Delete for ever: Gone').press('Enter');
        await said(page, '“Gone”: deleting in');
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        if (performance.now() - began < 9000) expect(await inTrash()).to.deep.equal(['gone', 'kept']);
        await until(async () => (await inTrash()).length === 1);
        expect(performance.now() - began).to.be.above(9900);
        expect(await inTrash()).to.deep.equal(['kept']);
        expect((await admin('GET', '/api/posts/gone')).status).to.equal(404);
        expect(await rows(page).count()).to.equal(1);
      }),
    );

    it(
      'is emptied after a confirmation',
      signedIn(async ({ open, page }) => {
        await write(use(), { id: 'one', title: 'One' });
        await write(use(), { id: 'two', title: 'Two' });
        await trash('one');
        await trash('two');
        await open('/admin/trash');
        const dialog = page.getByRole('dialog', { name: 'Empty trash' });
        await button(page, 'Empty trash').press('Enter');
        await dialog.getByText('Delete everything in the trash for ever?').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await until(() => hasFocus(dialog.getByRole('button', { name: 'Cancel' })));
        await page.keyboard.press('Enter');
        await dialog.waitFor({ state: 'detached' });
        await until(() => hasFocus(button(page, 'Empty trash')));
        expect(await inTrash()).to.have.length(2);

        await page.keyboard.press('Enter');
        await dialog.getByRole('button', { name: 'Empty trash' }).press('Enter');
        await said(page, 'The trash is empty now.');
        await page.getByText('The trash is empty.', { exact: true }).waitFor();
        await until(() => hasFocus(page.locator('.focus-place')));
        expect(await inTrash()).to.deep.equal([]);
        expect(await button(page, 'Empty trash').count()).to.equal(0);
      }),
    );
  },
  { filled: false },
);

// docs/interface.md, J1 to J3
describeAdmin(
  "the audit log in the administrator's app",
  ({ use, signedIn }) => {
    const entries = (page: Page) => page.locator('tbody tr');
    const cells = (page: Page, at: number) => entries(page).nth(at).getByRole('cell').allInnerTexts();
    const clear = () => use().database.kysely.deleteFrom('audit_entries').execute();

    it(
      'tells who did what, of one subject or all, and goes into a CSV file',
      signedIn(async ({ open, page }) => {
        await clear();
        await use().call('POST', '/api/admin/login', { body: { password: 'a wrong password' } });
        await use().call('POST', '/api/admin/login', { body: { password: PASSWORD } });
        const key = await newKey(use(), 'posts');
        await write(use(), { id: 'told', title: 'Told' });
        await use().call('PUT', '/api/posts/told', { token: key, body: { title: 'New' } });
        await use().admin('POST', '/api/posts/told/trash', {});
        await open('/admin/settings?part=account');
        await page.getByRole('link', { name: 'Audit log' }).click();
        await page.waitForURL('**/admin/audit');
        await entries(page).nth(4).waitFor();
        expect(await page.getByRole('columnheader').allInnerTexts()).to.deep.equal([
          'When',
          'Who',
          'What',
          'Object',
          'Network',
        ]);
        const shown = await Promise.all([0, 1, 2, 3, 4].map((at) => cells(page, at)));
        expect(shown.map((row) => row.slice(1, 4))).to.deep.equal([
          ['You', 'posts.trash', 'told'],
          ['API key posts', 'posts.update', 'told'],
          ['You', 'posts.create', 'told'],
          ['You', 'admin.login', ''],
          ['Someone signing in', 'admin.login.failed', 'WRONG_PASSWORD'],
        ]);
        expect(shown[0]![4]).to.match(/^\d+\.\d+\.\d+\.0\/24$|::\/48$/);
        expect(await accessibilityProblems(page)).to.deep.equal([]);

        await page.getByRole('combobox', { name: 'Concerns' }).selectOption('trash');
        await page.getByText('No entries.').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.getByRole('combobox', { name: 'Concerns' }).selectOption('admin');
        await page.getByText('admin.login.failed').waitFor();
        expect(await entries(page).count()).to.equal(2);
        const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export as CSV').click()]);
        expect(download.suggestedFilename()).to.match(/^audit-\d{4}-\d\d-\d\d\.csv$/);
        const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
        expect(lines[0]).to.equal('\ufeffat,kind,id,name,subject,action,object,network');
        expect(lines.slice(1).map((line) => line.split(',').slice(4, 7))).to.deep.equal([
          ['admin', 'admin.login', ''],
          ['admin', 'admin.login.failed', 'WRONG_PASSWORD'],
        ]);
      }),
    );

    it(
      'offers every subject that the log has',
      signedIn(async ({ open, page }) => {
        await open('/admin/audit');
        const choice = page.getByRole('combobox', { name: 'Concerns' });
        await choice.waitFor();
        expect(await choice.locator('option').allInnerTexts()).to.have.members(['All', ...auditedSubjects, 'console']);
      }),
    );

    it(
      'shows older entries on demand, on a phone',
      signedIn(async ({ open, page }) => {
        await clear();
        for (let at = 0; at < 60; at++) await write(use(), { title: `Post ${at}`, status: 'draft' });
        await open('/admin/audit');
        await entries(page).nth(49).waitFor();
        expect(await entries(page).count()).to.equal(50);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        expect(await width(page)).to.equal(375);
        await button(page, 'Show more').press('Enter');
        await entries(page).nth(59).waitFor();
        expect(await entries(page).count()).to.equal(60);
        expect(await button(page, 'Show more').count()).to.equal(0);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      }, phone),
    );
  },
  { filled: false },
);
