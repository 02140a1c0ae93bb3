import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';

import type { Language } from '../../shared/languages.ts';
import { mediaMarkdown, mediaName } from '../../client/admin/uploads/markdown.ts';
import { callUrls, describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { PICTURES } from '../support/picture-host.ts';
import { set } from '../support/comments.ts';
import { tabThrough } from '../support/keyboard.ts';
import { SAMPLE } from '../support/sample-posts.ts';
import type { TestService } from '../support/service.ts';

const cards = (page: Page) => page.getByRole('list', { name: 'Media' }).getByRole('listitem');
const card = (page: Page, name: string) => cards(page).filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name });

describeAdmin('the media library', ({ use, signedIn }) => {
  before(() => fillLibrary(use()));

  it(
    'shows images, icons for other kinds, and which images fail to load',
    signedIn(async ({ open, page }) => {
      const pictures: Request[] = [];
      page.on('request', (request) => request.url().startsWith(PICTURES) && pictures.push(request));
      await open('/admin/media?search=.');
      await page.getByText('31 files').waitFor();
      await open('/admin/media?page=2');
      const harbour = card(page, 'harbour.svg').getByRole('img', { name: 'A grey harbour' });
      await harbour.waitFor();
      expect(await harbour.getAttribute('loading')).to.equal('lazy');
      expect(await harbour.getAttribute('referrerpolicy')).to.equal('no-referrer');
      await card(page, 'broken.svg').getByText('Failed to load').waitFor();
      const referrers = await Promise.all(pictures.map((request) => request.headerValue('referer')));
      expect(referrers).to.not.have.lengthOf(0);
      // Chromium reports an empty one, or none at all.
      expect(referrers.filter((one) => one !== null && one !== '')).to.deep.equal([]);
      await card(page, 'walk.mp4').getByText('Video', { exact: true }).waitFor();
      await card(page, 'song.mp3').getByText('Audio', { exact: true }).waitFor();
      await card(page, 'report.pdf').getByText('File', { exact: true }).waitFor();
    }),
  );

  it(
    'shows images that failed to load again when the network is back',
    signedIn(async ({ open, page, context, expectProblem }) => {
      await page.route(`${PICTURES}/harbour.svg`, (route) => route.abort());
      await open('/admin/media?page=2');
      await card(page, 'harbour.svg').getByText('Failed to load').waitFor();
      await page.unroute(`${PICTURES}/harbour.svg`);
      await context.setOffline(true);
      await context.setOffline(false);
      await card(page, 'harbour.svg').getByRole('img', { name: 'A grey harbour' }).waitFor();
      await expectProblem(/net::ERR_/);
    }),
  );

  it(
    'stores search, kind and page in the URL',
    signedIn(async ({ open, page }) => {
      await open('/admin/media');
      await button(page, 'Next').click();
      await page.waitForURL('**/admin/media?page=2');
      await expectCards(page, 7);
      await page.getByLabel('Kind').selectOption('Audio');
      await page.waitForURL('**/admin/media?kind=audio');
      await expectCards(page, 1);
      await page.getByLabel('Kind').selectOption('All');
      await page.getByLabel('Search by name').fill('GREY');
      await page.waitForURL('**/admin/media?search=GREY');
      await expectCards(page, 1);
      await page.reload();
      await expectCards(page, 1);
      expect(await page.getByLabel('Search by name').inputValue()).to.equal('GREY');
      await page.getByLabel('Search by name').fill('nowhere to be found');
      await page.getByText('No matches.').waitFor();
      await button(page, 'Show all').click();
      await expectCards(page, 24);
      expect(await page.getByLabel('Search by name').inputValue()).to.equal('');
    }),
  );

  it(
    'goes to the last page when the URL has a later one',
    signedIn(async ({ open, page }) => {
      await open('/admin/media?page=9');
      await page.waitForURL('**/admin/media?page=2');
      await expectCards(page, 7);
    }),
  );

  it(
    'adds a link, shows errors at the field, and lists the new link first',
    signedIn(async ({ open, page, expectProblem }) => {
      await open('/admin/media?kind=audio');
      await button(page, 'Add a link').click();
      const dialog = page.getByRole('dialog', { name: 'Add a link' });
      const address = dialog.getByLabel('URL');
      expect(await hasFocus(address)).to.equal(true);
      await address.fill('data:image/png;base64,AAAA');
      await page.keyboard.press('Enter');
      await dialog.getByText(/^Must be an http or https URL/).waitFor();
      await expectProblem(/400/);
      expect(await address.getAttribute('aria-invalid')).to.equal('true');
      expect(await accessibilityProblems(page, { turned: true })).to.deep.equal([]);

      await address.fill(` ${PICTURES}/cover.svg `);
      await dialog.getByLabel('Alternative text').fill('The cover');
      await dialog.getByRole('button', { name: 'Add a link' }).click();
      await dialog.waitFor({ state: 'detached' });
      await cards(page).first().getByRole('img', { name: 'The cover' }).waitFor();
      expect(new URL(page.url()).search).to.equal('');
      await page.getByText('“cover.svg” was added to the library.').waitFor();
      const { media } = (await use().admin('GET', '/api/media')).body;
      expect(media[0]).to.include({ url: `${PICTURES}/cover.svg`, name: 'cover.svg', alt: 'The cover', kind: 'image' });
    }),
  );

  it(
    'copies a link as Markdown',
    signedIn(async ({ open, page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await open('/admin/media?search=harbour');
      await isShown(page, 'A grey harbour');
      await button(page, 'Copy “harbour.svg” as Markdown').click();
      await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      expect(await copied()).to.equal(`![A grey harbour](${PICTURES}/harbour.svg#1600x900)`);
      await open('/admin/media?search=report');
      await button(page, 'Copy “report.pdf” as Markdown').press('Enter');
      await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
      expect(await copied()).to.equal(`[report.pdf](${PICTURES}/report.pdf)`);
    }),
  );

  it(
    'shows the Markdown when the browser denies access to the clipboard',
    signedIn(async ({ open, page }) => {
      await page.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      });
      await open('/admin/media?search=harbour');
      await isShown(page, 'A grey harbour');
      await button(page, 'Copy “harbour.svg” as Markdown').click();
      await page.getByText(`![A grey harbour](${PICTURES}/harbour.svg#1600x900)`).waitFor();
    }),
  );

  it(
    'edits name and alternative text optimistically, and reverts on an error',
    signedIn(async ({ open, page, expectProblem }) => {
      await open('/admin/media?kind=video');
      await button(page, 'Edit “walk.mp4”').click();
      const dialog = page.getByRole('dialog', { name: 'walk.mp4' });
      await dialog.getByText('Not used anywhere.').waitFor();
      await dialog.getByLabel('Name').fill('x'.repeat(201));
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('at most 200 characters').waitFor();
      await expectProblem(/400/);
      expect(await dialog.getByLabel('Name').inputValue()).to.have.length(201);
      await card(page, 'walk.mp4').waitFor();

      await dialog.getByLabel('Name').fill('The walk');
      await dialog.getByLabel('Alternative text').fill('Somebody walks');
      const held = await holdBack(page, 'media.update');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await card(page, 'The walk').waitFor({ state: 'attached' });
      held();
      await dialog.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Edit “The walk”');
      const { media } = (await use().admin('GET', '/api/media?kind=video')).body;
      expect(media[0]).to.include({ name: 'The walk', alt: 'Somebody walks' });
    }),
  );

  it(
    'lists where a link is used, with links to the editor',
    signedIn(async ({ open, page }) => {
      await open('/admin/media?search=harbour');
      await button(page, 'Edit “harbour.svg”').click();
      const dialog = page.getByRole('dialog');
      const uses = dialog.getByRole('listitem');
      await uses.first().waitFor();
      expect(await uses.allInnerTexts()).to.deep.equal([
        'A long walk along the coast, with everything that Markdown has in the text',
      ]);
      await uses.getByRole('link').click();
      await page.waitForURL(`**/admin/posts/${SAMPLE.long}`);
      await dialog.waitFor({ state: 'detached' });
    }),
  );

  it(
    'lists authors, tags and categories with its picture',
    signedIn(async ({ open, page }) => {
      const { admin } = use();
      const { media } = (await admin('GET', '/api/media?search=harbour')).body;
      const picture = media[0].url as string;
      await admin('POST', '/api/admin/authors', { id: 'ada', name: 'Ada', picture });
      const [{ name }] = (await admin('GET', '/api/admin/names/category')).body.names;
      const path = `/api/admin/names/category/${encodeURIComponent(name as string)}`;
      expect((await admin('PUT', path, { picture })).status).to.equal(200);
      await open('/admin/media?search=harbour');
      await button(page, 'Delete “harbour.svg”').click();
      const uses = page.getByRole('dialog').getByRole('listitem');
      await uses.first().waitFor();
      expect((await uses.allInnerTexts()).slice(0, 2)).to.deep.equal([
        'Ada as the picture or a link of the author',
        `${name} as the picture of the category`,
      ]);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await admin('DELETE', '/api/admin/authors/ada');
      await admin('PUT', path, { picture: '' });
    }),
  );

  it(
    'warns before a used link is deleted, and lists the posts',
    signedIn(async ({ open, page }) => {
      await open('/admin/media?search=harbour');
      const remove = button(page, 'Delete “harbour.svg”');
      await remove.click();
      const dialog = page.getByRole('dialog', { name: 'Delete “harbour.svg”' });
      await dialog.getByText('One post uses it').waitFor();
      await dialog.getByText('The file itself is not deleted').waitFor();
      await dialog.getByRole('link', { name: 'A long walk along the coast' }).waitFor();
      expect(await hasFocus(dialog.getByRole('button', { name: 'Cancel' }))).to.equal(true);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Delete “harbour.svg”');
      expect((await use().admin('GET', '/api/media?search=harbour')).body.total).to.equal(1);
    }),
  );

  it(
    'deletes links with ten seconds to undo, also one that another tab has deleted',
    signedIn(async ({ open, page, expectProblem }) => {
      await page.clock.install();
      await open('/admin/media?search=picture-1');
      await expectCards(page, 11);
      const [gone] = (await use().admin('GET', '/api/media?search=picture-12')).body.media;
      const confirm = async (name: string) => {
        await button(page, `Delete “${name}”`).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      };
      await confirm('picture-12.svg');
      await expectCards(page, 10);
      await page.getByText('10 files').waitFor();
      // Another tab has deleted it.
      await use().admin('DELETE', `/api/media/${gone.id}`);
      await use().admin('POST', '/api/media', { url: gone.url });
      await page.clock.fastForward(11_000);
      await page.getByText('“picture-12.svg”: deleted').waitFor();
      await expectProblem(/404/);
      await expectCards(page, 11);

      await confirm('picture-13.svg');
      await expectCards(page, 10);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.className)).to.include('focus-place');
      await page.clock.fastForward(11_000);
      await page.getByText('“picture-13.svg”: deleted').waitFor();
      expect((await use().admin('GET', '/api/media?search=picture-13')).body.total).to.equal(0);
    }),
  );

  it(
    'decodes names from URLs',
    signedIn(async ({ open, page }) => {
      await use().admin('POST', '/api/media', { url: `${PICTURES}/paper%20one.svg` });
      await open('/admin/media?search=paper');
      await card(page, 'paper one.svg').waitFor();
      await button(page, 'Edit “paper one.svg”').click();
      expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).to.equal('paper one.svg');
      await page.keyboard.press('Escape');
      await button(page, 'Delete “paper one.svg”').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('status').filter({ hasText: '“paper one.svg”: deleting in 10 s' }).waitFor();
    }),
  );

  it(
    'works by keyboard alone',
    signedIn(async ({ open, page }) => {
      await open('/admin/media?search=harbour');
      await card(page, 'harbour.svg').waitFor();
      await page.getByLabel('Unused').focus();
      const stops = await tabThrough(page, 3);
      expect(stops.map(({ name }) => name)).to.deep.equal([
        'Edit “harbour.svg”',
        'Copy “harbour.svg” as Markdown',
        'Delete “harbour.svg”',
      ]);
      expect(stops.every(({ visible }) => visible)).to.equal(true);
    }),
  );

  it(
    'passes axe',
    signedIn(async ({ open, page }) => {
      await open('/admin/media?page=2');
      await card(page, 'broken.svg').getByText('Failed to load').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await button(page, 'Edit “harbour.svg”').click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    }),
  );

  it(
    'fits a telephone in every language',
    signedIn(
      async ({ open, page }) => {
        for (const [language, add] of Object.entries(addWords)) {
          await set(use(), { language });
          await open('/admin/media?page=2');
          await page.locator('main li').first().waitFor();
          expect(await page.evaluate(() => document.documentElement.scrollWidth), language).to.equal(375);
          await button(page, add).click();
          await page.getByRole('dialog', { name: add }).waitFor();
          expect(await page.evaluate(() => document.documentElement.scrollWidth), language).to.equal(375);
        }
        await set(use(), { language: 'en' });
      },
      { viewport: { width: 375, height: 800 } },
    ),
  );
});

