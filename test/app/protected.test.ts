import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { allStored, editorOn, keptInDatabase, says, showsText, typeAtEnd, publishWith } from '../support/editor.ts';
import { read, write } from '../support/posts.ts';
import { until } from '../support/until.ts';

describeAdmin(
  'the text of a protected post on the device',
  ({ use, signedIn }) => {
    const NEEDLE = 'needle-in-the-hay';
    const PASSPHRASE = 'a long passphrase';
    const unlock = async (page: Page) => {
      await page.getByLabel('Password of the post').fill(PASSPHRASE);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      await editorOn(page).text.waitFor();
    };

    it(
      'is stored only encrypted, and restored after a crash',
      signedIn(async ({ open, page, context }) => {
        const id = await write(use(), { title: 'Sealed', content: 'Hidden.', password: PASSPHRASE, status: 'draft' });
        await open(`/admin/posts/${id}`);
        await unlock(page);
        await typeAtEnd(page, ` ${NEEDLE}`);
        await says(page, 'Stored on this device, encrypted');
        const stored = await allStored(page);
        for (const secret of [NEEDLE, 'Hidden.', PASSPHRASE]) expect(stored).to.not.include(secret);
        await page.close();
        const again = await context.newPage();
        await again.goto(`/admin/posts/${id}`);
        await unlock(again);
        await again.getByRole('button', { name: 'Restore' }).click();
        await showsText(again, `Hidden. ${NEEDLE}`);
        await says(again, 'Stored on this device, encrypted');
        expect(await allStored(again)).to.not.include(NEEDLE);
        await publishWith(editorOn(again).publish);
        await says(again, 'Published at');
        await until(async () => Object.keys(await keptInDatabase(again)).length === 0);
        expect(await allStored(again)).to.not.include(NEEDLE);
      }),
    );

    it(
      'is offered after the deletion of its draft was undone',
      signedIn(async ({ open, page }) => {
        const id = await write(use(), { title: 'Spared', content: 'Hidden.', password: PASSPHRASE, status: 'draft' });
        await open(`/admin/posts/${id}`);
        await unlock(page);
        await typeAtEnd(page, ` ${NEEDLE}`);
        await says(page, 'Stored on this device, encrypted');
        await page.keyboard.type(' More.');
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Undo' }).click();
        await page.getByRole('link', { name: 'Spared' }).click();
        await unlock(page);
        await page.getByRole('button', { name: 'Restore' }).click();
        await showsText(page, `Hidden. ${NEEDLE} More.`);
      }),
    );

    it(
      'that was to be protected is opened with the new password, and stays protected',
      signedIn(async ({ open, page, context }) => {
        const id = await write(use(), { title: 'Soon sealed', content: 'Open.', status: 'draft' });
        await open(`/admin/posts/${id}`);
        await page.getByRole('button', { name: 'Post settings' }).click();
        await page.getByLabel('Encrypted').click({ force: true });
        await page.getByLabel('Password of the post').fill(PASSPHRASE);
        await page.getByLabel('Repeat the password').fill(PASSPHRASE);
        await page.getByRole('button', { name: 'Encrypt' }).click();
        await typeAtEnd(page, ` ${NEEDLE}`);
        await says(page, 'Stored on this device, encrypted');
        await until(async () => Object.keys(await keptInDatabase(page)).length === 1);
        expect(await allStored(page)).to.not.include(NEEDLE);
        await page.close();
        const again = await context.newPage();
        await again.goto(`/admin/posts/${id}`);
        const dialog = again.getByRole('dialog', { name: 'Unsaved text found' });
        await dialog.getByLabel('Password of the post').fill('another one');
        await dialog.getByRole('button', { name: 'Open' }).click();
        await dialog.getByText('Wrong password.').waitFor();
        await dialog.getByLabel('Password of the post').fill(PASSPHRASE);
        await dialog.getByRole('button', { name: 'Open' }).click();
        await again.getByRole('button', { name: 'Restore' }).click();
        await showsText(again, `Open. ${NEEDLE}`);
        await says(again, 'Stored on this device, encrypted');
        await publishWith(editorOn(again).publish);
        await says(again, 'Published at');
        expect(await read(use(), id)).to.include({ protected: 1, content: '' });
      }),
    );
  },
  { filled: false },
);
