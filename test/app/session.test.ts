import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { languageNames } from '../../shared/languages.ts';
import { callUrls, describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems, BOTH_DIRECTIONS } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { editorOn, keptOn, typeAtEnd, typeUnstorable } from '../support/editor.ts';
import { read, write } from '../support/posts.ts';
import { SAMPLE } from '../support/sample-posts.ts';
import { PASSWORD, type TestService } from '../support/service.ts';
import { newToken, setMustChange, startOver, statusOf } from '../support/sessions.ts';

const door = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' });
const inside = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' });

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Deletes all sessions. */
async function endSessions({ database }: TestService): Promise<void> {
  await database.kysely.deleteFrom('sessions').execute();
}

/** In the page: whatever waits for more than five seconds waits for an hour. */
function slowDown(): void {
  const { setTimeout } = window;
  window.setTimeout = ((act: () => void, delay = 0) =>
    setTimeout(act, delay > 5000 ? 3_600_000 : delay)) as typeof window.setTimeout;
}

describeAdmin("sessions of the administrator's app", ({ use, signedIn, stranger }) => {
  afterEach(async () => {
    use().token = await startOver(use());
  });

  it(
    'shows an error for a wrong password, and opens the requested screen after the right one',
    stranger(async ({ open, page, expectProblem }) => {
      await open('/admin/settings?part=comments');
      await door(page).waitFor();
      expect(await hasFocus(page.getByLabel('Password', { exact: true }))).to.equal(true);
      await signIn(page, 'wrong');
      await page.getByRole('alert').filter({ hasText: 'The password is wrong.' }).waitFor();
      await expectProblem(/401/);
      await signIn(page, PASSWORD);
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      expect(await page.getByRole('tab', { name: 'Comments' }).getAttribute('aria-selected')).to.equal('true');
    }),
  );

  it(
    'shows the errors in the language of the site',
    stranger(async ({ open, page, expectProblem }) => {
      await use().admin('PUT', '/api/admin/settings', { language: 'ja' });
      try {
        await open('/admin');
        const password = page.getByLabel('パスワード', { exact: true });
        await password.fill('wrong');
        await password.press('Enter');
        await page.getByRole('alert').filter({ hasText: 'パスワードが正しくありません。' }).waitFor();
        await expectProblem(/401/);
        await page.route(callUrls('admin.login'), (route) => route.abort());
        await password.press('Enter');
        await page.getByRole('alert').filter({ hasText: 'サービスに接続できません。' }).waitFor();
        await expectProblem(/ERR_FAILED/);
      } finally {
        await use().admin('PUT', '/api/admin/settings', { language: 'en' });
      }
    }),
  );

  it(
    'counts down after five wrong passwords, and allows the next attempt at the end',
    stranger(async ({ open, page, expectProblem }) => {
      await page.clock.install();
      await open('/admin');
      for (let failure = 1; failure <= 5; failure++) {
        await signIn(page, `wrong ${failure}`);
        await page.getByRole('alert').filter({ hasText: 'The password is wrong.' }).waitFor();
        await expectProblem(/401/);
      }
      await signIn(page, PASSWORD);
      const wait = page.getByRole('button', { name: /^Try again in/ });
      await wait.waitFor();
      await expectProblem(/429/);
      await page.getByText('To unlock it now, run “octavo admin unlock” on the server').waitFor();
      expect(await page.getByLabel('Setup key').count()).to.equal(0);
      expect(await wait.innerText()).to.match(/^Try again in (?:15:00|14:5\d)$/);
      expect(await wait.isDisabled()).to.equal(true);
      await page.clock.runFor(60_000);
      expect(await wait.innerText()).to.match(/^Try again in (?:14:00|13:\d\d)$/);
      expect(await page.getByRole('alert').count()).to.equal(1);
      use().clock.advance(15 * 60_000);
      await page.clock.runFor(14 * 60_000 + 1000);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(await page.getByRole('alert').count()).to.equal(0);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await inside(page).waitFor();
    }),
  );

  it(
    'requires a change of the generated password first',
    stranger(async ({ open, page, expectProblem }) => {
      await setMustChange(use(), true);
      await open('/admin');
      await signIn(page, PASSWORD);
      await page.getByRole('heading', { level: 1, name: 'Change the password' }).waitFor();
      // After a reload, the app finds out with its first call.
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Change the password' }).waitFor();
      await expectProblem(/403/);
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByLabel('New password').fill('short');
      await page.getByLabel('Repeat the password').fill('short');
      await page.getByRole('button', { name: 'Change the password' }).click();
      await page.getByText('The password must have at least 8 characters.').waitFor();
      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByLabel('Repeat the password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Change the password' }).click();
      await page.getByText('The new password must differ from the current one.').waitFor();
      await expectProblem(/400/);
      await page.getByLabel('New password').fill('a password of my own');
      await page.getByLabel('Repeat the password').fill('a password of my own');
      await page.getByRole('button', { name: 'Change the password' }).click();
      await inside(page).waitFor();
    }),
  );

  it(
    'focuses the first field when the generated password has to be changed',
    stranger(async ({ open, page, expectProblem }) => {
      await setMustChange(use(), true);
      await open('/admin');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Change the password' }).waitFor();
      expect(await hasFocus(page.getByLabel('Current password'))).to.equal(true);
      await expectProblem(/403/);
    }),
  );

  it(
    'asks for the password over the page when the session expires; input is kept and the call is retried',
    signedIn(async ({ open, page, expectProblem }) => {
      await open('/admin/settings');
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.fill('Typed before it ended');
      await endSessions(use());
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign in' });
      await dialog.getByText('your input is not lost').waitFor();
      await expectProblem(/401/);
      expect(await hasFocus(dialog.getByLabel('Password', { exact: true }))).to.equal(true);
      await page.keyboard.press('Escape');
      await signIn(page, 'wrong');
      await dialog.getByText('The password is wrong.').waitFor();
      await expectProblem(/401/);
      await signIn(page, PASSWORD);
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
      expect(await title.inputValue()).to.equal('Typed before it ended');
      expect((await use().call('GET', '/api/site')).body.title).to.equal('Typed before it ended');
    }),
  );

  for (const event of ['focus', 'visibilitychange']) {
    it(
      `notices the end of the session when the window gets focus (${event})`,
      signedIn(async ({ open, page, expectProblem }) => {
        await open('/admin');
        await inside(page).waitFor();
        await page.waitForLoadState('networkidle');
        await endSessions(use());
        await page.evaluate((name) => window.dispatchEvent(new Event(name)), event);
        await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
        await expectProblem(/401/);
        await signIn(page, PASSWORD);
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }),
    );
  }

  it(
    'signs out, also when the session has already ended',
    signedIn(async ({ open, page, expectProblem }) => {
      await open('/admin');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await door(page).waitFor();
      await signIn(page, PASSWORD);
      await inside(page).waitFor();
      await page.waitForLoadState('networkidle');
      await endSessions(use());
      await page.getByRole('button', { name: 'Sign out' }).click();
      await door(page).waitFor();
      await expectProblem(/401/);
      expect(await page.evaluate(() => localStorage.length)).to.equal(0);
    }),
  );

  it(
    'asks before signing out with unsaved changes that are not stored on this device',
    signedIn(async (visitor) => {
      const { page } = visitor;
      await typeUnstorable(visitor, ' Not saved.');
      await page.getByRole('button', { name: 'Sign out' }).click();
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
      await dialog.getByText('These changes are not stored on this device').waitFor();
      expect(await hasFocus(dialog.getByRole('button', { name: 'Stay' }))).to.equal(true);
      await dialog.getByRole('button', { name: 'Stay' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await editorOn(page).text.innerText()).to.contain('Not saved.');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await dialog.getByRole('button', { name: 'Sign out' }).click();
      await door(page).waitFor();
      expect(await statusOf(use(), use().token)).to.equal(401);
    }),
  );

  it(
    'keeps pending deletions when a sign-out is cancelled',
    signedIn(async (visitor) => {
      const { page, context } = visitor;
      const id = await write(use(), { title: 'Kept for now', status: 'draft' });
      await typeUnstorable(visitor, ' Not saved.');
      const list = await context.newPage();
      await list.goto('/admin/posts?search=Kept+for+now');
      await list.getByRole('checkbox', { name: 'Select “Kept for now”' }).check();
      for (const tab of [page, list]) await tab.evaluate(slowDown);
      await list.getByRole('button', { name: 'Delete', exact: true }).click();
      const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
      await undo.waitFor();

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
      await page.getByRole('navigation').getByRole('button', { name: 'Commands' }).click();
      await page.getByPlaceholder('Search posts and commands').fill('Sign out everywhere');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('Every session ends').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await undo.click();
      await page.getByText('“Kept for now”: not deleted').waitFor();
      expect((await read(use(), id)).title).to.equal('Kept for now');
    }),
  );

  it(
    'signs out without asking when the text is stored on this device',
    signedIn(async ({ open, page }) => {
      await open(`/admin/posts/${SAMPLE.draft}`);
      const preview = page.waitForResponse((answer) => answer.request().postData()?.includes('Kept.') ?? false);
      await typeAtEnd(page, ' Kept.');
      // It would be refused once the session has ended.
      await preview;
      await page.getByRole('button', { name: 'Sign out' }).click();
      await door(page).waitFor();
      expect(await keptOn(page)).to.include('Kept.');
    }),
  );

  it(
    'signs out everywhere after a confirmation, and other tabs ask for the password',
    signedIn(async ({ open, page, context }) => {
      const token = await newToken(use());
      const second = await context.newPage();
      await second.goto('/admin');
      await inside(second).waitFor();
      await second.waitForLoadState('networkidle');
      await open('/admin/settings?part=account');
      await page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByRole('dialog').getByText('Every session ends').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      await door(page).waitFor();
      expect(await statusOf(use(), token)).to.equal(401);
      expect(await statusOf(use(), use().token)).to.equal(401);
      await second.getByRole('dialog', { name: 'Sign in' }).waitFor();
      await signIn(page, PASSWORD);
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      await second.getByRole('dialog').waitFor({ state: 'detached' });
    }),
  );

  it(
    'loads its screens again after a sign-out everywhere that failed',
    signedIn(async ({ open, page, expectProblem }) => {
      await write(use(), { title: 'Still here' });
      await page.route(callUrls('admin.logoutEverywhere'), (route) => route.abort());
      await open('/admin/settings?part=account');
      await page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      await expectProblem(/ERR_FAILED/);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).click();
      await page.getByRole('link', { name: 'Still here', exact: true }).waitFor();
    }),
  );

  it(
    'has an accessible login, also at 375 pixels',
    stranger(
      async ({ open, page, expectProblem }) => {
        await open('/admin');
        await signIn(page, 'wrong');
        await page.getByRole('alert').waitFor();
        await expectProblem(/401/);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).to.be.at.most(0);
      },
      { viewport: { width: 375, height: 700 } },
    ),
  );
});

