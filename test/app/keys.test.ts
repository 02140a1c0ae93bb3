import { expect } from 'chai';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { newKey } from '../support/keys.ts';
import { PASSWORD } from '../support/service.ts';
import { startOver } from '../support/sessions.ts';

describeAdmin("API keys in the administrator's app", ({ use, signedIn }) => {
  const keys = async () => (await use().admin('GET', '/api/admin/keys')).body.keys as Record<string, unknown>[];

  it(
    'are created, shown once, listed with their last use, and revoked after a confirmation',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=account');
      const create = page.getByRole('button', { name: 'Create a key' });
      await create.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Static site');
      await dialog.getByRole('checkbox', { name: 'read' }).check();
      await dialog.getByRole('checkbox', { name: 'drafts' }).check();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await dialog.getByRole('button', { name: 'Create a key' }).click();
      const secret = await dialog.getByLabel('Key', { exact: true }).inputValue();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      expect((await use().call('GET', '/api/admin/posts', { token: secret })).status).to.equal(200);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.content()).to.not.include(secret);

      const [key] = await keys();
      expect(key).to.include({ name: 'Static site', hint: `${secret.slice(0, 8)}…` });
      expect(key!['scopes']).to.deep.equal(['read', 'drafts']);
      await page.reload();
      const list = page.getByRole('list', { name: 'API keys' });
      const row = list.getByRole('listitem').filter({ hasText: 'Static site' });
      await row.getByText('Last used').waitFor();
      expect(await row.innerText())
        .to.include(String(key!['hint']))
        .and.include('Expires in 3 months');
      expect(await accessibilityProblems(page)).to.deep.equal([]);

      await row.getByRole('button', { name: 'Revoke the key: Static site' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'detached' });
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await hasFocus(list)).to.equal(true);
      expect(await keys()).to.deep.equal([]);
    }),
  );

  it(
    'survive a change of the password, which offers to revoke them all',
    signedIn(async ({ open, page }) => {
      await newKey(use(), 'read');
      await newKey(use(), 'media');
      await open('/admin/settings?part=account');
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByLabel('New password').fill('another horse battery');
      await page.getByLabel('Repeat the password').fill('another horse battery');
      await page.getByRole('button', { name: 'Change the password' }).click();
      await page.getByText('Your API keys are still valid.').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.getByRole('button', { name: 'Revoke all keys' }).click();
      await page.getByText('No keys yet.').waitFor();
      use().token = await startOver(use());
      expect(await keys()).to.deep.equal([]);
    }),
  );

  it(
    'fit a screen of 375 px',
    signedIn(
      async ({ open, page }) => {
        await newKey(use(), 'read', 'drafts', 'posts', 'comments', 'media', 'transfer', 'events');
        await open('/admin/settings?part=account');
        await page.getByRole('button', { name: /^Revoke the key/ }).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(375);
      },
      { viewport: { width: 375, height: 700 } },
    ),
  );
});
