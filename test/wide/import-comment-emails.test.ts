import { join } from 'node:path';

import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { comment } from '../support/comments.ts';
import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';
import { newKey } from '../support/keys.ts';
import { linkIn } from '../support/mail-links.ts';
import { startSmtp } from '../support/smtp.ts';
import { take } from '../support/transfer.ts';
import { until } from '../support/until.ts';
import { wxrOf } from '../support/wxr.ts';

const smtp = await startSmtp();

after(() => smtp.stop());

const disqus = `<?xml version="1.0"?><disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">
  <thread dsq:id="1"><link>https://old.example/talk/</link></thread>
  <post dsq:id="2"><message><![CDATA[<p>Of Disqus</p>]]></message><createdAt>2024-03-02T00:00:00Z</createdAt>
  <isDeleted>false</isDeleted><isSpam>false</isSpam><author><name>Ada</name><email>disqus@mail.example</email></author>
  <thread dsq:id="1"/></post></disqus>`;
const commento = JSON.stringify({
  version: 1,
  comments: [
    {
      commentHex: 'a',
      commenterHex: 'c1',
      parentHex: 'root',
      url: '/talk/',
      markdown: 'Of Commento',
      state: 'approved',
      creationDate: '2024-03-03T00:00:00Z',
    },
  ],
  commenters: [{ commenterHex: 'c1', email: 'commento@mail.example', name: 'Bob' }],
});
const lines = [
  {
    type: 'comment',
    sourceKey: 'c1',
    post: 'talk',
    author: 'Eve',
    content: 'Of JSON Lines',
    email: 'Eve@mail.example',
  },
  { type: 'comment', sourceKey: 'c2', post: 'talk', author: 'Eve', content: 'No address', email: 'eve at home' },
];
const wordpress = wxrOf([
  {
    title: 'Old',
    comments: [
      {
        comment_id: 1,
        comment_author: 'Dan',
        comment_author_email: 'dan@mail.example',
        comment_approved: 1,
        comment_content: 'Of WordPress',
      },
    ],
  },
]);

// docs/interface.md, X20
describe('e-mail addresses of writers of imported comments', () => {
  let terminal: Terminal;
  let folder: string;
  before(async () => {
    const environment = { SMTP_URL: smtp.url, MAIL_FROM: 'blog@blog.example', SITE_URL: 'https://blog.example' };
    terminal = await openTerminal(undefined, environment);
    await take(terminal.service, [{ sourceKey: 'talk', title: 'Talk', aliases: ['/talk/'] }]);
    await terminal.service.admin('PUT', '/api/admin/settings', { commentModeration: 'off' });
    folder = await writeFiles(join(terminal.folder, 'exports'), {
      'disqus.xml': disqus,
      'commento.json': commento,
      'blog.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
      'blog.xml': wordpress,
    });
    const isso = new BetterSqlite3(join(folder, 'isso.db'));
    isso.exec(`create table threads (id integer primary key, uri varchar, title varchar);
      create table comments (tid, id integer primary key, parent, created, mode, text, author, email);
      insert into threads values (1, '/talk/', 'Talk');
      insert into comments values (1, 1, null, 1709337600, 1, 'Of Isso', 'Finn', 'isso@mail.example')`);
    isso.close();
  });
  after(() => terminal?.close());

  const imports: Record<string, string> = {
    disqus: 'disqus.xml',
    commento: 'commento.json',
    jsonl: 'blog.jsonl',
    wordpress: 'blog.xml',
    isso: 'isso.db',
  };
  const expected = {
    'Of Disqus': 'disqus@mail.example',
    'Of Commento': 'commento@mail.example',
    'Of JSON Lines': 'eve@mail.example',
    'No address': null,
    'Of WordPress': 'dan@mail.example',
    'Of Isso': 'isso@mail.example',
  };
  const shown = async (token?: string) => {
    const { body } = await terminal.service.call('GET', '/api/comments?pageSize=100', { token });
    const found = body.comments as { id: string; content: string; email: string | null }[];
    return Object.fromEntries(found.map(({ content, email }) => [content, email]));
  };

  it('are kept with --keep-email for the owner alone', async () => {
    for (const [format, file] of Object.entries(imports)) {
      const report = await terminal.json(['import', format, join(folder, file), '--keep-email']);
      expect(report.refused, format).to.deep.equal([]);
    }
    expect(await shown(terminal.service.token)).to.deep.equal(expected);
    const byKey = await shown(await newKey(terminal.service, 'comments'));
    expect(Object.values(byKey)).to.deep.equal(Object.values(expected).map(() => null));
    const answer = await terminal.service.call('GET', '/api/posts/talk/comments');
    expect(answer.status).to.equal(200);
    expect(JSON.stringify(answer.body)).to.include('Of Disqus').and.to.not.include('mail.example');
  });

  it('get no mail, not even when the same person later confirms the address elsewhere', async () => {
    const { service } = terminal;
    const { body } = await service.call('GET', '/api/posts/talk/comments');
    const old = (body.comments as { id: string; content: string }[]).find(({ content }) => content === 'Of Disqus')!;
    await comment(service, 'talk', { content: 'Before', author: 'Gus', parentId: old.id });
    await comment(service, 'talk', { content: 'New', author: 'Ada', email: 'disqus@mail.example', notify: true });
    await until(() => smtp.mails.length > 0);
    const [asked] = smtp.mails;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await service.call('POST', linkIn(asked, 'confirm'), { raw: '', headers });
    await comment(service, 'talk', { content: 'After', author: 'Gus', parentId: old.id });
    // A mail to somebody else, after which none is waiting.
    await comment(service, 'gb-note', { content: 'Last', author: 'Hal', email: 'hal@mail.example', notify: true });
    await until(() => smtp.mails.some(({ recipients }) => recipients[0] === 'hal@mail.example'));
    expect(smtp.mails.map(({ recipients }) => recipients.join())).to.deep.equal([
      'disqus@mail.example',
      'hal@mail.example',
    ]);
  });

  it('are found and erased for the person', async () => {
    const { service } = terminal;
    const list = await service.admin('POST', '/api/admin/privacy/list', { of: 'isso@mail.example' });
    expect(list.body.comments.map(({ content }: { content: string }) => content)).to.deep.equal(['Of Isso']);
    const erased = await service.admin('POST', '/api/admin/privacy/erase', { of: 'isso@mail.example' });
    expect(erased.body).to.include({ deleted: 1 });
    expect(Object.values(await shown(service.token))).to.not.include('isso@mail.example');
  });
});
