import { copyFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

import { OTHER_NAME } from './chromium.ts';
import { asVisitor, needBrowser, type Visitor, type VisitorOptions } from './browser.ts';
import { comment, set } from './comments.ts';
import { databaseKinds } from './databases.ts';
import { write } from './posts.ts';
import { HOSTILE_COMMENT, SAMPLE, samplePosts } from './sample-posts.ts';
import { startTestService, type TestService } from './service.ts';
import { freshAddress } from './visitors.ts';

/** Options of a visit. */
export interface VisitOptions extends VisitorOptions {
  /** Over HTTP with another host name, as from another machine: there browsers have no Web Crypto. */
  fromElsewhere?: boolean;
}

/** The sample site. */
export interface SiteTools {
  /** The service; its clock stands still between two visits. */
  use(): TestService;
  /** The path of the preview of the draft. */
  preview(): string;
  /** A test body as a new visitor, like `asVisitor`: `it('…', visiting(async ({ open, page }) => { … }))` */
  visiting(act: (visitor: Visitor) => Promise<void>, options?: VisitOptions): () => Promise<void>;
}

/**
 * Runs tests in a real browser on a site of 25 posts, comments and a guestbook; skips them without a browser.
 *
 * @param options.worker whether the site gets its service worker
 */
export function describeSite(title: string, tests: (site: SiteTools) => void, { worker = false } = {}): void {
  describe(title, function () {
    let browser: Browser;
    let service: TestService | undefined;
    let preview: string;
    const use = () => service!;
    before(async function () {
      browser = await needBrowser(this);
      const sample = await (filled ??= fillDatabase());
      const DATABASE_URL = await sqlite.freshUrl();
      await copyFile(fileOf(sample.url), fileOf(DATABASE_URL));
      service = await startTestService(sqlite, { SITE: 'on', DATABASE_URL }, { now: Date.now() });
      preview = sample.preview;
    });
    after(() => service?.close());
    tests({
      use,
      preview: () => preview,
      visiting: (act, { fromElsewhere = false, ...options } = {}) => {
        return async () => {
          await bringToNow(use());
          const { port, origin } = new URL(use().url);
          await asVisitor(browser, fromElsewhere ? `http://${OTHER_NAME}:${port}` : origin, act, {
            serviceWorkers: worker ? 'allow' : 'block',
            ...options,
          });
        };
      },
    });
  });
}

/** Browsers use their own clock for relative times. */
export async function bringToNow(service: TestService): Promise<void> {
  const behind = Date.now() - service.clock.now();
  if (behind <= 0) return;
  service.clock.advance(behind);
  await service.signIn();
}

/** Creates the content of the sample blog. Returns the path of the preview of its draft. */
export async function fillSite(service: TestService): Promise<string> {
  await set(service, { title: 'A sample blog', description: 'One of everything.', author: 'Ada Sample' });
  // The filter would hold the hostile comments, which pages have to show.
  await set(service, { spamFilter: false });
  for (const post of samplePosts()) await write(service, post);
  await fillThreads(service);
  await set(service, { spamFilter: true });
  const { body } = await service.admin('POST', `/api/posts/${SAMPLE.draft}/preview-link`);
  return `/preview/${body.token}`;
}

const sqlite = databaseKinds[0]!;
const fileOf = (url: string) => url.slice('sqlite:'.length);

/** The database of the sample site, which each suite of this process copies: filling it takes longer than starting. */
let filled: Promise<{ url: string; preview: string }> | undefined;

async function fillDatabase(): Promise<{ url: string; preview: string }> {
  const url = await sqlite.freshUrl('administrator');
  const service = await startTestService(sqlite, { SITE: 'on', DATABASE_URL: url }, { now: Date.now() });
  try {
    return { url, preview: await fillSite(service) };
  } finally {
    await service.close();
  }
}

async function fillThreads(service: TestService): Promise<void> {
  const say = (thread: string, fields: Record<string, unknown>) => comment(service, thread, fields, freshAddress());
  const first = await say(SAMPLE.long, { author: 'Bea', content: 'What became of the goat?\n\nI have to know.' });
  const reply = await say(SAMPLE.long, { author: 'Ada', content: 'It is well.', parentId: first.comment.id });
  await say(SAMPLE.long, { author: 'Bea', content: 'Good.', parentId: reply.comment.id });
  await say(SAMPLE.long, { author: '读者', content: '写得真好。' });
  const pinned = await say(SAMPLE.long, { author: 'Cai', content: `A long word: ${'x'.repeat(300)}` });
  await service.admin('PUT', `/api/comments/${pinned.comment.id}`, { pinned: true });
  await say(SAMPLE.hostile, { author: '<b onclick=alert(1)>Mallory</b>', content: HOSTILE_COMMENT });
  const note = await say('gb-note', { author: 'Dan', content: 'Greetings from the other side of the hill.' });
  await say('gb-note', { author: 'Ada', content: 'Come over some time.', parentId: note.comment.id });
  await say('gb-note', { author: 'Mallory', content: HOSTILE_COMMENT });
  await say('gb-idea', { author: 'Eve', content: 'More pictures of the goat, please.' });
}
