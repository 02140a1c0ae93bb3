import { expect } from 'chai';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';

import { sha256 } from '../../routers/base/secrets.ts';
import { languageNames, type Language } from '../../shared/languages.ts';
import { callUrls, describeAdmin, TOKEN_KEY } from '../support/admin-app.ts';
import { accessibilityProblems, BOTH_DIRECTIONS } from '../support/axe.ts';
import { hasFocus } from '../support/browser.ts';
import { comment, set } from '../support/comments.ts';
import { SAMPLE } from '../support/sample-posts.ts';
import { PASSWORD, type TestService } from '../support/service.ts';
import { login, statusOf } from '../support/sessions.ts';
import { freshAddress } from '../support/visitors.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A part of the dashboard by its heading. */
const part = (page: Page, name: string) => page.getByRole('region', { name });

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';

describeAdmin(
  'new sign-ins on the dashboard',
  ({ use, signedIn }) => {
    const signIns = (page: Page) => part(page, 'New sign-ins');
    /** The owner's device, and two unknown ones. */
    async function signInFromElsewhere(): Promise<string[]> {
      await use().database.kysely.deleteFrom('known_devices').execute();
      const { kysely } = use().database;
      // All but the session of the page.
      await kysely.deleteFrom('sessions').where('token_hash', '<>', sha256(use().token)).execute();
      const tokens: string[] = [];
      for (const [agent, address] of [
        ['curl/8.1', '203.0.113.1'],
        [SAFARI, '203.0.113.1'],
        [FIREFOX, '198.51.100.1'],
      ] as const) {
        const headers = { 'user-agent': agent, 'cf-connecting-ip': address };
        tokens.push((await login(use(), PASSWORD, headers)).body.token as string);
        use().clock.advance(1000);
      }
      return tokens;
    }

    it(
      'lists them until the owner confirms the device or ends its session',
      signedIn(async ({ open, page }) => {
        const [, safari, firefox] = await signInFromElsewhere();
        await open('/admin');
        await signIns(page).getByText('New sign-in: Firefox on Linux').waitFor();
        expect(await signIns(page).getByRole('listitem').count()).to.equal(2);
        await signIns(page).getByRole('button', { name: 'End the session: Firefox on Linux' }).click();
        await signIns(page).getByText('Firefox').waitFor({ state: 'detached' });
        expect(await statusOf(use(), firefox!)).to.equal(401);
        await page.waitForFunction(() => document.activeElement?.localName === 'ul');
        await signIns(page).getByRole('button', { name: 'This was me: Safari on macOS' }).press('Enter');
        await signIns(page).waitFor({ state: 'detached' });
        await page.waitForFunction(() => document.activeElement?.id === 'main');
        expect(await statusOf(use(), safari!)).to.equal(200);
        await page.reload();
        await part(page, 'Newest comments').waitFor();
        await page.waitForLoadState('networkidle');
        expect(await signIns(page).count()).to.equal(0);
      }),
    );

    it(
      'does not offer to end the current session, and accepts one that has ended',
      signedIn(async ({ open, page }) => {
        const [, safari, firefox] = await signInFromElsewhere();
        await use().call('POST', '/api/admin/logout', { token: safari });
        await page.goto('/healthz');
        await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [TOKEN_KEY, firefox!]);
        await open('/admin');
        const line = (device: string) => signIns(page).getByRole('listitem').filter({ hasText: device });
        await line('Firefox').getByText('This session').waitFor();
        await line('Safari').getByText('The session has ended.').waitFor();
        expect(await signIns(page).getByRole('button', { name: 'End' }).count()).to.equal(0);
      }),
    );

    it(
      'fits a telephone in every language, and passes axe in both directions',
      signedIn(
        async ({ open, page }) => {
          await signInFromElsewhere();
          for (const language of languageNames) {
            await use().admin('PUT', '/api/admin/settings', { language });
            await open('/admin');
            await page.locator('#new-sign-ins').waitFor();
            await page.waitForLoadState('networkidle');
            expect(await page.evaluate(() => document.documentElement.scrollWidth), language).to.equal(375);
            if (BOTH_DIRECTIONS.has(language)) expect(await accessibilityProblems(page), language).to.deep.equal([]);
          }
          await use().admin('PUT', '/api/admin/settings', { language: 'en' });
        },
        { viewport: { width: 375, height: 800 } },
      ),
    );
  },
  { filled: false },
);

