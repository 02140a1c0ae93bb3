import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { languageNames } from '../../shared/languages.ts';
import { deviceName } from '../../client/admin/ui/device-name.ts';
import { appTexts } from '../support/app-texts.ts';
import { callUrls, describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { PASSWORD } from '../support/service.ts';
import { login, newToken, startOver, statusOf } from '../support/sessions.ts';

const PARTS = ['site', 'design', 'navigation', 'comments', 'account', 'transfer', 'privacy'];

describeAdmin("settings in the administrator's app", ({ use, signedIn }) => {
  const stored = async () => (await use().admin('GET', '/api/admin/settings')).body;
  const put = (settings: object) => use().admin('PUT', '/api/admin/settings', settings);
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });

  it(
    'saves a part, reports it, and shows the new title in the navigation',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings');
      await title(page).fill('  A new name ');
      await page.getByLabel('Author').fill('Ann');
      await page.getByLabel('Posts in a feed').fill('7');
      await page.getByLabel('Contact for security reports').fill('mailto:ann@blog.example');
      await save(page);
      await saved(page);
      await page.getByRole('navigation').getByText('A new name').waitFor();
      expect(await title(page).inputValue()).to.equal('A new name');
      expect(await stored()).to.include({
        title: 'A new name',
        author: 'Ann',
        feedItems: 7,
        securityContact: 'mailto:ann@blog.example',
      });
    }),
  );

  it(
    'shows the HTML for comments on other pages, with the address of the site',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=comments');
      const snippet = page.getByRole('textbox', { name: 'Comments on other pages' });
      const url = (await stored()).siteUrl || new URL(use().url).origin;
      expect(await snippet.inputValue()).to.equal(
        `<script type="module" src="${url}/embed.js"></script>\n<octavo-comments post="id"></octavo-comments>`,
      );
    }),
  );

  it(
    'validates before sending, and focuses the first invalid field',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings');
      const before = await stored();
      await title(page).fill(' ');
      await page.getByLabel('Description').fill('x'.repeat(501));
      await page.getByLabel('Site address').fill('https://blog.example/a%20path');
      await page.getByLabel('Preview links are valid for').fill('31');
      await page.getByLabel('Posts in a feed').fill('');
      await page.getByLabel('Contact for security reports').fill('ann@blog.example');
      await save(page);
      await page.getByText('This field is required.').waitFor();
      expect(await hasFocus(title(page))).to.equal(true);
      for (const sentence of [
        'Maximum 500 characters; currently 501.',
        'Enter a URL such as https://blog.example or https://example.org/blog.',
        'Enter a whole number from 1 to 30.',
        'Enter a whole number from 1 to 100.',
        'Enter a URI that begins with mailto: or https:.',
      ]) {
        await page.getByText(sentence, { exact: true }).waitFor();
      }
      expect(await stored()).to.deep.equal(before);
      await title(page).fill('Right');
      await page.getByText('This field is required.').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Discard changes' }).click();
    }),
  );

  it(
    'shows the message of the service at its field on an error, and reverts the optimistic update',
    signedIn(async ({ open, page, expectProblem }) => {
      await open('/admin/settings');
      const before = await stored();
      // Normalization (NFC) in the service turns each into three characters.
      const long = '\ufb2c'.repeat(100);
      await title(page).fill(long);
      await save(page);
      await page.getByText('Must have at most 200 characters, but has 300.', { exact: true }).waitFor();
      expect(await title(page).getAttribute('aria-invalid')).to.equal('true');
      expect(await title(page).inputValue()).to.equal(long);
      await page.getByRole('navigation').getByText(before.title, { exact: true }).waitFor();
      expect(await stored()).to.deep.equal(before);
      await expectProblem(/400/);
      await page.getByRole('button', { name: 'Discard changes' }).click();
      expect(await title(page).inputValue()).to.equal(before.title);
    }),
  );

  it(
    'marks unsaved changes, and keeps them while another part or screen is shown',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings');
      const tab = page.getByRole('tab', { name: 'Site' });
      expect(await tab.getByRole('img', { name: 'Unsaved changes' }).count()).to.equal(0);
      await title(page).fill('Typed');
      await tab.getByRole('img', { name: 'Unsaved changes' }).waitFor();
      await page.getByRole('tab', { name: 'Comments' }).click();
      await page.getByRole('radio', { name: 'None' }).waitFor();
      expect(new URL(page.url()).searchParams.get('part')).to.equal('comments');
      await tab.click();
      expect(await title(page).inputValue()).to.equal('Typed');
      await page.getByRole('link', { name: 'Posts' }).click();
      await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
      await page.getByRole('link', { name: 'Settings' }).click();
      expect(await title(page).inputValue()).to.equal('Typed');
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await tab.getByRole('img').waitFor({ state: 'detached' });
    }),
  );

  it(
    'warns when the site address differs from the one in use, and offers to use that',
    signedIn(async ({ open, page }) => {
      await put({ siteUrl: 'https://elsewhere.example' });
      await open('/admin/settings');
      const { origin } = new URL(page.url());
      await page.getByText(`You are currently using a different address: ${origin}.`).waitFor();
      await page.getByRole('button', { name: `Use ${origin}` }).click();
      expect(await page.getByLabel('Site address').inputValue()).to.equal(origin);
      await save(page);
      await saved(page);
      expect(await page.getByText('You are currently using').count()).to.equal(0);
      expect((await stored()).siteUrl).to.equal(origin);
      await put({ siteUrl: '' });
      await page.reload();
      await page.getByText(`Not set yet. You are currently using ${origin}.`).waitFor();
    }),
  );

  it(
    'does not mention the environment when an edited address is discarded',
    signedIn(async ({ open, page }) => {
      await put({ siteUrl: '' });
      await open('/admin/settings');
      await page.getByLabel('Site address').fill('https://typed.example');
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByLabel('Author').fill('Bea');
      await save(page);
      await saved(page);
      await page.getByText('Not set yet.').waitFor();
      expect(await page.getByText('SITE_URL').count()).to.equal(0);
    }),
  );

  it(
    'shows the current language when another choice is discarded',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings');
      const choice = page.getByRole('combobox', { name: 'Language' });
      await choice.click();
      await page.getByRole('option', { name: 'Another language…' }).click();
      await page.getByLabel('Language tag').fill('it');
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByLabel('Language tag').waitFor({ state: 'detached' });
      expect(await choice.inputValue()).to.equal('English');
    }),
  );

  it(
    'rejects a fraction with a message instead of changing the number',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings');
      const items = page.getByLabel('Posts in a feed');
      const before = await stored();
      for (const typed of ['1.5', '1,5']) {
        await items.fill('');
        await items.pressSequentially(typed);
        expect(await items.inputValue()).to.equal('1.5');
        await save(page);
        await page.getByText('Enter a whole number from 1 to 100.').waitFor();
        expect(await items.getAttribute('aria-invalid')).to.equal('true');
      }
      expect(await stored()).to.deep.equal(before);
      await items.fill('15');
      await save(page);
      await saved(page);
      expect((await stored()).feedItems).to.equal(15);
    }),
  );

  it(
    'gives the error of a number one line',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings');
      for (const text of ['Preview links are valid for (days)', 'How long a link gives access to a draft']) {
        const lines = await page.getByText(text).evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getClientRects().length;
        });
        expect(lines, text).to.equal(1);
      }
    }),
  );

  it(
    'translates errors: a wrong password, too many attempts, other codes',
    signedIn(async ({ open, page, expectProblem }) => {
      await put({ language: 'de' });
      try {
        await open('/admin/settings?part=account');
        await page.getByLabel('Aktuelles Passwort').fill('wrong');
        await page.getByLabel('Neues Passwort').fill('another horse battery');
        await page.getByLabel('Passwort wiederholen').fill('another horse battery');
        const change = page.getByRole('button', { name: 'Passwort ändern' });
        await change.click();
        await page.getByText('Das aktuelle Passwort ist falsch.').waitFor();
        await expectProblem(/403/);
        for (const [status, code, sentence] of refusals) {
          await page.route(callUrls('admin.changePassword'), (route) => route.fulfill(refusal(status, code)));
          await change.click();
          await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
          await page.unroute(callUrls('admin.changePassword'));
          await expectProblem(new RegExp(String(status)));
        }
        await page.route(callUrls('admin.changePassword'), (route) => route.abort());
        await change.click();
        await page.getByRole('alert').filter({ hasText: 'Der Dienst ist nicht erreichbar.' }).waitFor();
        await expectProblem(/ERR_FAILED/);
      } finally {
        await put({ language: 'en' });
      }
    }),
  );

  it(
    'reports an unreachable service without naming a URL to check, and keeps exact messages otherwise',
    signedIn(async ({ open, page, expectProblem }) => {
      await open('/admin/settings');
      await page.getByLabel('Author').fill('Cleo');
      await page.route(callUrls('settings.update'), (route) => route.abort());
      await save(page);
      const alert = page.getByRole('alert');
      await alert.getByText('The service cannot be reached. Try again in a moment.', { exact: true }).waitFor();
      await expectProblem(/ERR_FAILED/);
      await page.unroute(callUrls('settings.update'));
      await page.route(callUrls('settings.update'), (route) => route.fulfill(refusal(429, 'RATE_LIMITED')));
      await save(page);
      await alert.getByText('The exact words of the service.', { exact: true }).waitFor();
      await expectProblem(/429/);
      await page.getByRole('button', { name: 'Discard changes' }).click();
    }),
  );

  it(
    'offers eight languages by their own names, and switches at once',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings');
      await page.getByRole('combobox', { name: 'Language' }).click();
      const names = await page.getByRole('option').allInnerTexts();
      expect(names.slice(0, 8).join()).to.equal('English,العربية,Deutsch,Español,Français,עברית,日本語,简体中文');
      await page.getByRole('option', { name: 'Deutsch' }).click();
      await save(page);
      await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
      await page.getByRole('status').filter({ hasText: 'Gespeichert.' }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).to.equal('de');
      await put({ language: 'en' });
    }),
  );

  it(
    'accepts any other language by its tag',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings');
      await page.getByRole('combobox', { name: 'Language' }).click();
      await page.getByRole('option', { name: 'Another language…' }).click();
      const tag = page.getByLabel('Language tag');
      await tag.fill('not a tag');
      await save(page);
      await page.getByText('Enter a language tag such as it or pt-BR.').waitFor();
      await tag.fill('pt-BR');
      await save(page);
      await saved(page);
      expect((await stored()).language).to.equal('pt-BR');
      await page.reload();
      expect(await tag.inputValue()).to.equal('pt-BR');
      await put({ language: 'en' });
    }),
  );

  it(
    'finds a time zone by a part of its name',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings');
      const zone = page.getByRole('combobox', { name: 'Time zone' });
      await zone.fill('new york');
      await page.getByRole('option', { name: 'America/New York' }).click();
      await save(page);
      await saved(page);
      expect((await stored()).timeZone).to.equal('America/New_York');
      await page.getByText(/The current time there is \d+:\d\d.[AP]M/).waitFor();
    }),
  );

  it(
    'sets who may comment and what needs approval',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=comments');
      await page.getByRole('switch', { name: 'Allow comments' }).click();
      await page.getByRole('radio', { name: 'The first by each author' }).check();
      await save(page);
      await saved(page);
      expect(await stored()).to.include({ commentsEnabled: false, commentModeration: 'first' });
    }),
  );

  it(
    'changes the password: a wrong one is an error at its field, and all other sessions end',
    signedIn(async ({ open, page, expectProblem }) => {
      const other = await newToken(use());
      await open('/admin/settings?part=account');
      const current = page.getByLabel('Current password');
      const change = page.getByRole('button', { name: 'Change the password' });
      await current.fill('wrong');
      await page.getByLabel('New password').fill('another horse battery');
      await page.getByLabel('Repeat the password').fill('another horse');
      await change.click();
      await page.getByText('The passwords do not match').waitFor();
      await page.getByLabel('Repeat the password').fill('another horse battery');
      await change.click();
      await page.getByText('The current password is wrong.').waitFor();
      expect(await current.getAttribute('aria-invalid')).to.equal('true');
      await expectProblem(/403/);
      await current.fill(PASSWORD);
      await page.getByLabel('Repeat the password').press('Enter');
      await page.getByRole('status').filter({ hasText: 'The password has been changed.' }).waitFor();
      expect(await current.inputValue()).to.equal('');
      expect((await login(use(), 'another horse battery')).status).to.equal(200);
      expect(await statusOf(use(), other)).to.equal(401);
      use().token = await startOver(use());
    }),
  );

  it(
    'lists the sessions, marks the current one, and ends another after a confirmation',
    signedIn(async ({ open, page }) => {
      await use().call('POST', '/api/admin/login', {
        body: { password: PASSWORD },
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      });
      await open('/admin/settings?part=account');
      const rows = page.getByRole('listitem');
      await rows.filter({ hasText: 'This session' }).getByText('Last used').waitFor();
      const other = rows.filter({ hasText: 'Firefox on Linux' });
      const end = other.getByRole('button', { name: 'End the session: Firefox on Linux' });
      await end.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await hasFocus(end)).to.equal(true);
      await end.click();
      await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
      const over = page.getByRole('status').filter({ hasText: 'The session has ended.' });
      await over.waitFor();
      await other.waitFor({ state: 'detached' });
      // The message disappears with the next action.
      await over.waitFor({ state: 'detached' });
      const { body } = await use().admin('GET', '/api/admin/sessions');
      expect(body.sessions.map(({ device }: { device: string }) => device)).to.not.include('Firefox on Linux');
    }),
  );

  it(
    'signs out when the current session is ended',
    signedIn(async ({ open, page }) => {
      await open('/admin/settings?part=account');
      const own = page.getByRole('listitem').filter({ hasText: 'This session' });
      await own.getByRole('button', { name: /^End the session/ }).click();
      await page.getByRole('dialog').getByText('You are using this session now').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    }),
  );

  it(
    'is accessible',
    signedIn(async ({ open, page }) => {
      for (const part of PARTS) {
        await open(`/admin/settings?part=${part}`);
        await page.getByRole('tabpanel').getByRole('button').first().waitFor();
        expect(await accessibilityProblems(page, { turned: true }), part).to.deep.equal([]);
      }
      await open('/admin/settings');
      await title(page).fill('');
      await save(page);
      await page.getByText('This field is required.').waitFor();
      expect(await accessibilityProblems(page), 'with a problem').to.deep.equal([]);
      await page.getByRole('button', { name: 'Discard changes' }).click();
    }),
  );

  it(
    'focuses the list after a session was ended by an accessible dialog',
    signedIn(async ({ open, page }) => {
      await newToken(use());
      await open('/admin/settings?part=account');
      const list = page.getByRole('list', { name: 'Open sessions' });
      await list.getByRole('listitem').filter({ hasText: 'This session' }).waitFor();
      const before = await list.getByRole('listitem').count();
      await list.getByRole('listitem').filter({ hasNotText: 'This session' }).first().getByRole('button').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'End' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await dialog.getByRole('button', { name: 'End' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await list.getByRole('listitem').count()).to.equal(before - 1);
      expect(await hasFocus(list)).to.equal(true);
    }),
  );

  it(
    'shows the whole button that ends a session at 375 pixels, in German too',
    signedIn(
      async ({ open, page }) => {
        await put({ language: 'de' });
        await open('/admin/settings?part=account');
        const label = page.getByText('Beenden', { exact: true }).first();
        await label.waitFor();
        expect(await label.evaluate((text) => text.scrollWidth - text.clientWidth)).to.equal(0);
        await put({ language: 'en' });
      },
      { viewport: { width: 375, height: 700 } },
    ),
  );

  it(
    'fits a screen of 375 pixels in every language',
    signedIn(
      async ({ open, page }) => {
        for (const language of languageNames) {
          await put({ language });
          await open('/admin/settings');
          const tabs = page.getByRole('tab');
          await tabs.first().waitFor();
          for (const tab of await tabs.all()) {
            await tab.click();
            const name = await tab.innerText();
            await page.getByRole('tabpanel', { name, exact: true }).getByRole('button').first().waitFor();
            const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            expect(tooWide, `${language} ${name}`).to.be.at.most(0);
          }
        }
        await put({ language: 'en' });
      },
      { viewport: { width: 375, height: 700 } },
    ),
  );
});

