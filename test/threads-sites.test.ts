import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'chai';
import type { Browser } from 'playwright-core';

import { asVisitor, needBrowser } from './support/browser.ts';
import { comment, expectRefusal, set } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { commentOn, submitTo, threadPath } from './support/page-threads.ts';
import { write } from './support/posts.ts';
import { newFolder } from './support/run.ts';
import { startTestService, type TestService } from './support/service.ts';
import { bringToNow } from './support/site.ts';
import { startSmtp, type Smtp } from './support/smtp.ts';
import { startStaticHost, type StaticHost } from './support/static-host.ts';
import { freshAddress } from './support/visitors.ts';

// docs/interface.md, C40 to C43, C47, C48
describe('one service for a blog and three sites keeps them apart', function () {
  const hosts: StaticHost[] = [];
  let service: TestService;
  let smtp: Smtp;
  /** The same page on each of the three sites. */
  let pages: string[];

  before(async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'index.html'), '<title>Here</title>');
    for (let count = 0; count < 3; count += 1) {
      const host = await startStaticHost();
      host.serve(folder);
      hosts.push(host);
    }
    smtp = await startSmtp();
    service = await startTestService(databaseKinds[0]!, { SITE_URL: 'https://blog.example', ...smtp.env });
    await bringToNow(service);
    await set(service, {
      commentSites: hosts.map(({ origin }, at) => ({ origin, name: `Site ${at}` })),
      reactions: { heart: '❤️' },
      spamFilter: false,
    });
    await write(service, { id: 'ferries', title: 'Ferries' });
    pages = hosts.map(({ origin }) => `${origin}/ferries/`);
  });
  after(async () => {
    for (const host of hosts) host.close();
    await service?.close();
    await smtp?.stop();
  });

  const contents = async (path: string): Promise<string[]> =>
    (await service.call('GET', path)).body.comments.map(({ content }: { content: string }) => content);

  it('in lists, counts, reactions, moderation and exports', async () => {
    for (const [at, page] of pages.entries())
      await commentOn(service, page, { content: `On site ${at}` }, freshAddress());
    await comment(service, 'ferries', { content: 'On the blog' }, freshAddress());
    for (const [at, page] of pages.entries()) expect(await contents(threadPath(page))).to.deep.equal([`On site ${at}`]);
    expect(await contents('/api/posts/ferries/comments')).to.deep.equal(['On the blog']);
    await commentOn(service, pages[1]!, { content: 'Once more' }, freshAddress());
    const { body: counted } = await service.call('POST', '/api/threads/counts', { body: { urls: pages } });
    expect(counted.counts).to.deep.equal([1, 2, 1]);

    await service.call('POST', '/api/threads/reactions', { body: { url: pages[2], reaction: 'heart' } });
    const hearts = await Promise.all(
      pages.map(
        async (url) => (await service.call('GET', `/api/threads/reactions?url=${encodeURIComponent(url)}`)).body,
      ),
    );
    expect(hearts.map(({ reactions }) => reactions.heart)).to.deep.equal([0, 0, 1]);

    for (const [at, { origin }] of hosts.entries()) {
      const { body } = await service.admin('GET', `/api/comments?site=${encodeURIComponent(origin)}`);
      expect(new Set(body.comments.map((one: { thread: { url: string } }) => one.thread.url))).to.deep.equal(
        new Set([pages[at]]),
      );
      const { body: listed } = await service.admin('GET', `/api/admin/threads?site=${encodeURIComponent(origin)}`);
      expect(listed.threads.map(({ url }: { url: string }) => url)).to.deep.equal([pages[at]]);
    }
    const { body: exported } = await service.admin('GET', '/api/admin/export');
    expect(JSON.stringify(exported)).to.include('ferries').and.not.include('thread_');
  });

  it('in moderation: a pending comment is seen on no page until it is approved', async () => {
    await set(service, { commentModeration: 'all' });
    const { comment: held } = await commentOn(service, pages[0]!, { content: 'Pending' }, freshAddress());
    await set(service, { commentModeration: 'off' });
    for (const page of pages) expect(await contents(threadPath(page))).not.to.include('Pending');
    const { body } = await service.admin('GET', '/api/comments?status=pending');
    expect(body.comments.map(({ thread }: { thread: { url: string } }) => thread.url)).to.deep.equal([pages[0]]);
    await service.admin('PUT', `/api/comments/${held.id}`, { status: 'approved' });
    expect(await contents(threadPath(pages[0]!))).to.include('Pending');
    expect(await contents(threadPath(pages[1]!))).not.to.include('Pending');
  });

  it('in mails to the owner: each names its page, and its buttons decide on that comment', async () => {
    await set(service, { commentModeration: 'all', ownerEmail: 'ada@blog.example', notifyOwner: 'immediately' });
    for (const [at, page] of pages.entries()) {
      const before = smtp.mails.length;
      const fields = { content: `Mailed from ${at}`, title: `Page ${at}` };
      const { comment: held } = await commentOn(service, page.replace('ferries', 'mailed'), fields, freshAddress());
      const mail = (await smtp.received(before + 1))[before]!;
      expect(mail.text).to.include(`Mailed from ${at}`).and.include(`Page ${at}`);
      expect(mail.text)
        .to.include(`${page.replace('ferries', 'mailed')}#${held.id}`)
        .and.not.include('/posts/thread_');
      const [, path = ''] = /^Approve: https:\/\/blog\.example(\/mail\/\S+)$/m.exec(mail.text ?? '') ?? [];
      const pressed = await fetch(service.url + path, { method: 'POST', body: '', headers: { origin: 'null' } });
      expect(pressed.status).to.equal(200);
      expect(await contents(threadPath(page.replace('ferries', 'mailed')))).to.deep.equal([`Mailed from ${at}`]);
    }
    await set(service, { commentModeration: 'off', notifyOwner: 'never', ownerEmail: '' });
  });

  it('by Origin: a site writes on its own pages only, and no address of another origin has comments', async () => {
    for (const [at, url] of pages.entries()) {
      for (const [other, { origin }] of hosts.entries()) {
        const answer = await submitTo(service, url, {}, { ...freshAddress(), origin });
        if (other === at) expect(answer.status).to.equal(201);
        else expectRefusal(answer, 403, 'ORIGIN_NOT_ALLOWED');
      }
    }
    const { port } = new URL(hosts[0]!.origin);
    for (const origin of [
      'http://127.0.0.1:1',
      `http://localhost:${port}`,
      'https://127.0.0.1',
      'https://blog.example',
    ])
      expectRefusal(await submitTo(service, `${origin}/ferries/`, {}, freshAddress()), 403, 'SITE_UNKNOWN');
  });

  it('but limits count a visitor once for all of them', async () => {
    const headers = freshAddress();
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) statuses.push((await submitTo(service, pages[at % 3]!, {}, headers)).status);
    expect(statuses.slice(0, 20)).to.deep.equal(Array.from({ length: 20 }, () => 201));
    expect(statuses.at(-1)).to.equal(429);
    expect((await submitTo(service, pages[0]!, {}, freshAddress())).status).to.equal(201);
  });

  describe('in a browser', () => {
    let browser: Browser;
    before(async function () {
      browser = await needBrowser(this);
    });

    it('by CORS: a page reads and writes threads, and nothing else of the service', async () => {
      for (const [at, { origin }] of hosts.entries()) {
        await asVisitor(
          browser,
          origin,
          async ({ page, open, expectProblem }) => {
            await open('/');
            const ask = (path: string, body?: unknown) =>
              page.evaluate(
                async ({ url, json }) => {
                  const init = {
                    method: 'POST',
                    headers: { 'content-type': 'application/json' },
                    body: JSON.stringify(json),
                  };
                  const answer = await fetch(url, json === undefined ? {} : init).catch(() => undefined);
                  return answer?.status ?? 0;
                },
                { url: service.url + path, json: body },
              );
            const words = (url: string) => ({ url, author: 'Ada', content: `From the browser on ${url}` });
            expect(await ask(threadPath(pages[at]!))).to.equal(200);
            expect(await ask('/api/threads/comments', words(pages[at]!))).to.equal(201);
            const other = pages[(at + 1) % 3]!;
            expect(await ask('/api/threads/comments', words(other))).to.equal(403);
            await expectProblem(/status of 403/);
            for (const path of ['/api/posts', '/api/posts/ferries/comments', '/api/site'])
              expect(await ask(path), path).to.equal(0);
            await expectProblem(/CORS|ERR_FAILED/);
          },
          {},
          service.url,
        );
      }
    });
  });
});