describeAdmin('the dashboard', ({ use, signedIn }) => {
  before(() => fillNumbers(use()));

  it(
    'shows views, likes and comments by day with totals for 7, 30 or 90 days',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      const readers = part(page, 'Readers');
      const rows = readers.getByRole('table').locator('tbody tr');
      await readers.getByText('112').waitFor();
      expect(await rows.count()).to.equal(30);
      expect(await rows.last().locator('td').allInnerTexts()).to.deep.equal(['2', '1', '11']);
      expect(await rows.nth(24).locator('td').allInnerTexts()).to.deep.equal(['110', '0', '0']);
      await readers.getByText('7 days').click();
      await expectCount(page, 7);
      await readers.getByText('90 days').click();
      await expectCount(page, 90);
      await readers.getByText('1,112').waitFor();
    }),
  );

  it(
    'shows the values of a day on hover and by arrow keys',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      const chart = page.getByRole('slider', { name: 'Views by day' });
      await chart.focus();
      expect(await chart.getAttribute('aria-valuetext')).to.match(/\d{4}: 2$/);
      for (let day = 0; day < 5; day++) await page.keyboard.press('ArrowLeft');
      expect(await chart.getAttribute('aria-valuetext')).to.match(/\d{4}: 110$/);
      await chart.getByText('110', { exact: true }).waitFor();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowLeft');
      expect(await chart.getAttribute('aria-valuenow')).to.equal('0');
      await page.keyboard.press('Escape');
      expect(await chart.locator('.chart-tip').count()).to.equal(0);

      const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
      await chart.hover({ position: { x: width - 2, y: height / 2 } });
      await chart.locator('.chart-tip').getByText('2', { exact: true }).waitFor();
      // The tooltip is below the heading of its chart, and above the bars.
      const tip = await chart.locator('.chart-tip').boundingBox();
      const heading = await page
        .getByRole('paragraph')
        .filter({ hasText: /^Views$/ })
        .boundingBox();
      expect(tip!.y).to.be.at.least(heading!.y + heading!.height);
      // The other charts select the same day.
      const likes = page.getByRole('slider', { name: 'Likes by day' });
      await likes.locator('.chart-tip').getByText('1', { exact: true }).waitFor();
    }),
  );

  it(
    'lists the most viewed posts of the selected period',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      const popular = part(page, 'Popular posts');
      const first = popular.getByRole('listitem').first();
      await first.getByText('112 views · 1 like · 5 comments').waitFor();
      await popular.getByText('7 days').click();
      await first.getByText('112 views').waitFor();
      await popular.getByText('All time').click();
      await first.getByText('2 views · 1 like · 5 comments').waitFor();
      await first.getByRole('link').click();
      await page.waitForURL(`**/admin/posts/${SAMPLE.long}`);
    }),
  );

  it(
    'shows the newest comments as written, marks pending ones and links to the queue',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      const comments = part(page, 'Newest comments');
      await comments.getByText('Fish & <chips>').waitFor();
      expect(await comments.getByRole('listitem').count()).to.equal(5);
      const held = comments.getByRole('listitem').filter({ hasText: 'Fish & <chips>' });
      await held.getByRole('link', { name: 'Pending' }).click();
      await page.waitForURL('**/admin/comments?status=pending');
      await page.goBack();
      await comments.getByRole('link', { name: 'All comments' }).click();
      await page.waitForURL('**/admin/comments');
    }),
  );

  it(
    'names sections of the guestbook as the queue does',
    signedIn(async ({ open, page }) => {
      const { comment: idea } = await comment(use(), 'gb-idea', { content: 'A swing in the garden' }, freshAddress());
      await open('/admin');
      const line = part(page, 'Newest comments').getByRole('listitem').filter({ hasText: 'A swing in the garden' });
      await line.getByRole('link', { name: 'on “Guestbook: ideas”' }).waitFor();
      await use().admin('DELETE', `/api/comments/${idea.id}`);
    }),
  );

  it(
    'groups browser errors, shows their stack, and clears them after a confirmation',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      const errors = part(page, 'Browser errors');
      const first = errors.getByRole('listitem').filter({ hasText: 'goat is not defined' });
      await first.getByText('2 times').waitFor();
      const stack = first.getByText('at run (');
      expect(await stack.isVisible()).to.equal(false);
      await first.locator('summary').press('Enter');
      await stack.waitFor();

      await errors.getByRole('button', { name: 'Next' }).click();
      await errors.getByText('error 0').waitFor();

      const clear = errors.getByRole('button', { name: 'Clear errors' });
      const dialog = page.getByRole('dialog');
      await clear.click();
      await dialog.getByText('All 7 reported errors').waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.textContent === 'Clear errors');
      expect(await hasFocus(clear)).to.equal(true);
      expect((await use().admin('GET', '/api/admin/errors')).body.total).to.equal(7);

      await clear.press('Enter');
      await dialog.getByRole('button', { name: 'Clear errors' }).click();
      await page.getByRole('status').filter({ hasText: 'Errors cleared.' }).waitFor();
      await errors.getByText('No browser errors.').waitFor();
      expect((await use().admin('GET', '/api/admin/errors')).body.total).to.equal(0);
    }),
  );

  it(
    'shows the health of the service as text and icons',
    signedIn(async ({ open, page }) => {
      await open('/admin');
      const health = part(page, 'Health');
      await health.getByText(/^SQLite \d.*B$/).waitFor();
      const words = (await health.innerText()).replaceAll(/\s+/g, ' ');
      expect(words).to.match(
        /Database .* OK Counters In memory OK Disk .* free Enough Backups Not set up Memory .*[MG]B Uptime/,
      );
      expect(words).to.match(/Uptime \d.* Version Octavo \d+\.\d+\.\d+ · Node \d+/);
      await health.getByText('0 waiting').waitFor();
      await health.getByText('On time').waitFor();
      expect(await health.locator('svg').count()).to.equal(5);
    }),
  );

  it(
    'warns when less than a tenth of the disk is free, and when a dependency does not respond',
    signedIn(async ({ open, page }) => {
      await changeAnswer(page, 'admin.health', (health) => ({
        ...health,
        disk: { free: 9_900_000_000, total: 100_000_000_000 },
        uptime: 3 * 86_400 + 59 * 60,
        counters: { store: 'redis', ok: false },
        backup: { place: '/backups', lastAt: null, bytes: null, ok: false, problem: 'The disk is full.' },
        notices: ['WORKERS_OBSOLETE', 'BACKUP_FAILED', 'MAIL_WITHOUT_SITE', 'MAIL_FROM_RESERVED'],
      }));
      await open('/admin');
      const health = part(page, 'Health');
      await health.getByText('None yet · The disk is full.').waitFor();
      await health.getByText('could not make a backup').waitFor();
      await health.getByText('9.9 GB of 100 GB free').waitFor();
      await health.getByText('Almost full').waitFor();
      await health.getByText('3 days', { exact: true }).waitFor();
      await health.getByText('Not counting').waitFor();
      await health.getByText('WORKERS is obsolete').waitFor();
      await health.getByText('mails have no links').waitFor();
      await health.getByText('MAIL_FROM has a domain reserved for examples').waitFor();
      expect(await health.locator('.bad svg').count()).to.equal(3);
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    }),
  );

  it(
    'passes axe',
    signedIn(async ({ open, page }) => {
      await use().call('POST', '/api/errors', { body: { message: 'oops', stack: 'at a:1' } });
      await open('/admin');
      await part(page, 'Browser errors').locator('summary').first().click();
      await page.getByRole('slider', { name: 'Views by day' }).focus();
      await page.waitForLoadState('networkidle');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    }),
  );

  it(
    'fits a telephone in every language',
    signedIn(
      async ({ open, page }) => {
        for (const [language, heading] of Object.entries(headings)) {
          await set(use(), { language });
          await open('/admin');
          await page.getByRole('heading', { level: 2, name: heading }).waitFor();
          await page.waitForLoadState('networkidle');
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width, language).to.equal(375);
        }
        await set(use(), { language: 'en' });
      },
      { viewport: { width: 375, height: 800 } },
    ),
  );
});

