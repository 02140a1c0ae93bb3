import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { comment, set } from '../support/comments.ts';
import { commentOn } from '../support/page-threads.ts';
import { freshAddress } from '../support/visitors.ts';

const articles = (page: Page) => page.getByRole('feed').getByRole('article');
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
};

// docs/interface.md, C40, C41, C46, C50
describeAdmin(
  'comments of other sites in the app',
  ({ signedIn, use }) => {
    const settings = async () => (await use().admin('GET', '/api/admin/settings')).body;

    it(
      'are allowed by a line for each site, and wrong lines are named',
      signedIn(async ({ open, page }) => {
        await open('/admin/settings?part=comments');
        const sites = page.getByLabel('Comments on other sites');
        await sites.fill('https://notes.example/path Notes');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Every line needs an origin such as https://notes.example').waitFor();
        await sites.fill('https://www.notes.example Notes\nhttp://localhost:4321 My shop');
        await page.getByLabel('Reactions').fill('heart ❤️\nup 👍');
        await save(page);
        expect(await settings()).to.deep.include({
          commentSites: [
            { origin: 'https://www.notes.example', name: 'Notes' },
            { origin: 'http://localhost:4321', name: 'My shop' },
          ],
          reactions: { heart: '❤️', up: '👍' },
        });
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      }),
    );

    it(
      'are shown by site, with the page, its link, and the initials of the writer',
      signedIn(async ({ open, page }) => {
        await set(use(), {
          commentSites: [
            { origin: 'https://notes.example', name: 'Notes' },
            { origin: 'https://shop.example', name: 'Shop' },
          ],
        });
        const write = (url: string, fields: Record<string, unknown>) => commentOn(use(), url, fields, freshAddress());
        await write('https://notes.example/ferries/', {
          author: 'Ada Lovelace',
          content: 'On notes',
          title: 'Ferries',
        });
        await write('https://shop.example/', { author: '李雷', content: 'In the shop' });
        await comment(use(), 'gb-note', { author: 'Bob', content: 'In the guestbook' }, freshAddress());
        await open('/admin/comments');
        await articles(page).filter({ hasText: 'In the guestbook' }).waitFor();
        const initials = (text: string) =>
          articles(page).filter({ hasText: text }).locator('[data-initials]').getAttribute('data-initials');
        expect(await initials('On notes')).to.equal('AL');
        expect(await initials('In the shop')).to.equal('李');
        const link = articles(page)
          .filter({ hasText: 'On notes' })
          .getByRole('link', { name: /Ferries/ });
        expect(await link.getAttribute('href')).to.match(/^https:\/\/notes\.example\/ferries\/#c-/);

        await page.getByRole('combobox', { name: 'Post or section' }).click();
        await page.getByRole('option', { name: 'Notes', exact: true }).click();
        await articles(page).filter({ hasText: 'In the shop' }).waitFor({ state: 'detached' });
        expect(await articles(page).allInnerTexts()).to.have.length(1);
        expect(new URL(page.url()).searchParams.get('site')).to.equal('notes.example');
        await page.reload();
        await articles(page).filter({ hasText: 'On notes' }).waitFor();
        expect(await articles(page).count()).to.equal(1);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.getByLabel('Everywhere').click();
        await articles(page).filter({ hasText: 'In the guestbook' }).waitFor();
      }),
    );

    it(
      'are Markdown when the switch is on',
      signedIn(async ({ open, page }) => {
        await open('/admin/settings?part=comments');
        const markdown = page.getByRole('switch', { name: 'Markdown in comments' });
        const before = await markdown.isChecked();
        await markdown.setChecked(!before);
        await save(page);
        expect((await settings()).commentMarkdown).to.equal(!before);
        await page.reload();
        await markdown.waitFor();
        expect(await markdown.isChecked()).to.equal(!before);
      }),
    );
  },
  { filled: false },
);

// docs/static-sites.md
describeAdmin(
  'the app of a service with only comments of other sites',
  ({ signedIn, use }) => {
    it(
      'leaves out what belongs to a blog, and shows the HTML for pages of other sites',
      signedIn(async ({ open, page }) => {
        await open('/admin');
        const places = page.getByRole('navigation');
        await places.getByRole('link', { name: /^Comments/ }).waitFor();
        for (const name of ['Posts', 'Pages', 'Tags', 'Files', 'Subscribers', 'Redirects'])
          expect(await places.getByRole('link', { name, exact: true }).count(), name).to.equal(0);
        await open('/admin/settings?part=comments');
        const snippet = page.getByRole('textbox', { name: 'Comments on other pages' });
        expect(await snippet.inputValue()).to.equal(
          `<script type="module" src="${new URL(use().url).origin}/embed.js"></script>\n<octavo-comments></octavo-comments>`,
        );
        await page.getByText('Its site must be one of those above.').waitFor();
        await open('/admin/comments');
        await page.getByText('No comments yet').or(page.getByRole('feed')).first().waitFor();
        await page.getByRole('combobox', { name: 'Post or section' }).waitFor();
      }),
    );
  },
  { filled: false, env: { SITE: 'threads' } },
);
