import { expect } from 'chai';
import type { Page, Request } from 'playwright-core';

import { languageNames } from '../../shared/languages.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { publishByKeys } from '../support/editor.ts';
import { callUrls, describeAdmin } from '../support/admin-app.ts';
import { comment, set } from '../support/comments.ts';
import { tabThrough } from '../support/keyboard.ts';
import { freshAddress } from '../support/visitors.ts';
import { PASSWORD } from '../support/service.ts';
import { until } from '../support/until.ts';

const places = ['Posts', 'Pages', 'Comments', 'Media', 'Settings', 'Dashboard'];

describeAdmin("the frame of the administrator's app", ({ use, signedIn, stranger }) => {
  it(
    'opens every screen from its navigation',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      for (const name of places) {
        await page.getByRole('navigation').getByRole('link', { name }).click();
        await heading(page, name);
      }
      expect(new URL(page.url()).pathname).to.match(/^\/admin\/?$/);
    }),
  );

  it(
    'opens every screen with g and a letter, and a new post with n',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      await heading(page, 'Dashboard');
      for (const [key, name] of [
        ['p', 'Posts'],
        ['a', 'Pages'],
        ['c', 'Comments'],
        ['m', 'Media'],
        ['u', 'Subscribers'],
        ['s', 'Settings'],
        ['d', 'Dashboard'],
      ] as const) {
        await page.keyboard.press('g');
        await page.keyboard.press(key);
        await heading(page, name);
      }
      await page.keyboard.press('n');
      await page.waitForURL('**/admin/posts/new');
    }),
  );

  it(
    'creates neither HTML nor scripts from strings: Trusted Types block it',
    signedIn(async ({ open, page, expectProblem }) => {
      await open('/admin');
      await heading(page, 'Dashboard');
      const outcome = (act: string) => page.evaluate(`try { ${act}; 'done' } catch (error) { error.name }`);
      expect(await outcome("document.createElement('div').innerHTML = '<b>x</b>'")).to.equal('TypeError');
      expect(await outcome("document.createElement('script').text = 'window.run = 1'")).to.equal('TypeError');
      expect(await outcome("document.createElement('script').src = '/x.js'")).to.equal('TypeError');
      expect(await outcome("trustedTypes.createPolicy('own', {})")).to.equal('TypeError');
      // Mantine sets its style elements this way.
      expect(await outcome("document.createElement('style').innerHTML = 'a > b {}'")).to.equal('done');
      await expectProblem(/^forbidden: (require-trusted-types-for|trusted-types) trusted-types-(sink|policy)/);
      await expectProblem(/^console: .*(TrustedHTML|TrustedScript|Trusted ?Type|policy)/);
    }),
  );

  it(
    'finds commands and posts in its palette',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      await heading(page, 'Dashboard');
      await page.keyboard.press('Control+k');
      const field = page.getByPlaceholder('Search posts and commands…');
      await field.fill('media');
      await page.getByRole('button', { name: 'Go to Media' }).waitFor();
      await page.keyboard.press('Enter');
      await heading(page, 'Media');
      await page.keyboard.press('Control+k');
      await field.fill('long walk');
      await page.getByRole('button', { name: /A long walk along the coast/ }).click();
      await page.waitForURL('**/admin/posts/a-long-walk*');
    }),
  );

  it(
    'lists every command in its palette, in the language of the app',
    signedIn(async ({ open, page }) => {
      await set(use(), { language: 'fr' });
      try {
        await open('/admin');
        await heading(page, 'Tableau de bord');
        await page.keyboard.press('Control+k');
        const actions = page.getByRole('dialog').locator('[data-action]');
        await actions.first().waitFor();
        expect((await actions.allInnerTexts()).map((text) => text.split('\n')[0])).to.deep.equal([
          'Nouvel article',
          'Nouvelle page',
          'Aller à Tableau de bord',
          'Aller à Articles',
          'Aller à Pages',
          'Aller à Étiquettes et catégories',
          'Aller à Auteurs',
          'Aller à Commentaires',
          'Aller à Médias',
          'Aller à Abonnés',
          'Aller à Redirections',
          'Aller à Statistiques',
          'Aller à Corbeille',
          'Aller à Réglages',
          'Réglages › Site',
          'Réglages › Apparence',
          'Réglages › Navigation',
          'Réglages › Commentaires',
          'Réglages › Compte',
          'Réglages › Webhooks',
          'Réglages › Import et export',
          'Réglages › Confidentialité',
          'Passer au thème sombre',
          'Voir le site',
          'Se déconnecter',
          'Se déconnecter partout',
        ]);
        await page.getByPlaceholder('Rechercher articles et commandes…').fill('export reglages');
        await actions.nth(1).waitFor({ state: 'detached' });
        await page.keyboard.press('Enter');
        await page.waitForURL('**/admin/settings?part=transfer');
      } finally {
        await set(use(), { language: 'en' });
      }
    }),
  );

  it(
    'runs the commands: theme, site, sign-out everywhere after a confirmation, sign-out',
    signedIn(async ({ open, page, context }) => {
      await open('/admin');
      await heading(page, 'Dashboard');
      await choose(page, 'dark');
      await page.waitForFunction(() => document.documentElement.dataset['mantineColorScheme'] === 'dark');
      const [site] = await Promise.all([context.waitForEvent('page'), choose(page, 'view site')]);
      await site.waitForURL(/\/$/);
      await choose(page, 'everywhere');
      const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
      await question.getByText('Every session ends, including this one.').waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      await choose(page, 'sign out');
      await page.getByLabel('Password', { exact: true }).waitFor();
      await use().signIn();
    }),
  );

  it(
    'stops what is being loaded before it signs out',
    signedIn(async ({ open, page }) => {
      const order: string[] = [];
      const note = (what: string) => (request: Request) => {
        const [name = ''] = /comments\.all|admin\.logout/.exec(request.url()) ?? [];
        if (name !== '') order.push(`${name} ${what}`);
      };
      page.on('requestfailed', note('aborted')).on('requestfinished', note('finished'));
      // Answered by nobody.
      await page.route(callUrls('comments.all'), () => undefined);
      await open('/admin/comments');
      await heading(page, 'Comments');
      await choose(page, 'sign out');
      await page.getByLabel('Password', { exact: true }).waitFor();
      await until(() => order.length > 1);
      expect(order).to.deep.equal(['comments.all aborted', 'admin.logout finished']);
      await use().signIn();
    }),
  );

  it(
    'loads nothing between the end of the session and its response',
    signedIn(async ({ open, page }) => {
      const ended = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      await page.route(callUrls('admin.logout'), async (route) => {
        const response = await route.fetch();
        ended.resolve();
        await held.promise;
        await route.fulfill({ response });
      });
      await open('/admin');
      await heading(page, 'Dashboard');
      await choose(page, 'sign out');
      await ended.promise;
      const read: string[] = [];
      page.on('request', (request) => request.method() === 'GET' && read.push(new URL(request.url()).pathname));
      await page.getByRole('navigation').getByRole('link', { name: 'Media' }).click();
      await heading(page, 'Media');
      expect(read.filter((path) => path.includes('/trpc/'))).to.deep.equal([]);
      held.resolve();
      await page.getByLabel('Password', { exact: true }).waitFor();
      await use().signIn();
    }),
  );

  it(
    'shows the shortcuts of the queue from its palette where they apply',
    signedIn(async ({ open, page }) => {
      await open('/admin/comments');
      await heading(page, 'Comments');
      await page
        .getByRole('checkbox', { name: 'Select all' })
        .or(page.getByRole('status').filter({ visible: true }))
        .first()
        .waitFor();
      await choose(page, 'keyboard');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await help.getByText('Approve', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
    }),
  );

  it(
    'lists commands before posts, and title matches before text matches',
    signedIn(async ({ open, page }) => {
      const write = (title: string, content: string, date: string) =>
        use().admin('POST', '/api/posts', { title, content, date });
      await write('Zebra media', 'Nothing else.', '2020-01-01');
      for (let day = 10; day < 20; day++) await write(`Day ${day}`, 'Of zebra media.', `2026-02-${day}`);
      await open('/admin');
      await heading(page, 'Dashboard');
      await page.keyboard.press('Control+k');
      const field = page.getByPlaceholder('Search posts and commands…');
      const actions = page.getByRole('dialog').locator('[data-action]');
      await field.fill('zebra media');
      await page.getByRole('dialog').getByText('Day 19').waitFor();
      const names = async () => (await actions.allInnerTexts()).map((text) => text.split('\n')[0]);
      expect((await names()).slice(0, 3)).to.deep.equal(['Zebra media', 'Day 19', 'Day 18']);
      await field.fill('media');
      await page.getByRole('button', { name: 'Go to Media' }).waitFor();
      await page.getByRole('dialog').getByText('Zebra media').waitFor();
      expect((await names()).slice(0, 2)).to.deep.equal(['Go to Media', 'Zebra media']);
    }),
  );

  it(
    'reports that a chunk cannot be loaded, and loads it when the service is back',
    signedIn(async ({ open, page, expectProblem }) => {
      await open('/admin');
      await heading(page, 'Dashboard');
      await page.waitForLoadState('networkidle');
      await page.route(/\/admin\/assets\/|\/trpc\//, (route) => route.abort());
      await page.getByRole('navigation').getByRole('link', { name: 'Media' }).click();
      const alert = page.getByRole('main').getByRole('alert');
      await alert.getByText('The service cannot be reached. Try again in a moment.').waitFor();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await alert.getByRole('button', { name: 'Try again' }).waitFor();
      await page.unroute(/\/admin\/assets\/|\/trpc\//);
      await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
      await alert.getByRole('button', { name: 'Try again' }).click();
      await heading(page, 'Media');
      // Includes styles, and keeps the state of the page.
      expect(
        await page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes('media-'))),
      ).to.equal(true);
      expect(await page.evaluate(() => 'isTheSamePage' in window)).to.equal(true);
      await expectProblem(/ERR_FAILED/);
    }),
  );

  it(
    'shows a screen whose styles arrive while another one is loaded',
    signedIn(async ({ open, page }) => {
      const styles = /\/media-screen-[^/]*\.css$/;
      const held = Promise.withResolvers<void>();
      await page.route(styles, (route) => held.promise.then(() => route.continue()));
      const asked = page.waitForRequest(styles);
      const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });
      await open('/admin');
      await link('Media').click();
      await asked;
      await link('Settings').click();
      await heading(page, 'Settings');
      held.resolve();
      await link('Media').click();
      await heading(page, 'Media');
    }),
  );

  it(
    'preloads the other screens when idle',
    signedIn(async ({ open, page, expectProblem }) => {
      const files = new Set<string>();
      page.on('requestfinished', (request) => files.add(request.url().replace(/^.*\/|-[^/]*$/g, '')));
      await open('/admin');
      await heading(page, 'Dashboard');
      for (const name of ['posts', 'comments', 'media', 'settings']) {
        await page.waitForFunction(
          (name) =>
            performance
              .getEntriesByType('resource')
              .some((one) => one.name.includes(`/${name}-screen-`) && one.name.endsWith('.js')),
          name,
        );
      }
      expect([...files]).to.not.include('editor');
      await page.waitForLoadState('networkidle');
      await page.route(/\/admin\/assets\/|\/trpc\//, (route) => route.abort());
      await page.getByRole('navigation').getByRole('link', { name: 'Media' }).click();
      await heading(page, 'Media');
      await page.getByRole('main').getByText('The service cannot be reached.').waitFor();
      await expectProblem(/ERR_FAILED/);
    }),
  );

  it(
    'shows the whole blog title on hover',
    signedIn(async ({ open, page }) => {
      const title = 'A very long title of a blog that fits into no navigation at all';
      await set(use(), { title });
      await open('/admin');
      await page.getByRole('navigation').getByTitle(title).waitFor();
    }),
  );

  it(
    'keeps the selected theme',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
      await page.getByRole('button', { name: 'Switch to dark' }).click();
      expect(await scheme()).to.equal('dark');
      await page.reload();
      await heading(page, 'Dashboard');
      expect(await scheme()).to.equal('dark');
      await page.getByRole('button', { name: 'Switch to light' }).click();
      expect(await scheme()).to.equal('light');
    }),
  );

  it(
    'uses the language of the site from the first paint',
    signedIn(async ({ open, page }) => {
      await set(use(), { language: 'ja' });
      try {
        await open('/admin');
        await heading(page, 'ダッシュボード');
        expect(await page.evaluate(() => document.documentElement.lang)).to.equal('ja');
      } finally {
        await set(use(), { language: 'en' });
      }
    }),
  );

  it(
    'shows a not-found screen for unknown paths, not that of the site',
    signedIn(async ({ open, page }) => {
      expect(await open('/admin/nowhere')).to.equal(200);
      await page.getByText('Page not found.').waitFor();
    }),
  );

  it(
    'fits a telephone, with its navigation in a menu',
    signedIn(
      async ({ open, page }) => {
        await open('/admin');
        await heading(page, 'Dashboard');
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).click();
        await heading(page, 'Posts');
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).to.be.at.most(0);
      },
      { viewport: { width: 375, height: 812 } },
    ),
  );

  it(
    'passes axe with its palette and the login',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      await heading(page, 'Dashboard');
      await page.waitForLoadState('networkidle');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search posts and commands…').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await page.getByLabel('Password', { exact: true }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    }),
  );

  it(
    'loads less than 250 KB, compressed, before the first screen is rendered',
    signedIn(
      async ({ open, page }) => {
        const bodies: Promise<number>[] = [];
        page.on('requestfinished', (request) => bodies.push(request.sizes().then((sizes) => sizes.responseBodySize)));
        await open('/admin');
        await heading(page, 'Dashboard');
        await page.waitForLoadState('networkidle');
        const total = (await Promise.all(bodies)).reduce((sum, one) => sum + one, 0);
        expect(total).to.be.within(50_000, 250_000);
      },
      { fresh: true },
    ),
  );

  it(
    'works by keyboard alone: sign-in, writing, publishing, moderation, settings, sign-out',
    stranger(async ({ open, page }) => {
      const { keyboard } = page;
      await open('/admin');
      await page.getByLabel('Password', { exact: true }).waitFor();
      await keyboard.type(PASSWORD);
      await keyboard.press('Enter');
      await heading(page, 'Dashboard');

      await keyboard.press('n');
      await page.waitForURL('**/admin/posts/new');
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await keyboard.type('Written without a mouse');
      await keyboard.press('Tab');
      await keyboard.type('Every word of it.');
      await publishByKeys(page);
      await page.waitForURL('**/admin/posts/written-without-a-mouse');
      await page.locator('.published-bar').waitFor();
      expect((await use().call('GET', '/api/posts/written-without-a-mouse')).status).to.equal(200);

      await set(use(), { commentModeration: 'all' });
      const held = await comment(use(), 'written-without-a-mouse', { content: 'Held for now.' }, freshAddress());
      await set(use(), { commentModeration: 'off' });
      await tabTo(page, 'Comments');
      await keyboard.press('Enter');
      await heading(page, 'Comments');
      await page.getByText('Held for now.').first().waitFor();
      await keyboard.press('j');
      await keyboard.press('a');
      await until(() => hasStatus(held.comment.id, 'approved'));

      await keyboard.press('g');
      await keyboard.press('s');
      await heading(page, 'Settings');
      await tabTo(page, 'Title');
      await keyboard.press('Control+a');
      await keyboard.type('Renamed by keys');
      await keyboard.press('Enter');
      await page.getByRole('navigation').getByText('Renamed by keys').waitFor();

      await tabTo(page, 'Sign out');
      await keyboard.press('Enter');
      await page.getByLabel('Password', { exact: true }).waitFor();
    }),
  );

  async function hasStatus(id: string, wanted: string): Promise<boolean> {
    const { body } = await use().admin('GET', '/api/comments?pageSize=100');
    const { comments } = body as { comments: { id: string; status: string }[] };
    return comments.some((one) => one.id === id && one.status === wanted);
  }
});