describeAdmin('a part of the dashboard that fails to load', ({ use, signedIn }) => {
  it(
    'shows a skeleton while loading',
    signedIn(async ({ open, page }) => {
      let go = () => undefined as void;
      const gate = new Promise<void>((resolve) => (go = resolve));
      await page.route(callUrls('stats.days'), async (route) => {
        await gate;
        await route.continue();
      });
      await open('/admin');
      await part(page, 'Readers').getByRole('status', { name: 'Loading…' }).waitFor();
      go();
      await part(page, 'Readers').getByRole('slider').first().waitFor();
      expect(await part(page, 'Readers').getByRole('status').count()).to.equal(0);
    }),
  );

  it(
    'shows an error with a retry button, and does not affect the other parts',
    signedIn(async ({ open, page }) => {
      const { kysely } = use().database;
      await sql`alter table error_reports rename to elsewhere`.execute(kysely);
      await open('/admin');
      const errors = part(page, 'Browser errors');
      await errors.getByRole('alert').waitFor();
      await part(page, 'Health').getByText('Database').waitFor();
      await part(page, 'Readers').getByRole('slider').first().waitFor();
      await sql`alter table elsewhere rename to error_reports`.execute(kysely);
      await errors.getByRole('button', { name: 'Try again' }).click();
      await errors.getByText('No browser errors.').waitFor();
    }),
  );
});