describeAdmin(
  'an empty media library',
  ({ signedIn }) => {
    it(
      'shows that it is empty, and offers to upload files or to add a link',
      signedIn(async ({ open, page }) => {
        await open('/admin/media');
        await page.getByText('The library is empty.').waitFor();
        expect(await accessibilityProblems(page)).to.deep.equal([]);
        expect(await page.getByRole('main').getByRole('button', { name: 'Upload files' }).count()).to.equal(2);
        await page.getByRole('main').getByRole('button', { name: 'Add a link' }).click();
        await page.getByRole('dialog', { name: 'Add a link' }).waitFor();
      }),
    );
  },
  { filled: false },
);

/** Waits until an image is loaded and measured. */
async function isShown(page: Page, name: string): Promise<void> {
  await page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.decode());
}

describe('the Markdown of a link', () => {
  const media = { url: 'https://x.example/a.png', name: 'a.png', alt: '', kind: 'image' } as const;

  it('is an image for images, and a link for other files', () => {
    expect(mediaMarkdown(media)).to.equal('![](https://x.example/a.png)');
    expect(mediaMarkdown({ ...media, alt: 'A boat' })).to.equal('![A boat](https://x.example/a.png)');
    expect(mediaMarkdown({ ...media, kind: 'audio' })).to.equal('[a.png](https://x.example/a.png)');
    expect(mediaMarkdown({ ...media, kind: 'file', name: '' })).to.equal(
      '[https://x.example/a.png](https://x.example/a.png)',
    );
  });

  it('contains the size of an image after its URL', () => {
    const size = { width: 640, height: 480.4 };
    expect(mediaMarkdown(media, size)).to.equal('![](https://x.example/a.png#640x480)');
    expect(mediaMarkdown({ ...media, url: 'https://x.example/a.svg#b' }, size)).to.equal(
      '![](https://x.example/a.svg#b)',
    );
    expect(mediaMarkdown(media, { width: 0, height: 480 })).to.equal('![](https://x.example/a.png)');
    expect(mediaMarkdown({ ...media, kind: 'file' }, size)).to.equal('[a.png](https://x.example/a.png)');
  });

  it('escapes any text and URL', () => {
    expect(mediaMarkdown({ ...media, alt: '[a] `b` <c> \\' })).to.equal(
      '![\\[a\\] \\`b\\` \\<c> \\\\](https://x.example/a.png)',
    );
    expect(mediaMarkdown({ ...media, url: 'https://x.example/a_(b).png' })).to.equal(
      '![](<https://x.example/a_(b).png>)',
    );
    expect(mediaMarkdown({ ...media, url: 'https://x.example/<(>' })).to.equal('![](<https://x.example/%3C(%3E>)');
  });
});

