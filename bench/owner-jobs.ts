import type { Page } from 'playwright-core';

import type { ghostClicks } from './ghost-clicks.ts';

/** A job, from the screen at `path` until its result is there. */
export interface Job {
  name: keyof typeof ghostClicks;
  path: string;
  act: (page: Page, file: string) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const says = (page: Page, words: RegExp) => page.getByRole('status').filter({ hasText: words }).first().waitFor();
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const fields = (page: Page) => button(page, 'Post settings').click();

async function chooseFile(page: Page, file: string, click: () => Promise<void>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click()]);
  await chooser.setFiles(file);
}

async function settings(page: Page, part: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: part }).click();
}

/** What owners do most often. */
export const ownerJobs: readonly Job[] = [
  {
    name: 'Publish a draft',
    path: '/admin/posts/draft-1',
    async act(page) {
      await button(page, 'Publish').click();
      await says(page, /^Published/);
    },
  },
  {
    name: 'Schedule a draft',
    path: '/admin/posts/draft-2',
    async act(page) {
      await fields(page);
      await page.getByLabel('Publish time').click();
      await page.getByLabel('Publish time').fill('2099-01-01T10:00');
      await button(page, 'Schedule').click();
      await page.getByText('Scheduled', { exact: true }).waitFor();
    },
  },
  {
    name: 'Edit a live post',
    path: '/admin/posts',
    async act(page) {
      await page.getByRole('link', { name: 'Live 1', exact: true }).click();
      await text(page).click();
      await page.keyboard.type('More.');
      await button(page, 'Update').click();
      await says(page, /^Published/);
    },
  },
  {
    name: 'Add a tag',
    path: '/admin/posts/draft-3',
    async act(page) {
      await fields(page);
      await page.getByRole('combobox', { name: 'Tags' }).click();
      await page.keyboard.type('travel');
      await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Tags' }).and(page.locator(':focus')).waitFor();
      await says(page, /^Saved/);
    },
  },
  {
    name: 'Unpublish',
    path: '/admin/posts/live-2',
    async act(page) {
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Revert to draft' }).click();
      await says(page, /^Reverted/);
    },
  },
  {
    name: 'Restore a version',
    path: '/admin/posts/live-3',
    async act(page) {
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      await button(page, 'Restore this version').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'Picture from disk',
    path: '/admin/posts/draft-4',
    async act(page, file) {
      await text(page).focus();
      await chooseFile(page, file, () => button(page, 'Upload files').click());
      await text(page).filter({ hasText: '/media/' }).waitFor();
    },
  },
  {
    name: 'Cover from disk',
    path: '/admin/posts/draft-5',
    async act(page, file) {
      await chooseFile(page, file, () => button(page, 'Add a cover picture').click());
      await page.getByRole('img', { name: 'The cover picture' }).waitFor();
    },
  },
  {
    name: 'Link to another post',
    path: '/admin/posts/draft-6',
    async act(page) {
      await text(page).focus();
      await button(page, 'Link to a post').click();
      await page.getByRole('searchbox', { name: 'Find a post or page' }).fill('Live 1');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Live 1/ })
        .waitFor();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Draft/ })
        .first()
        .waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await text(page).filter({ hasText: '/posts/live-1' }).waitFor();
    },
  },
  {
    name: 'Clear one spammer',
    path: '/admin',
    async act(page) {
      await page.getByRole('link', { name: 'Comments' }).first().click();
      const row = page.getByRole('article').first();
      for (const action of ['Block', 'Delete all comments']) {
        await row.getByRole('button', { name: 'Author Spammer' }).click();
        await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    },
  },
  {
    name: 'Site title',
    path: '/admin',
    async act(page) {
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByLabel('Title', { exact: true }).click();
      await page.getByLabel('Title', { exact: true }).fill('A new title');
      await page.keyboard.press('Enter');
      await says(page, /^Saved/);
    },
  },
  {
    name: 'Logo',
    path: '/admin',
    async act(page, file) {
      await settings(page, 'Design');
      const logo = page.getByRole('group', { name: 'Logo' });
      await chooseFile(page, file, () => logo.getByRole('button', { name: 'Choose a file' }).click());
      await logo.getByRole('img').waitFor();
      await button(page, 'Save').click();
      await says(page, /^Saved/);
    },
  },
  {
    name: 'Entry of the menu',
    path: '/admin',
    async act(page) {
      await settings(page, 'Navigation');
      await page.getByRole('group', { name: 'Menu' }).getByRole('button', { name: 'Add a link' }).click();
      await page.keyboard.type('Code');
      await page.keyboard.press('Tab');
      await page.keyboard.type('https://code.example/me');
      await page.keyboard.press('Enter');
      await says(page, /^Saved/);
    },
  },
  {
    name: 'New page',
    path: '/admin',
    async act(page) {
      await page.getByRole('link', { name: 'Pages' }).first().click();
      await page.getByRole('link', { name: 'New page' }).first().click();
      await page.getByRole('textbox', { name: 'Title', exact: true }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type('About me');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Hello.');
      await button(page, 'Publish').click();
      await says(page, /^Published/);
    },
  },
];
