import { expect } from 'chai';

import { describeAdmin } from './support/admin-app.ts';

describeAdmin("the frame of the administrator's app", ({ signedIn }) => {
  it(
    'leads to every place by its navigation',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      for (const name of ['Posts', 'Comments', 'Media', 'Settings', 'Dashboard']) {
        await page.getByRole('navigation').getByRole('link', { name }).click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
      }
      expect(new URL(page.url()).pathname).to.match(/^\/admin\/?$/);
    }),
  );
});