const start = (page: Page) => page.getByRole('button', { name: 'Start' });

async function choose(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(again);
  await start(page).click();
}

describeAdmin(
  'sign-in with a setup key',
  ({ use, stranger }) => {
    const key = (page: Page) => page.getByLabel('Setup key');
    const lockedOut = (page: Page) => page.getByRole('button', { name: 'Locked out?' });

    /** Five wrong passwords, and the error that follows. */
    async function lockOut(page: Page, expectProblem: (pattern: RegExp) => Promise<void>): Promise<void> {
      for (let failure = 1; failure <= 5; failure++) {
        await signIn(page, `wrong ${failure}`);
        await page.getByRole('alert').filter({ hasText: 'The password is wrong.' }).waitFor();
        await expectProblem(/401/);
      }
      await signIn(page, PASSWORD);
      await page.getByRole('button', { name: /^Try again in/ }).waitFor();
      await expectProblem(/429/);
    }

    it(
      'is offered after too many failures, and works at once by keyboard alone',
      stranger(async ({ open, page, expectProblem }) => {
        await open('/admin');
        await door(page).waitFor();
        await lockOut(page, expectProblem);
        await page.getByText('To sign in now, use the setup key').waitFor();
        await page.getByText('“octavo admin unlock” on the server').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.getByLabel('Password', { exact: true }).focus();
        for (let stop = 0; stop < 10 && !(await hasFocus(key(page))); stop++) await page.keyboard.press('Tab');
        await page.keyboard.type('the setup key');
        await page.keyboard.press('Enter');
        await inside(page).waitFor();
      }),
    );

    it(
      'is offered before any failure; a wrong key shows an error at its field, and is not sent once the field is closed',
      stranger(async ({ open, page, expectProblem }) => {
        await open('/admin');
        await door(page).waitFor();
        expect(await key(page).count()).to.equal(0);
        expect(await lockedOut(page).getAttribute('aria-expanded')).to.equal('false');
        await lockedOut(page).press('Enter');
        await key(page).fill('clé à moi');
        await signIn(page, PASSWORD);
        await page.getByText('The setup key is wrong.').waitFor();
        await expectProblem(/403/);
        expect(await key(page).getAttribute('aria-invalid')).to.equal('true');
        expect(await page.getByRole('alert').count()).to.equal(0);
        await lockedOut(page).click();
        await key(page).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Sign in' }).click();
        await inside(page).waitFor();
      }),
    );

    it(
      'fits a telephone in every language, and passes axe in both directions',
      stranger(
        async ({ open, page }) => {
          for (const language of languageNames) {
            await use().admin('PUT', '/api/admin/settings', { language });
            await open('/admin');
            await page.locator('button[aria-expanded]').click();
            await page.locator('button[aria-expanded=true]').waitFor();
            expect(await page.evaluate(() => document.documentElement.scrollWidth), language).to.equal(375);
            if (BOTH_DIRECTIONS.has(language)) expect(await accessibilityProblems(page), language).to.deep.equal([]);
          }
          await use().admin('PUT', '/api/admin/settings', { language: 'en' });
        },
        { viewport: { width: 375, height: 800 }, colorScheme: 'dark' },
      ),
    );
  },
  { env: { SETUP_KEY: 'the setup key' }, filled: false },
);

