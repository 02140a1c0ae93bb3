import { expect } from 'chai';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';

const SCREEN = '/admin/settings?part=comments';

describe("mail in the administrator's app", () => {
  let smtp: Smtp;
  /** The environment of the service, which starts later. */
  const env: Record<string, string> = {};
  before(async () => {
    smtp = await startSmtp();
    Object.assign(env, smtp.env);
  });
  after(() => smtp.stop());

  describeAdmin(
    'with a server',
    ({ use, signedIn }) => {
      // docs/interface.md, K35
      it(
        'is set up in Settings, and sends a test mail',
        signedIn(async ({ open, page }) => {
          await open(SCREEN);
          const address = page.getByRole('textbox', { name: 'Your e-mail address' });
          await address.fill('ada');
          await page.getByRole('button', { name: 'Save' }).click();
          await page.getByText('Enter an e-mail address such as ada@blog.example.').waitFor();
          expect(await page.getByRole('button', { name: 'Send test e-mail' }).isDisabled()).to.equal(true);
          await address.fill('ada@blog.example');
          await page.getByRole('radio', { name: 'Hourly digest' }).check();
          await page.getByRole('button', { name: 'Save' }).click();
          await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
          const { ownerEmail, notifyOwner } = (await use().admin('GET', '/api/admin/settings')).body;
          expect({ ownerEmail, notifyOwner }).to.deep.equal({ ownerEmail: 'ada@blog.example', notifyOwner: 'hourly' });
          await page.getByRole('button', { name: 'Send test e-mail' }).click();
          await page.getByText('The test e-mail was sent.').waitFor();
          expect(smtp.mails[0]!.recipients).to.deep.equal(['ada@blog.example']);
          expect(await accessibilityProblems(page)).to.deep.equal([]);
          smtp.treat({ recipient: () => [550, 'Unknown'] });
          await page.getByRole('button', { name: 'Send test e-mail' }).click();
          await page
            .getByText('The test e-mail was not sent: The mail server refused the recipient (550 Unknown).')
            .waitFor();
        }),
      );
    },
    { env, filled: false },
  );

  describeAdmin(
    'without a server',
    ({ signedIn }) => {
      it(
        'is not offered',
        signedIn(async ({ open, page }) => {
          await open(SCREEN);
          await page.getByText('Which comments need approval?').waitFor();
          expect(await page.getByText('Your e-mail address').count()).to.equal(0);
        }),
      );
    },
    { filled: false },
  );
});
