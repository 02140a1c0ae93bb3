import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';
import { XMLParser } from 'fast-xml-parser';

import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';
import { everyRow } from '../support/sessions.ts';
import { skip } from '../support/skip.ts';
import { take } from '../support/transfer.ts';

const realDisqus = fileURLToPath(new URL('../../../shared/data/disqus/disqus.xml', import.meta.url));

/** A comment as the test compares it. */
interface Shown {
  text: string;
  author: string;
  date: string;
  /** The text of the parent. */
  below: string | null;
  status: string;
}

// docs/interface.md, X9
describe('comments for posts that are here', () => {
  let terminal: Terminal;
  before(async () => {
    terminal = await openTerminal();
    await take(terminal.service, [
      { sourceKey: 'light', title: 'First light', aliases: ['/2024/02/first-light.html', '/blog/2013/02/12/redacted'] },
      { sourceKey: 'p:talk', title: 'Talk' },
      { sourceKey: 'home', title: 'Home', aliases: ['/'] },
      { sourceKey: 'old', id: 'old-name', title: 'Old' },
      { sourceKey: 'p:remark', title: 'Remark' },
      { sourceKey: 'p:commento', title: 'Commento' },
      { sourceKey: 'p:isso', title: 'Isso' },
    ]);
    await terminal.run(['posts', 'rename', 'old-name', 'new-name']);
  });
  after(() => terminal?.close());

  async function shownOf(post: string): Promise<Shown[]> {
    const { body } = await terminal.service.admin('GET', `/api/comments?post=${post}&pageSize=100`);
    const items = (body as { comments: Record<string, string | null>[] }).comments;
    const parentOf = (id: string | null | undefined) => items.find((one) => one['id'] === id);
    return items
      .map((one) => ({
        text: decoded(one['content']),
        author: String(one['author']),
        date: String(one['date']),
        below: one['parent_id'] === null ? null : decoded(parentOf(one['parent_id'])?.['content']),
        status: String(one['status']),
      }))
      .toSorted((one, other) => (one.date < other.date ? -1 : 1));
  }

  /** Imports a file in a dry run and twice; returns the first report. */
  async function bring(format: string, file: string, count: number) {
    const tried = await terminal.json(['import', format, file, '--dry-run']);
    const report = await terminal.json(['import', format, file]);
    const again = await terminal.json(['import', format, file]);
    expect(report.refused).to.deep.equal([]);
    expect(tried).to.deep.equal({ ...report, dryRun: true });
    expect(report.comments).to.deep.equal({ new: count, unchanged: 0 });
    expect(again.comments).to.deep.equal({ new: 0, unchanged: count });
    return report as { skipped: { file: string; reason: string }[] };
  }

  it('takes those of a real export of Disqus', async function () {
    if (!existsSync(realDisqus)) skip(this, `there is no ${realDisqus}`, { optional: true });
    const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });
    interface Post {
      '@_dsq:id': string;
      message: string;
      createdAt: string;
      isDeleted: string;
      author: { name: string };
      thread: { '@_dsq:id': string };
    }
    const { disqus } = parser.parse(await readFile(realDisqus, 'utf8')) as { disqus: { post: Post[] } };
    const file = join(terminal.folder, 'disqus.xml');
    await copyFile(realDisqus, file);
    const placed = (thread: string) =>
      disqus.post
        .filter((one) => one.thread['@_dsq:id'] === thread && one.isDeleted === 'false')
        .map((one) => ({
          text: one.message.replace(/<[^>]+>/g, ''),
          author: one.author.name,
          date: `${one.createdAt.slice(0, -1)}.000Z`,
        }));
    const report = await bring('disqus', file, placed('2').length + placed('7').length);
    expect(report.skipped).to.have.deep.members([
      { file: 'comment 6', reason: 'The export does not say on which page it was written.' },
      { file: 'comment 9', reason: 'It is deleted.' },
    ]);
    for (const [post, thread] of [
      ['home', '2'],
      ['first-light', '7'],
    ] as const) {
      const shown = await shownOf(post);
      expect(shown.map(({ text, author, date }) => ({ text, author, date }))).to.deep.equal(placed(thread));
    }
    expect((await shownOf('home')).map(({ below }) => below)).to.deep.equal([null, '...', null]);
  });

  it('takes those of Disqus: deep threads in any order, former ids, and pages without a post', async () => {
    const post = (id: number, thread: number, more = '') =>
      `<post dsq:id="10${id}"><id/><message><![CDATA[<p>m${id} <b>b</b> &amp; c</p><p>d<br>e</p>]]></message>
       <createdAt>2020-01-01T00:00:${id}Z</createdAt><isDeleted>false</isDeleted><isSpam>false</isSpam>
       <author><name>N ${id}</name><email>n@mail.example</email></author><thread dsq:id="${thread}"/>${more}</post>`;
    const thread = (id: number, link: string, more = '') =>
      `<thread dsq:id="${id}"><link>${link}</link>${more}</thread>`;
    const parent = (id: number) => `<parent dsq:id="10${id}"/>`;
    const { folder } = terminal;
    await writeFiles(folder, {
      'made.xml': `<?xml version="1.0"?><disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">
        ${thread(1, 'https://old.example/posts/old-name?utm=x#top')}<thread dsq:id="1"><id/></thread>
        ${thread(2, 'https://old.example/none/')}${thread(3, 'https://old.example/gone/', '<isDeleted>true</isDeleted>')}
        ${thread(4, 'https://old.example/a/talk/')}${thread(5, 'https://old.example/b/talk/')}
        ${post(14, 1, parent(13))}${post(13, 1, parent(12))}${post(12, 1, parent(11))}${post(11, 1)}
        ${post(15, 1).replace('<isSpam>false', '<isSpam>true')}${post(16, 1, parent(15))}
        ${post(21, 2)}${post(22, 2)}${post(31, 3)}${post(41, 4)}${post(51, 5)}</disqus>`,
    });
    const report = await bring('disqus', join(folder, 'made.xml'), 5);
    const text = (id: number) => `m${id} b & c\n\nd\ne`;
    const shown = (id: number, below: number | null) => ({
      text: text(id),
      author: `N ${id}`,
      date: `2020-01-01T00:00:${id}.000Z`,
      below: below === null ? null : text(below),
      status: 'approved',
    });
    expect(await shownOf('new-name')).to.deep.equal([
      shown(11, null),
      shown(12, 11),
      shown(13, 12),
      shown(14, 12),
      shown(16, null),
    ]);
    const left = (count: string) =>
      `There is no post here for this URL, nor is its site a comment site; ${count} left out.`;
    expect(report.skipped).to.have.deep.members([
      { file: 'comment 1015', reason: 'It is spam.' },
      { file: 'comment 1031', reason: 'Its thread is deleted.' },
      { file: 'https://old.example/none/', reason: left('2 comments are') },
      { file: 'https://old.example/a/talk/', reason: left('1 comment is') },
      { file: 'https://old.example/b/talk/', reason: left('1 comment is') },
    ]);
  });

  it('takes those of a backup of Remark42', async () => {
    const comment = (id: string, pid: string, more = {}) => ({
      id,
      pid,
      text: `<p>${id} <a href="https://a.example">link</a></p>\n`,
      orig: id,
      user: { name: 'O&#39;Neil', id: 'github_1', picture: '', ip: '29', admin: false },
      locator: { site: 'blog', url: 'https://old.example/2024/remark/index.html' },
      score: 0,
      votes: {},
      time: `2017-12-20T15:18:2${id}.123456789-06:00`,
      ...more,
    });
    const gone = { text: '', orig: '', delete: true, user: { name: 'deleted', id: 'deleted' } };
    const lines = [
      { version: 1, users: [], posts: [] },
      comment('1', ''),
      comment('2', '1', gone),
      comment('3', '2'),
      comment('4', '3', gone),
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await writeFiles(terminal.folder, { 'backup.gz': gzipSync(text) });
    const report = await bring('remark42', join(terminal.folder, 'backup.gz'), 3);
    expect(report.skipped).to.deep.equal([{ file: 'comment 4', reason: 'It is deleted.' }]);
    const shown = (id: string, below: string | null) => ({
      text: `${id} link (https://a.example)`,
      author: "O'Neil",
      date: `2017-12-20T21:18:2${id}.123Z`,
      below,
      status: 'approved',
    });
    expect(await shownOf('remark')).to.deep.equal([
      shown('1', null),
      { ...shown('2', '1 link (https://a.example)'), text: '', author: '' },
      shown('3', ''),
    ]);
  });

  it('takes those of an export of Commento', async () => {
    const comment = (commentHex: string, parentHex: string, more = {}) => ({
      commentHex,
      domain: 'old.example',
      url: '/2024/commento',
      commenterHex: 'c1',
      markdown: `*${commentHex}* <3`,
      html: '',
      parentHex,
      score: 1,
      state: 'approved',
      creationDate: `2021-03-17T12:09:4${commentHex}.722181Z`,
      direction: 0,
      deleted: false,
      ...more,
    });
    await writeFiles(terminal.folder, {
      'commento.json': JSON.stringify({
        version: 1,
        comments: [
          comment('2', '1'),
          comment('1', 'root', { markdown: '[deleted]', commenterHex: 'anonymous' }),
          comment('3', 'root', { state: 'unapproved', commenterHex: 'anonymous' }),
          comment('4', 'root', { state: 'flagged' }),
          comment('5', 'root', { deleted: true }),
        ],
        commenters: [{ commenterHex: 'c1', email: 'n@mail.example', name: 'Saturnin', link: '', photo: '' }],
      }),
    });
    const report = await bring('commento', join(terminal.folder, 'commento.json'), 3);
    expect(report.skipped.map(({ reason }) => reason)).to.have.members(['It is spam.', 'It is deleted.']);
    const date = (id: number) => `2021-03-17T12:09:4${id}.722Z`;
    expect(await shownOf('commento')).to.deep.equal([
      { text: '', author: '', date: date(1), below: null, status: 'approved' },
      { text: '*2* <3', author: 'Saturnin', date: date(2), below: '', status: 'approved' },
      { text: '*3* <3', author: 'Anonymous', date: date(3), below: null, status: 'pending' },
    ]);
  });

  it('takes those of the database of Isso, and leaves it as it is', async () => {
    const file = join(terminal.folder, 'isso.db');
    const database = new BetterSqlite3(file);
    database.exec(`
      create table threads (id integer primary key, uri varchar(256) unique, title varchar(256));
      create table comments (tid references threads(id), id integer primary key, parent integer, created float not null,
        modified float, mode integer, remote_addr varchar, text varchar, author varchar, email varchar,
        website varchar, likes integer default 0, dislikes integer default 0, voters blob not null,
        notification integer not null default 0);
      insert into threads values (1, '/isso/', 'Isso'), (2, '/none/', 'None');
      insert into comments (tid, id, parent, created, mode, text, author, email, voters) values
        (1, 1, null, 1386002580.9959, 1, 'one *a* <b', 'Ada', 'ada@mail.example', ''),
        (1, 2, null, 1386002581.5, 4, '', null, 'bob@mail.example', ''),
        (1, 3, 2, 1386002582, 2, '<p>three</p>', null, null, ''),
        (1, 4, 1, 1386002583, 4, '', null, null, ''),
        (2, 5, null, 1386002584, 1, 'five', 'Eve', null, '');`);
    database.close();
    const before = await readFile(file);
    const report = await bring('isso', file, 3);
    expect(report.skipped).to.have.deep.members([
      {
        file: '/none/',
        reason: 'There is no post here for this URL, nor is its site a comment site; 1 comment is left out.',
      },
      { file: 'comment 4@1386002583', reason: 'It is deleted.' },
    ]);
    const at = '2013-12-02T16:43:0';
    expect(await shownOf('isso')).to.deep.equal([
      { text: 'one *a* <b', author: 'Ada', date: `${at}0.995Z`, below: null, status: 'approved' },
      { text: '', author: '', date: `${at}1.500Z`, below: null, status: 'approved' },
      { text: 'three', author: 'Anonymous', date: `${at}2.000Z`, below: '', status: 'pending' },
    ]);
    expect((await readFile(file)).equals(before)).to.equal(true);
  });

  it('takes what can be read of a database of Isso with values of other types', async () => {
    const file = join(terminal.folder, 'types.db');
    const database = new BetterSqlite3(file);
    database.exec(`
      create table threads (id integer primary key, uri, title);
      create table comments (tid, id integer primary key, parent, created, mode, text, author, email);
      insert into threads values (1, '/isso/', 7), (2, 7, null);
      insert into comments values
        (1, 11, 'none', 1e300, 1, '${'<b>'.repeat(201)}', x'ff', 7),
        (1, 12, x'ff', 'soon', 'one', 12, 12, x'ff'),
        (1, 13, null, null, 1, x'ff', null, null),
        (2, 14, 11, 1, 1, 'fourteen', null, null),
        (1, 15, null, 1, 1, '<p>${'<b>'.repeat(201)}', null, null);`);
    database.close();
    const { comments, skipped, refused } = await terminal.json(['import', 'isso', file]);
    expect(comments).to.deep.equal({ new: 2, unchanged: 0 });
    expect(skipped).to.have.deep.members([
      {
        file: '7',
        reason: 'There is no post here for this URL, nor is its site a comment site; 1 comment is left out.',
      },
      { file: 'comment 13@null', reason: 'It has no text, and no reply.' },
    ]);
    expect(refused.map(({ file: place }: { file: string }) => place)).to.deep.equal(['comment 15@1']);
  });

  it('refuses other files with a sentence', async () => {
    const folder = await writeFiles(join(terminal.folder, 'others'), {
      'a.xml': '<rss><channel/></rss>',
      'b.json': '{"version":1}',
      'c.json': '{"version":1,"users":[],"posts":[]}\n{"id":',
      'd.gz': gzipSync('{"version":1,"users":[],"posts":[]}\n').subarray(0, 20),
      'e.db': 'no database at all, only a text',
    });
    for (const [format, name, sentence] of [
      ['disqus', 'a.xml', 'a.xml has no threads of Disqus.'],
      ['commento', 'b.json', 'b.json is not an export of Commento.'],
      ['commento', 'c.json', 'c.json is damaged: it is not JSON. Export it again.'],
      ['remark42', 'a.xml', 'a.xml is not a backup of Remark42.'],
      ['remark42', 'd.gz', 'd.gz is damaged: its gzip data cannot be unpacked. Export it again.'],
      ['isso', 'e.db', 'e.db cannot be read as a database of Isso: file is not a database.'],
    ] as const) {
      const { code, stderr } = await terminal.run(['import', format, join(folder, name)]);
      expect(stderr.trim()).to.equal(sentence);
      expect(code).to.equal(1);
    }
    const { code, stdout, stderr } = await terminal.run(['import', 'remark42', join(folder, 'c.json')]);
    expect(stdout).to.include('  line 2: It is damaged: it is not JSON. Export it again.\n');
    expect([code, stderr]).to.deep.equal([1, '1 entry was refused.\n']);
  });

  it('keeps no e-mail addresses', async () => {
    expect(await everyRow(terminal.service)).to.not.match(/@mail\.example|@bar\.com|@email\.foo/);
  });
});

/** The text of a comment, which responses contain as HTML. */
function decoded(html: string | null | undefined): string {
  return String(html).replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
