import { expect } from 'chai';

import { newKey } from './support/keys.ts';
import { describeSite } from './support/site.ts';

describeSite('the reference in a browser', ({ use, visiting }) => {
  // docs/interface.md, F8
  it(
    'finds operations, shows snippets, and makes calls with a key, from this host alone',
    visiting(async ({ open, page }) => {
      expect(await open('/api/docs#tag/posts/GET/api/admin/posts')).to.equal(200);
      const test = page.getByRole('button', { name: 'Test Request (get /api/admin/posts)' });
      await test.waitFor();
      await page.getByText('curl').first().waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('correct a comment');
      await page.getByRole('option', { name: /\/api\/comments\/\{id\}/ }).waitFor();
      await page.keyboard.press('Escape');

      await test.click();
      const client = page.getByRole('dialog');
      await client.getByRole('button', { name: /^Authentication/ }).click();
      await client.getByPlaceholder('Token').fill(await newKey(use(), 'drafts'));
      const answered = page.waitForResponse(/\/api\/admin\/posts\?/);
      await client.getByRole('button', { name: /^Send/ }).first().click();
      const response = await answered;
      expect(response.status()).to.equal(200);
      expect(response.request().headers()).to.not.have.property('if-none-match');
      await client.getByText('200 OK').waitFor();
    }),
  );
});
