import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';

import { createBlogClient } from '../../client/index.ts';
import { openTerminal, type Terminal } from '../support/cli.ts';
import { visit } from '../support/pages.ts';
import { BEFORE_MAILING, passTime } from '../support/pass-time.ts';
import { newFolder } from '../support/run.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';

const SITE = 'https://example.org/blog';

// docs/interface.md, H23
describe('what a site below a path sends', () => {
  let terminal: Terminal;
  let smtp: Smtp;
  /** The URL of the blog behind a proxy. */
  let url: string;
  before(async () => {
    const theme = await newFolder();
    await mkdir(join(theme, 'parts'));
    const entry = '<p><a href="/mine/{{ post.id }}" data-at="{{ site_path }}/x">{{ post.title }}</a></p>';
    await writeFile(join(theme, 'parts', 'entry.liquid'), entry);
    smtp = await startSmtp();
    terminal = await openTerminal({}, { ...smtp.env, SITE: 'on', SITE_URL: SITE, THEME_DIR: theme });
    url = `${terminal.service.url}/blog`;
  });
  after(async () => {
    await terminal?.close();
    await smtp?.stop();
  });

  const admin = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${terminal.service.token}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    expect(answer.status, await answer.clone().text()).to.be.within(200, 202);
  };
  const get = (path: string) => visit(terminal.service, `/blog${path}`);
  const press = (path: string) => visit(terminal.service, path, {}, 'POST');

  it('is reached by the typed client and the command line, whose URL has the path', async () => {
    const env = { OCTAVO_URL: `${url}/` };
    await terminal.json(['posts', 'create', '--title', 'From below', '--file', '-'], {
      env,
      input: 'A [link](/about).',
    });
    const { posts } = await createBlogClient({ url }).posts.list({});
    expect(posts.map(({ id }) => id)).to.deep.equal(['from-below']);
    const wrong = createBlogClient({ url: terminal.service.url, retry: false });
    const refused = await wrong.posts.list({}).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'NOT_FOUND', status: 404 });
    expect(String(refused)).to.include('This blog is at /blog/');
  });

  it('has its path in every link of a mail, and on the pages that they lead to', async () => {
    await admin('PUT', '/api/admin/settings', { ownerEmail: 'owner@example.org', subscribeBox: true });
    await admin('POST', '/api/subscribers', { email: 'ada@reader.example' });
    const [confirmation] = await smtp.received(1);
    const [confirm = ''] = /https:\/\/\S+\/mail\/confirm\/\S+/.exec(confirmation?.text ?? '') ?? [];
    expect((await get(new URL(confirm).pathname.slice('/blog'.length))).text).to.include('href="/blog/assets/site.css');
    expect((await press(new URL(confirm).pathname)).status).to.equal(200);
    await admin('POST', '/api/posts', { title: 'Mailed', content: 'A [link](/about).', notifySubscribers: true });
    await passTime(terminal.service, BEFORE_MAILING);
    await admin('POST', '/api/posts/mailed/comments', { author: 'Bea', content: 'Hello.' });
    const mails = await smtp.received(3);
    for (const { subject, text = '', html = '', headers } of mails) {
      const unsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
      const urls = `${text}\n${html}\n${unsubscribe}`.match(/https?:\/\/[^\s"<>]+/g) ?? [];
      expect(urls, subject).to.not.deep.equal([]);
      for (const one of urls) expect(one, subject).to.match(/^https:\/\/example\.org\/blog(\/|$)/);
      expect(html, subject).to.not.match(/(?:href|src)="\//);
    }
    const post = mails.find(({ subject }) => subject?.includes('Mailed') && !subject.includes('Bea'));
    expect(post?.html).to.include(`href="${SITE}/about"`);
  });

  it('is written by a theme that knows no path, and by one that asks for it', async () => {
    const { text } = await get('/');
    expect(text).to.include('<a href="/blog/mine/from-below" data-at="/blog/x">');
    expect(text).to.include('action="/blog/mail/subscribe"');
  });

  it('follows addresses of an earlier blog, with and without the path', async () => {
    const posts = [{ sourceKey: 'old', title: 'Old', aliases: ['/blog/2019/05/old.html', '/2018/old.html'] }];
    await admin('POST', '/api/admin/import', { posts });
    for (const path of ['/2019/05/old.html', '/2018/old.html']) {
      const { status, headers } = await get(path);
      expect([status, headers.get('location')], path).to.deep.equal([301, '/blog/posts/old']);
    }
  });

  it('sends a form without a script back to where it came from', async () => {
    const answer = await fetch(`${url}/posts/mailed/comments`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: 'https://example.org' },
      body: new URLSearchParams({ author: 'Cai', content: 'By hand.' }),
    });
    expect(answer.status).to.equal(303);
    expect(answer.headers.get('location')).to.match(/^\/blog\/posts\/mailed\?sent=shown/);
  });
});
