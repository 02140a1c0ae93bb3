import { expect } from 'chai';
import type { BrowserContext, Page, Route } from 'playwright-core';

import { recordTag } from '../../routers/data/record.ts';
import { describeAdmin } from '../support/admin-app.ts';
import { comment, sendSuspicious, set } from '../support/comments.ts';
import { editorOn, markdownOn, typeAtEnd } from '../support/editor.ts';
import { change, read, write } from '../support/posts.ts';
import type { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { freshAddress } from '../support/visitors.ts';

describeAdmin(
  'the app follows the stream of events',
  ({ use, signedIn }) => {
    const streams = (count: number) => until(() => use().services.events.size() === count);

    afterEach(() => streams(0));

    it(
      'offers new comments in the queue, and counts pending ones',
      signedIn(async ({ open, page }) => {
        await open('/admin/comments');
        await streams(1);
        await comment(use(), 'gb-note', { content: 'Written just now' }, freshAddress());
        await page.getByRole('button', { name: '1 new comment: show it' }).click();
        await page.getByText('Written just now').waitFor();
        await page.getByRole('button', { name: /new comment/ }).waitFor({ state: 'detached' });
      }),
    );

    for (const width of [375, 1280]) {
      it(
        `keeps the queue in its place when comments arrive, at ${width} pixels`,
        signedIn(
          async ({ open, page }) => {
            await comment(use(), 'gb-note', { content: `Here at ${width}` }, freshAddress());
            await open('/admin/comments');
            await streams(1);
            const place = () => page.getByText(`Here at ${width}`).evaluate((text) => text.getBoundingClientRect().y);
            const before = await place();
            for (const at of [1, 2, 3]) await comment(use(), 'gb-note', { content: `${width} ${at}` }, freshAddress());
            const offer = page.getByRole('button', { name: '3 new comments: show them' });
            await offer.waitFor();
            expect(await place()).to.equal(before);
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(width);
            await offer.click();
            await page.getByText(`${width} 3`).waitFor();
            await page.getByRole('button', { name: 'Reload' }).waitFor();
          },
          { viewport: { width, height: 800 } },
        ),
      );
    }

    it(
      'counts pending comments that have no event yet',
      signedIn(async ({ open, page }) => {
        await open('/admin/posts');
        await streams(1);
        const badge = page.getByLabel('Comments: 1');
        await badge.waitFor({ state: 'detached' });
        await set(use(), { spamFilter: false });
        await sendSuspicious(use(), 'gb-note', 'Buy this');
        await set(use(), { spamFilter: true });
        await badge.waitFor();
      }),
    );

    it(
      'shows changes saved in another window, and keeps unsaved changes of this one',
      signedIn(async ({ open, page }) => {
        const id = await write(use(), { status: 'draft', title: 'First', content: 'One' });
        await open(`/admin/posts/${id}`);
        await streams(1);
        const title = page.getByLabel('Title', { exact: true });
        await title.waitFor();
        await change(use(), id, { title: 'Second' });
        await until(async () => (await title.inputValue()) === 'Second');
        await title.fill('Mine');
        await change(use(), id, { title: 'Third' });
        await change(use(), id, { category: 'Theirs' });
        await page.getByRole('button', { name: 'Post settings' }).click();
        await change(use(), id, { title: 'Second', category: 'Combined' });
        await until(async () => (await page.getByRole('combobox', { name: 'Category' }).inputValue()) === 'Combined');
        expect(await title.inputValue()).to.equal('Mine');
        expect((await read(use(), id)).title).to.equal('Second');
      }),
    );

    it(
      'does not go back to a working copy that was read before the last save',
      signedIn(async ({ open, page }) => {
        const id = await write(use(), { title: 'Slow', content: 'Shown.' });
        await open(`/admin/posts/${id}`);
        await streams(1);
        await typeAtEnd(page, ' One.');
        const read = Promise.withResolvers<void>();
        const released = Promise.withResolvers<void>();
        const late = async (route: Route) => {
          const response = await route.fetch();
          read.resolve();
          await released.promise;
          await route.fulfill({ response });
        };
        const readAgain = () => page.waitForResponse(/workingCopies\.get/);
        await page.route(/workingCopies\.get/, late, { times: 1 });
        await editorOn(page).save.click();
        await read.promise;
        await typeAtEnd(page, ' Two.');
        const second = readAgain();
        await editorOn(page).save.click();
        await (await second).finished();
        const first = readAgain();
        released.resolve();
        await (await first).finished();
        await page.evaluate(() => fetch('/healthz').then(() => undefined));
        expect(await markdownOn(page)).to.equal('Shown. One. Two.');
      }),
    );

    it(
      'several tabs share one stream',
      signedIn(async ({ open, page, context }) => {
        await open('/admin');
        await streams(1);
        const other = await context.newPage();
        await other.goto('/admin/comments');
        await other.getByRole('heading', { name: 'Comments' }).waitFor();
        await comment(use(), 'gb-idea', { content: 'For both tabs' }, freshAddress());
        await other.getByRole('button', { name: '1 new comment: show it' }).waitFor();
        await page.getByText('For both tabs').waitFor();
        expect(use().services.events.size()).to.equal(1);
        await page.close();
        await streams(1);
        await other.close();
      }),
    );

    // docs/interface.md, K19
    it(
      'shows in every tab what was saved while the stream was interrupted, or another tab took over',
      signedIn(async ({ open, page, context }) => {
        const reopen = await interruptStream(context);
        const [one, two] = [await write(use(), { status: 'draft' }), await write(use(), { status: 'draft' })];
        const shows = (tab: Page, title: string) =>
          until(async () => (await tab.getByLabel('Title', { exact: true }).inputValue()) === title);
        const opened = page.waitForResponse(STREAM);
        reopen();
        await open(`/admin/posts/${one}`);
        await opened;
        await page.waitForRequest(STREAM);
        const other = await context.newPage();
        await other.goto(`/admin/posts/${two}`);
        await shows(other, 'A post');
        for (const id of [one, two]) await change(use(), id, { title: 'Unheard' });
        reopen();
        await shows(page, 'Unheard');
        await shows(other, 'Unheard');

        const taken = other.waitForRequest(STREAM);
        await page.close();
        await taken;
        await change(use(), two, { title: 'Between two tabs' });
        reopen();
        await shows(other, 'Between two tabs');
      }),
    );

    it(
      'lists failed jobs with the reason, and retries and removes them',
      signedIn(async ({ open, page }) => {
        const read = page.waitForResponse(/jobs\.list/);
        await open('/admin');
        await (await read).finished();
        await streams(1);
        const id = await write(use(), { status: 'draft' });
        await failJobs(use(), id);
        await page.getByText('A background job failed.').waitFor();
        const alert = page.getByRole('alert').filter({ hasText: '2 jobs failed' });
        await alert.getByText('Reason: The mailbox is full').first().waitFor();
        await alert.getByRole('button', { name: `Remove: Announce the publication of ${id}` }).click();
        await page.getByText('1 job failed').waitFor();
        await page.getByRole('button', { name: 'Try again: letter' }).click();
        await page.getByText('1 job failed').waitFor({ state: 'detached' });
        const { body } = await use().admin('GET', '/api/admin/jobs');
        expect(body.jobs.map(({ id: job, state }: { id: string; state: string }) => [job, state])).to.deep.equal([
          ['j-letter', 'waiting'],
        ]);
        await use().database.kysely.deleteFrom('jobs').execute();
      }),
    );
  },
  { filled: false, live: true },
);

const STREAM = '**/api/events/stream*';

/** Keeps the stream from opening. The returned function lets it open once, without any other message. */
async function interruptStream(context: BrowserContext): Promise<() => void> {
  let gate = Promise.withResolvers<void>();
  const data = { id: '0-0', type: 'stream.opened', timestamp: new Date().toISOString(), data: {} };
  await context.route(STREAM, async (route) => {
    await gate.promise;
    gate = Promise.withResolvers();
    const body = `data: ${JSON.stringify(data)}\n\n`;
    // Its tab may have been closed.
    await route.fulfill({ contentType: 'text/event-stream', body }).catch(() => undefined);
  });
  return () => gate.resolve();
}

/** Two failed jobs: one about the post, and one of a kind that this release does not run. */
async function failJobs({ database, services }: TestService, post: string): Promise<void> {
  const { key } = await database.kysely
    .selectFrom('posts')
    .select('key')
    .where('slug', '=', post)
    .executeTakeFirstOrThrow();
  const now = new Date(services.clock.now()).toISOString();
  const failed = {
    run_at: now,
    created_at: now,
    attempts: 12,
    state: 'failed',
    reason: 'The mailbox is full',
  } as const;
  await database.kysely
    .insertInto('jobs')
    .values([
      { ...failed, id: 'j-publish', kind: 'publish', data: JSON.stringify({ key }) },
      { ...failed, id: 'j-letter', kind: 'letter', data: '{}' },
    ])
    .execute();
  await services.em.fork().transactional(async (tx) => recordTag(tx, 'jobs.ended'));
}
