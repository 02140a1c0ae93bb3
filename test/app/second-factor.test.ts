import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { PASSWORD } from '../support/service.ts';
import { startOver } from '../support/sessions.ts';

const inside = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').click();
}

/** Chromium's virtual authenticator with a fingerprint. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** From the client IP of the browser. */
function sendPassword(site: string, password: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${site}/api/admin/login`, { method: 'POST', headers, body: JSON.stringify({ password }) });
}

describeAdmin("second factors in the administrator's app", ({ use, signedIn, stranger }) => {
  afterEach(async () => {
    const { kysely } = use().database;
    for (const table of ['totp', 'recovery_codes', 'passkeys', 'login_challenges'] as const)
      await kysely.deleteFrom(table).execute();
    use().token = await startOver(use());
  });

  it(
    'set up an authenticator app, show the recovery codes once, and ask for a code',
    signedIn(async ({ open, page, expectProblem }) => {
      const now = () => use().clock.now();
      await open('/admin/settings?part=account');
      await button(page, 'Set up an authenticator app').click();
      const section = page.getByRole('region', { name: 'Authenticator app' });
      await section.getByLabel('Current password').fill(PASSWORD);
      await button(page, 'Set up an authenticator app').click();
      await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      const secret = await section.locator('code').innerText();
      const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() });
      await section.getByLabel('Code', { exact: true }).fill(code());
      await button(page, 'Turn on').click();
      const codes = page.getByRole('group', { name: 'Recovery codes' }).getByRole('listitem');
      await codes.first().waitFor();
      expect(await codes.count()).to.equal(10);
      const recovery = await codes.first().innerText();
      await button(page, 'I have kept them').click();
      await section.getByText('On. Unused recovery codes: 10').waitFor();
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await signIn(page);
      await expectProblem(/401/);
      await page.getByLabel('Code', { exact: true }).fill(recovery);
      await button(page, 'Sign in').click();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      await section.getByText('On. Unused recovery codes: 9').waitFor();
      use().clock.advance(30_000);
      await button(page, 'Renew the recovery codes').click();
      await section.getByLabel('Code', { exact: true }).fill(code());
      await button(page, 'Renew the recovery codes').click();
      await codes.first().waitFor();
      expect(await codes.allInnerTexts())
        .to.have.length(10)
        .and.not.include(recovery);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await button(page, 'I have kept them').click();
      await section.getByText('On. Unused recovery codes: 10').waitFor();
    }),
  );

  it(
    'ask for a proof and then go on',
    signedIn(async ({ open, page, expectProblem }) => {
      const { admin, clock } = use();
      const { body } = await admin('POST', '/api/admin/totp', { password: PASSWORD });
      const code = () => new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: clock.now() });
      await admin('POST', '/api/admin/totp/confirm', { code: code() });
      clock.advance(10 * 60_000);
      await open('/admin/settings?part=account');
      await button(page, 'Create a key').click();
      const dialog = page.getByRole('dialog', { name: 'Create a key' });
      await dialog.getByLabel('Name').fill('Robot');
      await dialog.getByLabel('read', { exact: true }).check();
      await dialog.getByRole('button', { name: 'Create a key' }).click();
      const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await proof.getByLabel('Current password').fill(PASSWORD);
      await proof.getByLabel('Code', { exact: true }).fill(code());
      await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
      await expectProblem(/403/);
      await page.locator('input[value^="oct_"]').waitFor();
    }),
  );

  it(
    'register passkeys and sign in with one while wrong passwords lock the sign-in, until it is removed',
    stranger(async ({ page, expectProblem }) => {
      const site = new URL(use().url).origin.replace('127.0.0.1', 'localhost');
      await use().admin('PUT', '/api/admin/settings', { siteUrl: site });
      await addAuthenticator(page);
      await page.goto(`${site}/admin/settings?part=account`);
      await signIn(page);
      const section = page.getByRole('region', { name: 'Passkeys' });
      await section.getByLabel('Name of the passkey').fill('Laptop');
      await button(page, 'Add a passkey').click();
      await section.getByText('For localhost').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      for (let time = 0; time < 6; time++) await sendPassword(site, 'wrong');
      expect((await sendPassword(site, PASSWORD)).status).to.equal(429);
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${site}/admin`);
      await button(page, 'Use a passkey').click();
      await inside(page).waitFor();
      await page.goto(`${site}/admin/settings?part=account`);
      await button(page, 'Remove the passkey Laptop').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await section.getByText('No passkeys yet.').waitFor();
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${site}/admin`);
      await button(page, 'Use a passkey').click();
      await page.getByRole('alert').getByText('passkey').waitFor();
      await expectProblem(/401/);
      await use().admin('PUT', '/api/admin/settings', { siteUrl: '' });
      await expectProblem(/^foreign request: http:\/\/localhost/);
    }),
  );
});

describeAdmin(
  'a required second factor in the app',
  ({ stranger }) => {
    it(
      'is set up before anything else',
      stranger(async ({ open, page, expectProblem }) => {
        await open('/admin');
        await signIn(page);
        await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
        await expectProblem(/403/);
        await button(page, 'Set up an authenticator app').waitFor();
      }),
    );
  },
  { filled: false, env: { SECOND_FACTOR_REQUIRED: 'true' } },
);