describeAdmin(
  "set-up in the administrator's app, with a setup key",
  ({ stranger }) => {
    it(
      'asks for the key, shows an error at its field, and signs in',
      stranger(async ({ open, page, expectProblem }) => {
        await open('/admin');
        await page.getByRole('heading', { level: 1, name: 'Set up your blog' }).waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        const key = page.getByLabel('Setup key');
        await key.fill('wrong');
        await choose(page, PASSWORD);
        await page.getByText('The setup key is wrong.').waitFor();
        await expectProblem(/403/);
        expect(await key.getAttribute('aria-invalid')).to.equal('true');
        await key.fill('the setup key');
        await start(page).click();
        await inside(page).waitFor();
      }),
    );
  },
  { administrator: false, env: { SETUP_KEY: 'the setup key' } },
);

describeAdmin(
  "set-up in the administrator's app, without a setup key",
  ({ stranger, use }) => {
    it(
      'validates the password before it is sent',
      stranger(async ({ open, page }) => {
        await open('/admin');
        await choose(page, 'short');
        await page.getByText('The password must have at least 8 characters.').waitFor();
        await page.getByLabel('New password').fill('Passw0rd2026');
        const warning = page.getByRole('status');
        await warning.filter({ hasText: 'one of the most common passwords. It is accepted' }).waitFor();
        await page.getByLabel('New password').fill('My blog 2026');
        await warning.filter({ hasText: 'consists of words from your site' }).waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.getByLabel('New password').fill('moonlit-otter-waltz');
        await warning.waitFor({ state: 'detached' });
        await choose(page, PASSWORD, 'something else');
        await page.getByText('The passwords do not match').waitFor();
        expect(await page.getByLabel('Setup key').count()).to.equal(0);
        expect((await use().call('GET', '/api/admin/state')).body.isSetUp).to.equal(false);
      }),
    );

    it(
      'opens the login when the blog was set up elsewhere',
      stranger(async ({ open, page, expectProblem }) => {
        await open('/admin');
        await start(page).waitFor();
        await use().call('POST', '/api/admin/setup', { body: { password: 'faster than you' } });
        // A weak password is accepted.
        await choose(page, 'password1');
        await door(page).waitFor();
        await expectProblem(/409/);
        await signIn(page, 'faster than you');
        await inside(page).waitFor();
      }),
    );
  },
  { administrator: false },
);
