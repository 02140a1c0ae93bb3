import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { decryptPost } from '../../client/api/decrypt-post.ts';
import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { confirmButton, editorOn, markdownOn, publishByKeys, publishWith, says } from '../support/editor.ts';
import { BEFORE_MAILING, passTime } from '../support/pass-time.ts';
import { write } from '../support/posts.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const done = (page: Page) => page.locator('.published-bar');

// docs/interface.md, N25
describe('the publish panel', () => {
  let smtp: Smtp;
  const env: Record<string, string> = { MAIL_RATE: '100000', SITE_URL: 'https://blog.example' };
  before(async () => {
    smtp = await startSmtp();
    Object.assign(env, smtp.env);
  });
  after(() => smtp.stop());

  describeAdmin(
    'of the editor',
    ({ use, signedIn }) => {
      const statusOf = async (id: string) => (await use().call('GET', `/api/posts/${id}`)).status;
      const readAll = async (id: string) => (await use().admin('GET', `/api/posts/${id}`)).body.post;

      it(
        'leads each warning to its place, by keys alone',
        signedIn(async ({ open, page, expectProblem }) => {
          await write(use(), { id: 'there', title: 'There' });
          const content = [
            'Before. ![](/media/none.png)',
            '',
            'A [good](/posts/there) link and a [dead](/posts/nowhere) one, [mine](https://blog.example/posts/nowhere-else).',
            '',
            '[elsewhere](https://other.example/posts/nowhere)',
          ].join('\n');
          await write(use(), { id: 'checked', title: 'Checked', status: 'draft', content, cover: '/media/cover.png' });
          await open('/admin/posts/checked');
          await editorOn(page).publish.press('Enter');
          const checks = dialog(page).getByRole('region', { name: 'Checks' });
          await checks.getByText('/posts/nowhere-else').waitFor();
          expect(await checks.getByRole('button').allTextContents()).to.deep.equal([
            'The cover image has no alternative text.',
            'An image has no alternative text: none.png',
            'Readers do not find this link: /posts/nowhere',
            'Readers do not find this link: https://blog.example/posts/nowhere-else',
          ]);
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await checks.getByRole('button', { name: 'An image has no' }).press('Enter');
          await dialog(page).waitFor({ state: 'detached' });
          await page.waitForFunction(() => document.activeElement?.classList.contains('cm-content'));
          await page.keyboard.type('![A quay](/media/none.png)');
          expect(await markdownOn(page)).to.equal(content.replace('![]', '![A quay]'));

          await editorOn(page).publish.press('Enter');
          await checks.getByRole('button', { name: 'The cover image' }).press('Enter');
          const alt = page.getByLabel('Alternative text of the cover');
          await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
          await page.keyboard.type('The harbour');
          expect(await alt.inputValue()).to.equal('The harbour');

          await editorOn(page).title.fill(' ');
          await publishByKeys(page);
          await dialog(page).getByRole('alert').getByText('Enter a title first.').waitFor();
          await checks.getByRole('button', { name: 'The title is empty.' }).press('Enter');
          await page.waitForFunction(() => document.activeElement?.classList.contains('editor-title'));
          expect(await statusOf('checked')).to.equal(404);
          // Links and pictures that are not there.
          await expectProblem(/404/);
        }),
      );

      it(
        'publishes and sends; undo leaves the draft that was, and no mail',
        signedIn(async ({ open, page }) => {
          smtp.mails.length = 0;
          await use().admin('POST', '/api/admin/subscribers/import', { csv: 'ada@reader.example\n' });
          await open('/admin/posts/new');
          await editorOn(page).title.fill('Undone at once');
          await editorOn(page).text.fill('They leave at six.');
          await editorOn(page).publish.click();
          await dialog(page).getByText('https://blog.example/posts/undone-at-once').waitFor();
          await dialog(page)
            .getByRole('checkbox', { name: /Send to 1 subscriber/ })
            .check();
          const draft = await readAll('undone-at-once');
          await confirmButton(page).click();
          await done(page).getByText('Published:').waitFor();
          expect(await statusOf('undone-at-once')).to.equal(200);
          await done(page).getByText('feed readers and webhooks may already have read it').waitFor();
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          await done(page).getByRole('button', { name: /^Undo/ }).press('Enter');
          await says(page, 'Undone at');
          expect(await done(page).count()).to.equal(0);
          expect(await statusOf('undone-at-once')).to.equal(404);
          const { version: _, updated_at: __, ...after } = await readAll('undone-at-once');
          expect(after).to.deep.include({ id: draft.id, status: 'draft', content: draft.content, title: draft.title });
          expect((await use().admin('GET', '/api/posts/undone-at-once/mailing')).body.mailing).to.equal(null);
          await passTime(use(), BEFORE_MAILING * 2);
          expect((await use().admin('GET', '/api/admin/jobs')).body.total).to.equal(0);
          expect(smtp.mails).to.have.length(0);
        }),
      );

      it(
        'says what an update changes; undo brings back the public text and the working copy, on a phone',
        signedIn(
          async ({ open, page }) => {
            await write(use(), { id: 'known', title: 'Known', content: 'As it was.' });
            await open('/admin/posts/known');
            await editorOn(page).text.fill('As it will be.');
            await editorOn(page).update.click();
            const changes = dialog(page).getByRole('region', { name: 'What changes' });
            await changes.getByText('Text', { exact: true }).waitFor();
            await changes.getByText('Show the changes').click();
            await changes.getByText('As it was.').first().waitFor();
            expect(await accessibilityProblems(page)).to.deep.equal([]);
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
            await confirmButton(page).click();
            await done(page).getByText('Updated:').waitFor();
            expect((await readAll('known')).content).to.equal('As it will be.');
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
            await done(page).getByRole('button', { name: /^Undo/ }).click();
            await done(page).waitFor({ state: 'detached' });
            expect((await readAll('known')).content).to.equal('As it was.');
            const { body } = await use().admin('GET', '/api/posts/known/working-copy');
            expect(body.workingCopy.fields).to.include({ content: 'As it will be.' });
            expect(await markdownOn(page)).to.equal('As it will be.');
            await publishWith(editorOn(page).update);
            await done(page).getByText('Updated:').waitFor();
          },
          { viewport: { width: 375, height: 800 }, colorScheme: 'dark' },
        ),
      );

      it(
        'undoes an update of a protected post, also one with a new password, which the next update sets',
        signedIn(async ({ open, page }) => {
          const [old, fresh] = ['the old password', 'the new password'];
          const textWith = async (password: string) =>
            decryptPost((await readAll('sealed')).enc, password).catch(() => null);
          await write(use(), { id: 'sealed', title: 'Sealed', content: 'As it was.', password: old });
          await open('/admin/posts/sealed');
          await page.getByLabel('Password of the post').fill(old);
          await page.getByRole('button', { name: 'Open', exact: true }).click();
          await editorOn(page).text.fill('As it will be.');
          await publishWith(editorOn(page).update);
          await done(page).getByRole('button', { name: /^Undo/ }).click();
          await done(page).waitFor({ state: 'detached' });
          expect(await textWith(old)).to.equal('As it was.');
          expect(await markdownOn(page)).to.equal('As it will be.');

          await page.getByRole('button', { name: 'Post settings' }).click();
          await page.getByRole('button', { name: 'Change password' }).click();
          await page.getByLabel('Password of the post').fill(fresh);
          await page.getByLabel('Repeat the password').fill(fresh);
          await page.getByRole('button', { name: 'Encrypt' }).click();
          await publishWith(editorOn(page).update);
          await done(page).waitFor();
          expect(await textWith(fresh)).to.equal('As it will be.');
          await done(page).getByRole('button', { name: /^Undo/ }).click();
          await done(page).waitFor({ state: 'detached' });
          expect([await textWith(old), await textWith(fresh)]).to.deep.equal(['As it was.', null]);
          await publishWith(editorOn(page).update);
          await done(page).waitFor();
          expect([await textWith(old), await textWith(fresh)]).to.deep.equal([null, 'As it will be.']);

          await page.getByLabel('Encrypted').click({ force: true });
          await publishWith(editorOn(page).update);
          await done(page).getByRole('button', { name: /^Undo/ }).click();
          await done(page).waitFor({ state: 'detached' });
          expect(await textWith(fresh)).to.equal('As it will be.');
        }),
      );
    },
    { env, filled: false },
  );
});