describeAdmin(
  "the navigation of the administrator's app with all its places",
  ({ use, signedIn }) => {
    for (const language of languageNames) {
      it(
        `fits a telephone and a small window in ${language}, and scrolls in a lower one`,
        signedIn(async ({ open, page }) => {
          await set(use(), { language });
          try {
            await open('/admin');
            const navigation = page.getByRole('navigation');
            await navigation.getByRole('link').nth(12).waitFor();
            const size = async (width: number, height: number) => {
              await page.setViewportSize({ width, height });
              const button = page.locator('.mantine-AppShell-header button');
              if (width < 768 && (await button.getAttribute('aria-expanded')) === 'false') await button.click();
            };
            await size(1280, 720);
            await fits(page);
            await size(375, 812);
            await fits(page);
            await size(1280, 500);
            // The last four are below the places: commands, site, theme, sign-out.
            await fits(page, -4);
            await navigation.locator('a[href$="/settings"]').scrollIntoViewIfNeeded();
            await fits(page, 11);
          } finally {
            await set(use(), { language: 'en' });
          }
        }),
      );
    }
  },
  {
    filled: false,
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'blog@blog.example', SITE_URL: 'https://blog.example' },
  },
);

/** Waits until the entries of the navigation, from this one on, are within their area and the window, text and all. */
async function fits(page: Page, from = 0): Promise<void> {
  await page.waitForFunction((from) => {
    const navigation = document.querySelector('nav')!;
    // Half a pixel may be lost in rounding.
    const isWithin = (own: DOMRect, area: DOMRect) =>
      own.top >= area.top - 1 &&
      own.bottom <= area.bottom + 1 &&
      own.left >= area.left - 1 &&
      own.right <= area.right + 1;
    const screen = new DOMRect(0, 0, innerWidth, innerHeight);
    return [...navigation.querySelectorAll('a, button')].slice(from).every((entry) => {
      const area = (entry.closest('.mantine-ScrollArea-viewport') ?? navigation).getBoundingClientRect();
      const own = entry.getBoundingClientRect();
      const cut = [...entry.querySelectorAll('span')].some((text) => text.scrollWidth > text.clientWidth + 1);
      return own.width > 0 && !cut && isWithin(own, area) && isWithin(own, screen);
    });
  }, from);
}

/** Opens the palette, types, and runs the first result. */
async function choose(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByPlaceholder('Search posts and commands…');
  await field.fill(words);
  await page.getByRole('dialog').locator('[data-action][data-selected]').waitFor();
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
}

async function heading(page: Page, name: string): Promise<void> {
  const shown = page.getByRole('heading', { level: 1, name }).waitFor();
  await shown.catch(async (cause: unknown) => {
    throw new Error(`${page.url()} shows: ${(await page.locator('body').innerText()).slice(0, 500)}`, { cause });
  });
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let turn = 0; turn < 120; turn++) {
    const [stop] = await tabThrough(page, 1);
    if (stop?.name.split('\n')[0] === name) return;
  }
  throw new Error(`Tab does not come to ${name}.`);
}
