import type { Page } from 'playwright-core';

import { LOOKED_AT, PASSWORD } from './looks-blogs.ts';
import { SHOWN } from './sample-blog.ts';
import { OWNED } from './sample-owner.ts';

/** Brings a page into the state that is looked at. It finds things by what is the same in every language. */
export type Act = (page: Page) => Promise<void>;

/** A path, what is done there, and whether only phones have it. */
export type Subject = string | [path: string, act: Act] | [path: string, act: Act, only: 'phone'];

const click =
  (selector: string, at = 0): Act =>
  (page) =>
    page.locator(selector).nth(at).click();

/** Opens a dialog, a menu or a notice by clicks. */
const opens =
  (shown: string, ...clicks: string[]): Act =>
  async (page) => {
    for (const selector of clicks) await click(selector)(page);
    await page.locator(shown).first().waitFor();
  };

const MODAL = '.mantine-Modal-content';
const TOAST = '.mantine-Notification-root';

/** Pages of the sample blog. */
export const pages: Record<string, Subject> = {
  home: '/',
  'home-2': '/page/2',
  post: `/posts/${SHOWN.post}`,
  'post-long': `/posts/${SHOWN.long}`,
  'post-everything': `/posts/${LOOKED_AT.everything}`,
  'post-right-to-left': `/posts/${LOOKED_AT.rightToLeft}`,
  'post-locked': '/posts/locked',
  'post-wrong-password': [
    '/posts/locked',
    async (page) => {
      await page.locator('input[type=password]').fill('not this one');
      await page.keyboard.press('Enter');
      await page.locator('.problem').waitFor();
    },
  ],
  'post-opened': [
    '/posts/locked',
    async (page) => {
      await page.locator('input[type=password]').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('Nobody else reads this.').waitFor();
    },
  ],
  'post-missing-picture': '/posts/missing-picture',
  'post-many-tags': '/posts/many-tags',
  'post-reply': [`/posts/${SHOWN.post}`, opens('.entries .write', '[data-reply]')],
  'post-lightbox': [`/posts/${LOOKED_AT.everything}`, opens('dialog[open]', '.enlarge')],
  page: '/about-this-blog',
  archive: '/archive',
  tags: '/tags',
  tag: '/tags/trains',
  categories: '/categories',
  category: '/categories/Travel',
  guestbook: '/guestbook',
  search: '/search',
  'search-found': '/search?q=train',
  'search-typed': [
    '/search',
    async (page) => {
      await page.locator('#q').pressSequentially('trian');
      await page.waitForTimeout(1000);
    },
  ],
  'search-nothing': '/search?q=zzzz',
  'not-found': '/nowhere',
  offline: '/offline',
  unsubscribe: '/mail/unsubscribe/nothing',
  embed: '/a-front-end',
  'admin-login': '/admin',
};