describeAdmin("the menu of the administrator's app on a telephone", ({ signedIn }) => {
  it(
    'closes with Escape, and when the current screen is selected',
    signedIn(
      async ({ open, page }) => {
        await open('/admin');
        const menu = page.getByRole('button', { name: 'Menu' });
        const here = page.getByRole('navigation').getByRole('link', { name: 'Dashboard' });
        await menu.click();
        expect(await menu.getAttribute('aria-expanded')).to.equal('true');
        await here.focus();
        await page.keyboard.press('Escape');
        await here.waitFor({ state: 'hidden' });
        expect(await hasFocus(menu)).to.equal(true);
        await menu.click();
        await here.click();
        await here.waitFor({ state: 'hidden' });
        expect(await menu.getAttribute('aria-expanded')).to.equal('false');
      },
      { viewport: { width: 375, height: 812 } },
    ),
  );
});

describeAdmin(
  'the dashboard of an empty blog',
  ({ use, signedIn }) => {
    it(
      'lists the first steps and their state until there is a post and a site URL',
      signedIn(async ({ open, page }) => {
        await open('/admin');
        const steps = part(page, 'First steps').getByRole('listitem');
        const done = () => part(page, 'First steps').getByLabel('Done').count();
        await steps.first().waitFor();
        expect(await steps.allInnerTexts()).to.deep.equal([
          'Choose a title',
          'Choose a look',
          'Write a post',
          'Import the posts of another blog',
          'Set the site address',
          'Set up mail: SMTP_URL and MAIL_FROM (docs/mail.md)',
          'Set up backups: BACKUP_DIR or BACKUP_S3 (docs/operating.md)',
        ]);
        await part(page, 'Health').getByText('Not set up').waitFor();
        expect(await done()).to.equal(0);
        for (const text of ['No views in this period', 'No comments yet', 'No browser errors']) {
          await page.getByText(text).waitFor();
        }
        expect(await accessibilityProblems(page)).to.deep.equal([]);

        await set(use(), { title: 'Notes from the coast' });
        await open('/admin');
        await part(page, 'First steps').getByLabel('Done').waitFor();
        expect(await done()).to.equal(1);
        await steps.nth(4).getByRole('link').click();
        await page.waitForURL('**/admin/settings?part=site');

        await use().admin('POST', '/api/posts', { title: 'The first' });
        await open('/admin');
        await part(page, 'First steps').getByLabel('Done').nth(2).waitFor();
        // The post makes an import needless.
        expect(await done()).to.equal(3);

        await set(use(), { siteUrl: use().url });
        await open('/admin');
        await part(page, 'Health').getByText('Database').waitFor();
        expect(await part(page, 'First steps').count()).to.equal(0);
      }),
    );
  },
  { filled: false },
);

const headings = {
  ar: 'القراء',
  de: 'Leserschaft',
  fr: 'Lectorat',
  es: 'Lectores',
  he: 'קוראים',
  ja: '読者',
  'zh-CN': '读者',
} satisfies Record<Exclude<Language, 'en'>, string>;

/** 1,112 views of 90 days, one like, a pending comment, and seven errors, one of them reported twice. */
async function fillNumbers(service: TestService): Promise<void> {
  const { call, clock, database } = service;
  for (let visitor = 0; visitor < 2; visitor++) {
    await call('POST', `/api/posts/${SAMPLE.long}/view`, { headers: freshAddress() });
  }
  await call('POST', `/api/posts/${SAMPLE.long}/like`, { headers: freshAddress() });
  await service.services.views.flush();
  const { key } = await database.kysely
    .selectFrom('posts')
    .select('key')
    .where('slug', '=', SAMPLE.long)
    .executeTakeFirstOrThrow();
  for (const [back, views] of [
    [5, 110],
    [60, 1000],
  ] as const) {
    const day = new Date(clock.now() - back * DAY).toISOString().slice(0, 10);
    await database.kysely.insertInto('daily_stats').values({ post_key: key, day, views, likes: 0 }).execute();
  }
  await set(service, { commentModeration: 'all' });
  await comment(service, SAMPLE.long, { author: 'Fay', content: 'Fish & <chips>' }, freshAddress());
  await set(service, { commentModeration: 'off' });

  const report = (message: string) =>
    call('POST', '/api/errors', { body: { message, stack: 'Error\n    at run (https://blog.example/a.js:1:2)' } });
  for (let number = 0; number < 6; number++) {
    await report(`error ${number}`);
    clock.advance(1);
  }
  for (let time = 0; time < 2; time++) await report('goat is not defined');
}

async function expectCount(page: Page, days: number): Promise<void> {
  await page.waitForFunction((days) => document.querySelectorAll('main tbody tr').length === days, days);
}

/** Changes the response to a procedure on the way to the page. */
async function changeAnswer(
  page: Page,
  procedure: string,
  change: (data: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await page.route(callUrls(procedure), async (route) => {
    const response = await route.fetch();
    const at = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',').indexOf(procedure);
    const answers = (await response.json()) as { result: { data: { json: Record<string, unknown> } } }[];
    const { data } = answers[at]!.result;
    data.json = change(data.json);
    await route.fulfill({ response, json: answers });
  });
}
