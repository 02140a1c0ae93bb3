import { expect } from 'chai';

import type { TitledComment } from '../client/api/types.ts';
import { author, content, send, write as fillIn } from './support/comment-form.ts';
import { set } from './support/comments.ts';
import { write } from './support/posts.ts';
import { describeService, type TestService } from './support/service.ts';
import { describeSite } from './support/site.ts';
import { until } from './support/until.ts';

const MINUTE = 60_000;
/** The comments that such a bot sends in a minute, which is as many as one IP address may send. */
const RATE = 20;

interface Posted {
  status: number;
  retryAfter: string | null;
}

/** Posts the form of a page as bots do that read no script: every field that it has is filled in. */
async function postForm(
  { url }: TestService,
  text: string,
  address: string,
  { trap = '', name = 'Bot' } = {},
): Promise<Posted> {
  const { status, headers } = await fetch(`${url}/posts/harbour/comments`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'cf-connecting-ip': address, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ author: name, content: text, octavo_leave_empty: trap }),
  });
  return { status, retryAfter: headers.get('retry-after') };
}

async function commentsOf({ admin }: TestService): Promise<TitledComment[]> {
  const { body } = await admin('GET', '/api/comments?pageSize=100');
  return (body as { comments: TitledComment[] }).comments;
}

/** The number of comments with each verdict of the filter. */
async function verdictsOf(service: TestService): Promise<Record<string, number>> {
  const comments = await commentsOf(service);
  return Object.fromEntries(
    [...Map.groupBy(comments, ({ spam }) => spam?.verdict ?? 'none')].map(([verdict, { length }]) => [verdict, length]),
  );
}

const statusesOf = (posted: readonly Posted[]) => [...new Set(posted.map(({ status }) => status))];

// docs/interface.md, C28, C29, L1
describeService('a bot that posts by plain HTTP', (use) => {
  beforeEach(async () => {
    await use().database.kysely.deleteFrom('comments').execute();
    await set(use(), { spamFilter: true, commentModeration: 'off' });
    use().clock.advance(MINUTE);
  });
  before(() => write(use(), { id: 'harbour' }));
  const trapped = { trap: 'https://bot.example' };
  const address = (number: number) => `198.51.100.${number}`;
  const text = (number: number) => `Remarkable thoughts, number ${number}.`;

  it('from one IP address fills the hidden field: all comments are spam, and more than 20 in a minute are rejected', async () => {
    for (let minute = 0; minute < 2; minute++) {
      const posted: Posted[] = [];
      for (let at = 0; at < RATE; at++) {
        posted.push(await postForm(use(), text(minute * RATE + at), address(1), trapped));
      }
      expect(statusesOf(posted)).to.deep.equal([303]);
      const refused = await postForm(use(), 'One too many', address(1), trapped);
      expect(refused).to.deep.equal({ status: 429, retryAfter: '60' });
      use().clock.advance(MINUTE);
    }
    expect(await verdictsOf(use())).to.deep.equal({ spam: 2 * RATE });
    const { body } = await use().call('GET', '/api/posts/harbour/comments');
    expect(body.comments).to.deep.equal([]);
  });

  it('from many IP addresses leaves the hidden field empty: two copies of a text reach readers or the owner, the others are spam', async () => {
    const advert = 'You really must see the wonderful offers of my shop.';
    const posted: Posted[] = [];
    for (let at = 0; at < 2 * RATE; at++)
      posted.push(await postForm(use(), advert, address(at), { name: `Bot ${at}` }));
    expect(statusesOf(posted)).to.deep.equal([303]);
    expect(await verdictsOf(use())).to.deep.equal({ good: 1, held: 1, spam: 2 * RATE - 2 });
  });

  it('writes a different text each time: one decision of the owner stops its IP address, and a few stop all', async () => {
    const offer = (at: number) => `Fine shoes number ${at}, big discount this week: https://shop${at}.example/`;
    for (let at = 0; at < 6; at++) {
      await postForm(use(), offer(at), address(9));
      await postForm(use(), `Thank you, ${text(at)}`, address(10));
    }
    expect(await verdictsOf(use())).to.deep.equal({ good: 12 });
    const comments = await commentsOf(use());
    const [offers, thanks] = [true, false].map((isOffer) =>
      comments.filter((one) => one.content.startsWith('Fine') === isOffer).map(({ id }) => id),
    ) as [string[], string[]];
    await use().admin('POST', `/api/comments/${offers[0]}/block`, { by: 'ip' });
    await postForm(use(), offer(6), address(9));
    expect(await verdictsOf(use())).to.deep.equal({ good: 12, spam: 1 });
    await use().admin('POST', '/api/comments/bulk', { action: 'spam', ids: offers });
    await use().admin('POST', '/api/comments/bulk', { action: 'approve', ids: thanks });
    for (let at = 7; at < 7 + RATE; at++) await postForm(use(), offer(at), address(10 + at));
    const { spam, good } = await verdictsOf(use());
    expect({ spam, good }).to.deep.equal({ spam: 7 + RATE, good: 6 });
  });
});

describeSite('a bot with a browser', ({ use, visiting }) => {
  const advert = 'Cheap replica watches: https://shop.example/';
  const stored = async (name: string) => (await commentsOf(use())).find((one) => one.author === name);
  const rulesOf = (found: TitledComment | undefined) => found?.spam?.reasons.map(({ rule }) => rule);

  // docs/interface.md, C28
  it(
    'that fills in every field, also hidden ones, is detected whatever its text',
    visiting(async ({ open, page }) => {
      await set(use(), { spamFilter: true, commentModeration: 'off' });
      await open('/posts/day-1');
      await author(page).fill('Every');
      await content(page).fill('What a fine harbour you have.');
      await page
        .locator('[name=octavo_leave_empty]')
        .first()
        .evaluate((field: HTMLInputElement) => (field.value = 'https://bot.example'));
      await send(page).click();
      await until(async () => (await stored('Every')) !== undefined);
      const found = await stored('Every');
      expect(found?.heldBecause).to.equal('spam');
      expect(rulesOf(found)).to.deep.equal(['honeypot']);
    }),
  );

  // docs/interface.md, C28
  it(
    'that writes like a visitor is detected by its speed and its text',
    visiting(async ({ open, page }) => {
      await set(use(), { spamFilter: true, commentModeration: 'off' });
      await open('/posts/day-1');
      // No time passes in the page, however busy the machine is.
      const time = Date.now();
      await page.clock.install({ time });
      await page.clock.pauseAt(time + 1000);
      await page.reload();
      await fillIn(page, 'Hasty', advert);
      await until(async () => (await stored('Hasty')) !== undefined);
      const found = await stored('Hasty');
      expect(rulesOf(found)).to.deep.equal(['tooQuick', 'advertising']);
      expect(found?.heldBecause).to.equal('spam');
    }),
  );
});