/** Screens of its owner. */
export const screens: Record<string, Subject> = {
  'admin-dashboard': '/admin',
  'admin-menu': ['/admin', opens('[data-open]', '.mantine-Burger-root'), 'phone'],
  'admin-palette': [
    '/admin',
    async (page) => {
      await page.keyboard.press('Control+KeyK');
      await page.locator('.mantine-Spotlight-content').waitFor();
    },
  ],
  'admin-not-found': '/admin/nowhere',
  'admin-posts': '/admin/posts',
  'admin-posts-nothing': '/admin/posts?search=zzzz',
  'admin-posts-chosen': ['/admin/posts', opens('.posts-bar[data-active]', 'tbody input[type=checkbox]')],
  'admin-posts-delete': [
    '/admin/posts',
    opens(MODAL, `[data-post='${SHOWN.post}'] input[type=checkbox]`, '.posts-bar [role=group] > :nth-last-child(2)'),
  ],
  'admin-editor': `/admin/posts/${OWNED.draft}`,
  'admin-editor-preview': [`/admin/posts/${OWNED.draft}`, click('.editor-actions button[aria-pressed]')],
  'admin-editor-fields': [`/admin/posts/${OWNED.draft}`, click('.editor-actions button[aria-pressed]', 1)],
  'admin-editor-menu': [
    `/admin/posts/${OWNED.draft}`,
    opens('[role=menuitem]', '.editor-actions [aria-haspopup=menu]'),
  ],
  'admin-editor-delete': [
    `/admin/posts/${SHOWN.post}`,
    opens(MODAL, '.editor-actions [aria-haspopup=menu]', '[role=menuitem] >> nth=-1'),
  ],
  'admin-editor-slash': [
    `/admin/posts/${LOOKED_AT.scratch}`,
    async (page) => {
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
      await page.locator('.cm-tooltip-autocomplete').waitFor();
    },
  ],
  'admin-editor-find': [
    `/admin/posts/${OWNED.draft}`,
    async (page) => {
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+KeyF');
      await page.locator('.cm-panels input').first().waitFor();
    },
  ],
  'admin-editor-page': '/admin/posts/about-this-blog',
  'admin-editor-new': '/admin/posts/new',
  'admin-editor-gone': '/admin/posts/no-such-post',
  'admin-revisions': `/admin/posts/${OWNED.draft}/revisions`,
  'admin-pages': '/admin/pages',
  'admin-comments': '/admin/comments',
  'admin-comments-spam': '/admin/comments?status=spam',
  'admin-comments-reply': ['/admin/comments', opens('textarea', '.comment-actions .row-button[data-look=subtle]')],
  'admin-comments-chosen': ['/admin/comments', opens('[role=toolbar]', 'input[type=checkbox]')],
  'admin-media': '/admin/media',
  'admin-media-edit': ['/admin/media', opens(MODAL, '.media-name')],
  'admin-media-delete': ['/admin/media', opens(MODAL, '.media-card:has([src*=harbour]) button:last-child')],
  'admin-tags': '/admin/tags',
  'admin-tags-edit': ['/admin/tags', opens(MODAL, '.taxonomy-row button')],
  'admin-subscribers': '/admin/subscribers',
  ...settingsScreens('admin-settings', 'site', 'design', 'navigation', 'comments', 'account', 'webhooks'),
  ...settingsScreens('admin-settings', 'privacy', 'transfer'),
  // The comment is deleted when the app is next opened, so this is the last one.
  'admin-comments-undo': ['/admin/comments', click('.comment-actions .row-button:last-child')],
};

/** Pages of a blog that has everything switched on. */
export const fullPages: Record<string, Subject> = {
  'full-home': '/',
  'full-post': `/posts/${SHOWN.post}`,
  'full-page': '/about-this-blog',
  'full-archive': '/archive',
  'full-not-found': '/nowhere',
};

export const fullScreens: Record<string, Subject> = {
  'full-admin-dashboard': '/admin',
  'full-admin-posts': '/admin/posts',
  'full-admin-comments': '/admin/comments',
  'full-admin-comments-spam': '/admin/comments?status=spam',
  'full-admin-comments-writer': [
    '/admin/comments?status=spam',
    opens(MODAL, '.comment-actions .row-button:nth-last-child(2)'),
  ],
  'full-admin-subscribers': '/admin/subscribers',
  'full-admin-subscribers-add': ['/admin/subscribers', opens(MODAL, 'h1 + * > :last-child')],
  ...settingsScreens('full-admin-settings', 'design', 'navigation', 'comments', 'account', 'webhooks'),
  'full-admin-settings-problem': [
    '/admin/settings?part=site',
    async (page) => {
      await page.locator('#main input[name=siteUrl]').fill('not a URL');
      await click('#main button[type=submit]')(page);
      await page.locator('.mantine-InputWrapper-error').first().waitFor();
    },
  ],
  'full-admin-key': ['/admin/settings?part=account', opens(MODAL, '#main ul[tabindex] + div > button >> nth=-1')],
  'full-admin-webhook': ['/admin/settings?part=webhooks', opens(MODAL, '#main ul[tabindex] + div > button')],
  'full-admin-deliveries': ['/admin/settings?part=webhooks', opens(MODAL, '#main li button')],
  'full-admin-toast': ['/admin/settings?part=webhooks', opens(TOAST, '#main li button + button')],
};

/** Pages of a new blog. */
export const newPages: Record<string, Subject> = {
  'new-home': '/',
  'new-archive': '/archive',
  'new-tags': '/tags',
  'new-guestbook': '/guestbook',
  'new-search': '/search?q=train',
  'new-not-found': '/nowhere',
};

export const newScreens: Record<string, Subject> = {
  'new-admin-dashboard': '/admin',
  'new-admin-posts': '/admin/posts',
  'new-admin-pages': '/admin/pages',
  'new-admin-comments': '/admin/comments',
  'new-admin-media': '/admin/media',
  'new-admin-tags': '/admin/tags',
  'new-admin-subscribers': '/admin/subscribers',
};

function settingsScreens(name: string, ...parts: string[]): Record<string, Subject> {
  return Object.fromEntries(parts.map((part) => [`${name}-${part}`, `/admin/settings?part=${part}`]));
}
