import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { accessibilityProblems } from '../support/axe.ts';
import { describeAdmin } from '../support/admin-app.ts';
import { hasFocus } from '../support/browser.ts';
import { read, write } from '../support/posts.ts';
import { SAMPLE } from '../support/sample-posts.ts';
import type { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const links = (page: Page) => page.locator('tbody tr td:nth-child(2) > a');
const titles = (page: Page) => links(page).allInnerTexts();
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select “${title}”` });
const wholePage = (page: Page) => page.getByRole('checkbox', { name: 'Select all posts on this page' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name });
const filter = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search posts' });
const said = (page: Page, text: string) =>
  page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: text }).waitFor();
const counts = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

/** Waits until exactly these posts are listed, in this order. */
const shows = (page: Page, ...expected: string[]) =>
  until(async () => (await titles(page)).join('|') === expected.join('|'));

/** Creates three posts whose titles begin with a word; the last has the latest date. */
async function three(service: TestService, word: string): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, letter] of ['a', 'b', 'c'].entries()) {
    ids.push(await write(service, { title: `${word} ${letter}`, date: `2026-03-0${at + 1}` }));
  }
  return ids;
}

/** Opens the three posts. */
async function find(page: Page, word: string): Promise<void> {
  await page.goto(`/admin/posts?search=${word}`);
  await shows(page, `${word} c`, `${word} b`, `${word} a`);
}

async function expectNoOverflow(page: Page): Promise<void> {
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(over).to.equal(0);
}

describeAdmin("the posts in the administrator's app", ({ signedIn, use }) => {
  it(
    'lists all posts with their status, dates and counts',
    signedIn(async ({ open, page }) => {
      const time = new Date(use().clock.now() + 3 * 86_400_000).toISOString();
      const timeZone = 'Asia/Tokyo';
      await use().admin('PUT', '/api/admin/settings', { timeZone });
      await write(use(), { title: 'Of spring', publishAt: time, category: 'Year', tags: ['may'], pinned: true });
      await use().admin('PUT', `/api/posts/${SAMPLE.locked}/working-copy`, {
        baseVersion: 1,
        fields: { pinned: true },
      });
      await open('/admin/posts');
      await counts(page, '27 posts');
      expect(await titles(page)).to.have.length(25);
      const scheduled = row(page, 'Of spring');
      const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone });
      await scheduled
        .getByText(`Scheduled for ${moment.format(new Date(time))}`)
        .filter({ visible: true })
        .waitFor();
      await use().admin('PUT', '/api/admin/settings', { timeZone: 'UTC' });
      await scheduled.getByRole('img', { name: 'Pinned' }).waitFor();
      await scheduled.getByRole('link', { name: 'Year' }).waitFor();
      await scheduled.getByRole('link', { name: '#may' }).waitFor();
      expect(await scheduled.getByRole('link', { name: 'on the site' }).count()).to.equal(0);
      await row(page, 'Not yet').getByText('Draft').filter({ visible: true }).waitFor();
      const locked = row(page, 'A locked diary');
      await locked.getByRole('img', { name: 'Password-protected' }).waitFor();
      await locked.getByRole('img', { name: 'Has unpublished changes' }).waitFor();
      const long = row(page, 'A long walk');
      expect(await long.getByRole('cell').allInnerTexts()).to.include('5');
      const seen = long.getByRole('link', { name: /^View “A long walk.*” on the site$/ });
      expect(await seen.getAttribute('href')).to.equal(`/posts/${SAMPLE.long}`);
    }),
  );

  it(
    'opens the editor from the whole row, and a new post from a button',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Openable' });
      await open('/admin/posts?search=openable');
      await row(page, 'Openable').getByRole('cell').nth(3).click({ force: true });
      await page.waitForURL(`**/admin/posts/${id}`);
      await open('/admin/posts');
      await page.getByRole('main').getByRole('link', { name: 'New post' }).click();
      await page.waitForURL('**/admin/posts/new');
    }),
  );

  it(
    'sorts by a heading, and reverses the order on a second click',
    signedIn(async ({ page }) => {
      const [one] = await three(use(), 'Sorted');
      await use().call('POST', `/api/posts/${one}/like`);
      await find(page, 'Sorted');
      expect(await heading(page, 'Date').getAttribute('aria-sort')).to.equal('descending');
      await button(page, 'Title').click();
      await shows(page, 'Sorted a', 'Sorted b', 'Sorted c');
      expect(await heading(page, 'Title').getAttribute('aria-sort')).to.equal('ascending');
      expect(await page.locator('[aria-sort]').count()).to.equal(1);
      await button(page, 'Title').click();
      await shows(page, 'Sorted c', 'Sorted b', 'Sorted a');
      expect(new URL(page.url()).search).to.include('sort=title').and.to.include('order=desc');
      await button(page, 'Likes').click();
      await shows(page, 'Sorted a', 'Sorted c', 'Sorted b');
      expect(await heading(page, 'Likes').getAttribute('aria-sort')).to.equal('descending');
    }),
  );

  it(
    'stores filters and order in the URL, for reload and back button',
    signedIn(async ({ open, page }) => {
      for (const letter of ['a', 'b']) {
        await write(use(), { title: `Kept ${letter}`, category: 'Keeping', tags: ['kept'], status: 'draft' });
      }
      await write(use(), { title: 'Kept c', category: 'Keeping', tags: ['kept'] });
      await open('/admin/posts');
      await filter(page, 'Tag').selectOption('kept');
      await counts(page, '3 posts');
      await filter(page, 'Status').selectOption('Draft');
      await counts(page, '2 posts');
      await filter(page, 'Category').selectOption('Keeping');
      await button(page, 'Title').click();
      await shows(page, 'Kept a', 'Kept b');
      await page.reload();
      await shows(page, 'Kept a', 'Kept b');
      expect(await filter(page, 'Status').inputValue()).to.equal('draft');
      expect(await filter(page, 'Tag').inputValue()).to.equal('kept');
      await page.goBack();
      await page.goBack();
      await page.goBack();
      await counts(page, '3 posts');
      await button(page, 'Clear filters').click();
      await until(async () => new URL(page.url()).search === '' && (await titles(page)).length === 25);
    }),
  );

  it(
    'searches when typing pauses; the field follows the back button',
    signedIn(async ({ open, page }) => {
      await three(use(), 'Typed');
      await open('/admin/posts');
      await links(page).first().waitFor();
      const urls: string[] = [];
      page.on('request', (request) => {
        const input = decodeURIComponent(request.url());
        if (/posts\.all/.test(input) && /"search"/.test(input)) urls.push(input);
      });
      await field(page).pressSequentially('typed b', { delay: 10 });
      await shows(page, 'Typed b');
      expect(urls).to.have.length(1);
      await page.goBack();
      await until(async () => (await field(page).inputValue()) === '' && (await titles(page)).length === 25);
    }),
  );

  it(
    'stores the page in the URL, and goes to the last page from one that no longer exists',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts');
      const pages = page.getByRole('navigation', { name: 'Pages' });
      await pages.getByRole('button', { name: '2', exact: true }).click();
      await page.waitForURL('**/admin/posts?page=2');
      await until(async () => (await titles(page)).length < 25);
      await page.reload();
      await until(async () => (await pages.locator('[aria-current=page]').allInnerTexts()).join() === '2');
      await button(page, 'Title').click();
      await page.waitForURL((url) => !url.searchParams.has('page'));
      await open('/admin/posts?page=9');
      await page.waitForURL('**/admin/posts?page=2');
    }),
  );

  it(
    'keeps the focus or moves it nearby when pages change, filters disappear and the selection is cleared',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts');
      const second = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: '2', exact: true });
      await second.press('Enter');
      await page.waitForURL('**/admin/posts?page=2');
      await until(async () => (await titles(page)).length < 25);
      expect(await hasFocus(second)).to.equal(true);
      await filter(page, 'Status').selectOption('Draft');
      await button(page, 'Clear filters').press('Enter');
      expect(await hasFocus(field(page))).to.equal(true);
      await open('/admin/posts?search=nothing-has-this');
      const list = page.getByRole('region', { name: 'Posts' });
      await list.getByRole('button', { name: 'Clear filters' }).press('Enter');
      expect(await hasFocus(field(page))).to.equal(true);
      await links(page).first().waitFor();
      await wholePage(page).check();
      await button(page, 'Clear selection').press('Enter');
      expect(await hasFocus(list)).to.equal(true);
      expect(await page.evaluate(() => scrollY)).to.equal(0);
    }),
  );

  it(
    'opens a post from the palette with Enter, even if Enter is pressed before it is found',
    signedIn(async ({ open, page }) => {
      const [, two] = await three(use(), 'Palettable');
      await open('/admin/posts');
      await links(page).first().waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('palettable b');
      await page.locator('[data-selected]').filter({ hasText: 'Palettable b' }).waitFor();
      expect(await page.getByLabel('Search posts and commands…').inputValue()).to.equal('palettable b');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/admin/posts/${two}`);
    }),
  );

  it(
    'unpublishes and publishes all posts of a page, scheduled ones immediately',
    signedIn(async ({ page }) => {
      const ids = await three(use(), 'Shown');
      const publishAt = new Date(use().clock.now() + 86_400_000).toISOString();
      await use().admin('PUT', `/api/posts/${ids[1]}`, { publishAt });
      await find(page, 'Shown');
      await wholePage(page).check();
      await counts(page, '3 selected');
      await button(page, 'Unpublish').click();
      await said(page, '3 posts unpublished');
      await until(async () => (await page.locator('tbody').getByText('Draft').filter({ visible: true }).count()) === 3);
      for (const id of ids) expect((await read(use(), id)).status).to.equal('draft');
      await button(page, 'Publish').click();
      await said(page, '3 posts published');
      await until(async () => (await page.getByRole('link', { name: 'on the site' }).count()) === 3);
      expect(await read(use(), ids[1]!)).to.include({ status: 'published', publishAt: null });
    }),
  );

  it(
    'selects a range with the shift key, but nothing outside the page',
    signedIn(async ({ page }) => {
      await three(use(), 'Ranged');
      await find(page, 'Ranged');
      await box(page, 'Ranged c').click();
      await box(page, 'Ranged a').click({ modifiers: ['Shift'] });
      await counts(page, '3 selected');
      await box(page, 'Ranged b').click({ modifiers: ['Shift'] });
      await counts(page, '1 selected');
      await button(page, 'Title').click();
      await shows(page, 'Ranged a', 'Ranged b', 'Ranged c');
      await counts(page, '3 posts');
      expect(await page.getByRole('checkbox', { checked: true }).count()).to.equal(0);
    }),
  );

  it(
    'adds a tag to many posts, and removes it, and sets their category',
    signedIn(async ({ page }) => {
      const [one, two, other] = await three(use(), 'Tagged');
      await find(page, 'Tagged');
      await box(page, 'Tagged a').check();
      await box(page, 'Tagged b').check();
      await button(page, 'Add tag').click();
      const dialog = page.getByRole('dialog', { name: 'Add a tag to 2 posts' });
      await dialog.getByLabel('Tag').fill('Bunch');
      await page.keyboard.press('Enter');
      await said(page, '2 posts changed');
      expect(await hasFocus(button(page, 'Add tag'))).to.equal(true);
      await until(async () => (await page.getByRole('link', { name: '#Bunch' }).count()) === 2);
      expect((await read(use(), one!)).tags).to.deep.equal(['Bunch']);
      expect((await read(use(), other!)).tags).to.deep.equal([]);
      await button(page, 'Remove tag').click();
      await page.getByRole('dialog').getByLabel('Tag').selectOption('Bunch');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove tag' }).click();
      await until(async () => (await page.getByRole('link', { name: '#Bunch' }).count()) === 0);
      await until(async () => (await read(use(), two!)).tags.length === 0);

      await button(page, 'Set category').click();
      const categories = page.getByRole('dialog', { name: 'Set the category of 2 posts' });
      await categories.getByLabel('Category').fill('Journeys');
      await page.keyboard.press('Enter');
      await until(async () => (await page.getByRole('link', { name: 'Journeys' }).count()) === 2);
      await until(async () => (await read(use(), two!)).category === 'Journeys');
      expect((await read(use(), other!)).category).to.not.equal('Journeys');
      await button(page, 'Set category').click();
      await categories.getByRole('button', { name: 'Set category' }).click();
      await until(async () => (await read(use(), one!)).category === '');
    }),
  );

  it(
    'deletes posts after a confirmation with their number and, for comments, the title of the post',
    signedIn(async ({ page }) => {
      const ids = await three(use(), 'Deleted');
      await use().call('POST', `/api/posts/${ids[0]}/comments`, { body: { author: 'Bea', content: 'Stay.' } });
      await find(page, 'Deleted');
      await box(page, 'Deleted a').check();
      await box(page, 'Deleted c').check();
      await button(page, 'Delete').click();
      const dialog = page.getByRole('dialog', { name: 'Delete 2 posts?' });
      await dialog.getByText('Their comments, likes and versions will be deleted too.').waitFor();
      await dialog.getByText('One of them is published and has comments:').waitFor();
      await dialog.getByText('Deleted a (Public comments: 1)').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await until(() => hasFocus(button(page, 'Delete')));
      await button(page, 'Delete').click();
      const confirm = dialog.getByRole('button', { name: 'Delete' });
      expect(await confirm.isDisabled()).to.equal(true);
      await dialog.getByLabel('Type the title to confirm').fill('Deleted a');
      await page.clock.install();
      await confirm.click();
      await said(page, '2 posts: deleting in 10 s');
      await shows(page, 'Deleted b');
      await counts(page, '1 post');
      expect(await hasFocus(page.getByRole('region', { name: 'Posts' }))).to.equal(true);
      await page.clock.fastForward(11_000);
      await said(page, '2 posts: deleted');
      expect((await use().admin('GET', `/api/posts/${ids[0]}`)).status).to.equal(404);
    }),
  );

  it(
    'requires the number of posts before several commented posts are deleted, and nothing for others',
    signedIn(async ({ page }) => {
      const ids = await three(use(), 'Commented');
      for (const id of ids) {
        await use().call('POST', `/api/posts/${id}/comments`, { body: { author: 'Bea', content: 'Stay.' } });
      }
      await use().admin('PUT', `/api/posts/${ids[2]}`, { status: 'draft' });
      await find(page, 'Commented');
      const dialog = page.getByRole('dialog');
      const confirm = dialog.getByRole('button', { name: 'Delete' });
      await box(page, 'Commented c').check();
      await page.clock.install();
      await button(page, 'Delete').click();
      await said(page, '“Commented c”: deleting in 10 s');
      await button(page, 'Undo').click();
      await shows(page, 'Commented c', 'Commented b', 'Commented a');
      await wholePage(page).check();
      await button(page, 'Delete').click();
      await dialog.getByText('2 of them are published and have comments:').waitFor();
      expect(await dialog.getByRole('listitem').allInnerTexts()).to.deep.equal([
        'Commented b (Public comments: 1)',
        'Commented a (Public comments: 1)',
      ]);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      const number = dialog.getByLabel('Type the number of posts to confirm: 3');
      await number.fill('2');
      expect(await confirm.isDisabled()).to.equal(true);
      await number.fill('3');
      await confirm.click();
      await page.clock.fastForward(11_000);
      await said(page, '3 posts: deleted');
    }),
  );

  it(
    'shows a change optimistically, and reverts it with a message on an error',
    signedIn(async ({ page, expectProblem }) => {
      const [, two] = await three(use(), 'Refused');
      const tags = Array.from({ length: 50 }, (_, at) => `full ${at}`);
      await use().admin('PUT', `/api/posts/${two}`, { tags });
      await find(page, 'Refused');
      const answer = Promise.withResolvers<void>();
      await page.route('**/posts.bulk*', async (route) => {
        await answer.promise;
        await route.continue();
      });
      await wholePage(page).check();
      await button(page, 'Add tag').click();
      await page.getByRole('dialog').getByLabel('Tag').fill('one more');
      await page.keyboard.press('Enter');
      await row(page, 'Refused a').getByRole('link', { name: '#one more' }).waitFor();
      answer.resolve();
      await said(page, 'already has 50 tags.');
      await until(async () => (await page.getByRole('link', { name: '#one more' }).count()) === 0);
      await counts(page, '3 selected');
      await expectProblem(/400/);
    }),
  );

  // docs/interface.md, P45
  it(
    'changes and deletes all posts that match, also those on other pages',
    signedIn(async ({ page }) => {
      for (let at = 0; at < 26; at++) await write(use(), { title: `Xylophone ${at}`, status: 'draft' });
      const left = async (status: string) =>
        (await use().admin('GET', `/api/admin/posts?search=Xylophone&status=${status}`)).body.total as number;
      await page.goto('/admin/posts?search=Xylophone');
      await counts(page, '26 posts');
      await wholePage(page).check();
      await button(page, 'Select all 26 matching posts').click();
      await counts(page, '26 selected');
      await box(page, 'Xylophone 25').uncheck();
      await counts(page, '24 selected');
      await wholePage(page).check();
      await counts(page, '25 selected');
      await button(page, 'Select all 26 matching posts').click();
      await button(page, 'Publish').click();
      await said(page, '26 posts published');
      expect(await left('published')).to.equal(26);
      await wholePage(page).check();
      await button(page, 'Select all 26 matching posts').click();
      await button(page, 'Set category').click();
      await page.getByRole('dialog').getByLabel('Category').fill('Music');
      await page.keyboard.press('Enter');
      await said(page, '26 posts changed');
      expect((await use().admin('GET', '/api/admin/posts?category=Music')).body.total).to.equal(26);
      await wholePage(page).check();
      await button(page, 'Select all 26 matching posts').click();
      await button(page, 'Delete').click();
      const dialog = page.getByRole('dialog');
      const confirm = dialog.getByRole('button', { name: 'Delete' });
      expect(await confirm.isDisabled()).to.equal(true);
      await dialog.getByLabel('Type the number of posts').fill('26');
      await page.clock.install();
      await confirm.click();
      await said(page, '26 posts: deleting in 10 s');
      await page.clock.fastForward(11_000);
      await said(page, '26 posts: deleted');
      expect(await left('published')).to.equal(0);
    }),
  );

  it(
    'deletes posts that have no comments at once, with ten seconds to undo, and when the service can be reached',
    signedIn(async ({ page, expectProblem }) => {
      const ids = await three(use(), 'Lost');
      await find(page, 'Lost');
      await page.clock.install();
      await wholePage(page).check();
      await button(page, 'Delete').click();
      await said(page, '3 posts: deleting in 10 s');
      await shows(page);
      await button(page, 'Undo').click();
      await shows(page, 'Lost c', 'Lost b', 'Lost a');
      await page.route('**/posts.delete*', (route) => route.abort());
      await counts(page, '3 selected');
      await button(page, 'Delete').click();
      await page.clock.fastForward(11_000);
      await said(page, '3 posts: will be deleted when the service can be reached');
      await expectProblem(/ERR_FAILED/);
      expect((await read(use(), ids[0]!)).title).to.equal('Lost a');
      await page.unroute('**/posts.delete*');
      await page.clock.fastForward(16_000);
      await said(page, '3 posts: deleted');
      expect((await use().admin('GET', `/api/posts/${ids[0]}`)).status).to.equal(404);
    }),
  );

  // docs/interface.md, P9
  it(
    'does not delete a chosen post that was changed elsewhere since',
    signedIn(async ({ page, expectProblem }) => {
      const [one, two] = await three(use(), 'Published since');
      await use().admin('PUT', `/api/posts/${one}`, { status: 'draft' });
      await find(page, 'Published since');
      await box(page, 'Published since a').check();
      await page.clock.install();
      await button(page, 'Delete').click();
      await said(page, '“Published since a”: deleting in 10 s');
      await use().admin('PUT', `/api/posts/${one}`, { status: 'published' });
      await page.clock.fastForward(11_000);
      await said(page, 'This has changed in the meantime');
      await expectProblem(/412/);
      await shows(page, 'Published since c', 'Published since b', 'Published since a');
      expect((await use().call('GET', `/api/posts/${one}`)).status).to.equal(200);
      expect((await use().call('GET', `/api/posts/${two}`)).status).to.equal(200);
    }),
  );

  // docs/interface.md, P45
  it(
    'continues to delete all posts that match after a response is lost',
    signedIn(async ({ page, expectProblem }) => {
      for (let at = 0; at < 201; at++) await write(use(), { title: `Zither ${at}`, status: 'draft' });
      await page.goto('/admin/posts?search=Zither');
      await counts(page, '201 posts');
      await wholePage(page).check();
      await button(page, 'Select all 201 matching posts').click();
      await button(page, 'Delete').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Type the number of posts').fill('201');
      let calls = 0;
      await page.route('**/posts.bulk*', async (route) => {
        const response = await route.fetch();
        calls += 1;
        if (calls === 2) await route.abort();
        else await route.fulfill({ response });
      });
      await page.clock.install();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await said(page, '201 posts: deleting in 10 s');
      await page.clock.fastForward(11_000);
      await said(page, '201 posts: will be deleted when the service can be reached');
      await expectProblem(/ERR_FAILED/);
      await page.clock.fastForward(16_000);
      await said(page, '201 posts: deleted');
      await expectProblem(/412/);
      expect((await use().admin('GET', '/api/admin/posts?search=Zither')).body.total).to.equal(0);
    }),
  );

  it(
    'works by keyboard alone',
    signedIn(async ({ open, page }) => {
      const [, two] = await three(use(), 'Keyed');
      await open('/admin/posts');
      await links(page).first().waitFor();
      await page.keyboard.press('/');
      expect(await hasFocus(field(page))).to.equal(true);
      await page.keyboard.type('keyed');
      await shows(page, 'Keyed c', 'Keyed b', 'Keyed a');
      await page.keyboard.press('Enter');
      const on = (title: string) => hasFocus(links(page).filter({ hasText: title }));
      expect(await on('Keyed c')).to.equal(true);
      for (const key of ['j', 'ArrowDown', 'j', 'ArrowUp', 'k']) await page.keyboard.press(key);
      expect(await on('Keyed c')).to.equal(true);
      for (const key of ['x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
      await counts(page, '3 selected');
      await page.keyboard.press('Escape');
      await counts(page, '3 posts');
      await page.keyboard.press('k');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/admin/posts/${two}`);
      await page.goBack();
      await shows(page, 'Keyed c', 'Keyed b', 'Keyed a');
      await page.keyboard.press('n');
      await page.waitForURL('**/admin/posts/new');
    }),
  );

  it(
    'shows that nothing matches, and clears the filters',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts?search=nothing-has-this&status=draft');
      await page.getByText('No posts match these filters.').waitFor();
      await page.getByRole('region', { name: 'Posts' }).getByRole('button', { name: 'Clear filters' }).click();
      await links(page).first().waitFor();
      expect(await field(page).inputValue()).to.equal('');
    }),
  );

  it(
    'fits into 375 pixels, with the essential columns',
    signedIn(
      async ({ page }) => {
        await three(use(), 'Narrow');
        await page.goto('/admin/posts');
        await links(page).first().waitFor();
        await expectNoOverflow(page);
        await find(page, 'Narrow');
        await row(page, 'Narrow a').getByText('Published').filter({ visible: true }).waitFor();
        await row(page, 'Narrow a').getByText('Mar 1, 2026').filter({ visible: true }).waitFor();
        await page.getByLabel('Sort by').selectOption('Title');
        await shows(page, 'Narrow a', 'Narrow b', 'Narrow c');
        await button(page, 'Reverse order').click();
        await shows(page, 'Narrow c', 'Narrow b', 'Narrow a');
        await wholePage(page).check();
        await counts(page, '3 selected');
        await expectNoOverflow(page);
        expect(await accessibilityProblems(page)).to.deep.equal([]);
      },
      { viewport: { width: 375, height: 812 } },
    ),
  );

  it(
    'passes axe',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts');
      await links(page).first().waitFor();
      expect(await accessibilityProblems(page, { turned: true })).to.deep.equal([]);
      await open('/admin/posts?search=diary');
      await shows(page, 'A locked diary');
      await wholePage(page).check();
      await button(page, 'Delete').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      for (const name of ['Set category', 'Add tag']) {
        await button(page, name).click();
        await page.getByRole('dialog').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }),
  );
});

describeAdmin(
  "the posts in the administrator's app of a new blog",
  ({ signedIn }) => {
    it(
      'suggests to write the first post',
      signedIn(async ({ open, page }) => {
        await open('/admin/posts');
        await page.getByText('No posts yet.').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        await page.getByRole('link', { name: 'Write the first post' }).click();
        await page.waitForURL('**/admin/posts/new');
      }),
    );
  },
  { filled: false },
);