describeAdmin(
  'settings with the site address from the environment',
  ({ signedIn }) => {
    it(
      'shows that the address is fixed',
      signedIn(async ({ open, page }) => {
        await open('/admin/settings');
        await page.getByLabel('Site address').fill('http://other.example');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('by the environment variable SITE_URL').waitFor();
        expect(await page.getByLabel('Site address').inputValue()).to.equal('http://blog.example');
      }),
    );
  },
  { filled: false, env: { SITE_URL: 'http://blog.example' } },
);

/** Errors by status and code, and their German messages. */
const refusals = [
  [429, 'RATE_LIMITED', 'Zu viele Versuche; versuchen Sie es in 42 Sekunden erneut.'],
  [412, 'PRECONDITION_FAILED', 'Der Inhalt wurde inzwischen geändert; laden Sie ihn neu.'],
  [413, 'PAYLOAD_TOO_LARGE', 'Das ist zu groß für den Dienst.'],
  [500, 'INTERNAL_SERVER_ERROR', 'Im Dienst ist ein Fehler aufgetreten; versuchen Sie es später erneut.'],
  [503, 'SERVICE_UNAVAILABLE', 'Der Dienst ist ausgelastet; versuchen Sie es in Kürze erneut.'],
] as const;

/** A response of the service to one native tRPC call. */
function refusal(status: number, reason: string) {
  const json = {
    message: 'The exact words of the service.',
    code: -32000,
    data: { code: reason, httpStatus: status, reason, retryAfter: 42 },
  };
  return { status, contentType: 'application/json', body: JSON.stringify([{ error: { json } }]) };
}

describe('the name of a device', () => {
  it('is translated', () => {
    expect(deviceName('Firefox on Linux', appTexts('ja'))).to.equal('Linux の Firefox');
    expect(deviceName('Samsung Internet on Android', appTexts('de'))).to.equal('Samsung Internet auf Android');
    expect(deviceName('Unknown device', appTexts('de'))).to.equal('Unbekanntes Gerät');
    expect(deviceName('curl', appTexts('de'))).to.equal('curl');
  });
});