describe('the display name of a link', () => {
  const url = 'https://x.example/a/paper%20one%2Ftwo.png';

  it('is the decoded end of the URL, unless it has a name', () => {
    expect(mediaName({ url, name: 'paper%20one%2Ftwo.png' })).to.equal('paper one/two.png');
    expect(mediaName({ url, name: '100%25 mine' })).to.equal('100%25 mine');
    expect(mediaName({ url, name: '' })).to.equal(url);
  });

  it('stays encoded if it is invalid or could imitate another name', () => {
    expect(mediaName({ url: 'https://x.example/%ff.png', name: '%ff.png' })).to.equal('%ff.png');
    expect(mediaName({ url: 'https://x.example/%E2%80%AEgpj.exe', name: '%E2%80%AEgpj.exe' })).to.equal(
      '%E2%80%AEgpj.exe',
    );
  });
});

const addWords = {
  ar: 'إضافة رابط',
  de: 'Link hinzufügen',
  fr: 'Ajouter un lien',
  es: 'Añadir un enlace',
  he: 'הוספת קישור',
  ja: 'リンクを追加',
  'zh-CN': '添加链接',
} satisfies Record<Exclude<Language, 'en'>, string>;

/** 31 links: a page and seven more, among them one of each kind. */
async function fillLibrary({ admin }: TestService): Promise<void> {
  const add = (name: string, alt = '') => admin('POST', '/api/media', { url: `${PICTURES}/${name}`, alt });
  await add('harbour.svg', 'A grey harbour');
  for (const name of ['broken.svg', 'walk.mp4', 'song.mp3', 'report.pdf']) await add(name);
  for (let number = 0; number < 26; number++) await add(`picture-${number}.svg`);
}

async function expectCards(page: Page, count: number): Promise<void> {
  await page.waitForFunction((count) => document.querySelectorAll('main .media-card').length === count, count);
}

/** Holds the calls of a procedure until the returned function is called. */
async function holdBack(page: Page, procedure: string): Promise<() => void> {
  let go = () => undefined as void;
  const gate = new Promise<void>((resolve) => (go = resolve));
  await page.route(callUrls(procedure), async (route) => {
    await gate;
    await route.continue();
  });
  return go;
}
