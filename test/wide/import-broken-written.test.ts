import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';

import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';
import { everyRow } from '../support/sessions.ts';
import { exported, take } from '../support/transfer.ts';
import { until } from '../support/until.ts';
import { wxrOf } from '../support/wxr.ts';

const remark = (comments: object[]) =>
  [{ version: 1, users: [], posts: [] }, ...comments].map((line) => `${JSON.stringify(line)}\n`).join('');
const inRemark = (id: string, pid: string) => ({
  id,
  pid,
  text: id,
  user: { name: 'N' },
  locator: { url: 'https://old.example/here' },
  time: '2024-01-01T00:00:00Z',
});
const inCommento = (commentHex: string, parentHex: string) => ({
  commentHex,
  parentHex,
  url: '/here',
  commenterHex: 'anonymous',
  markdown: commentHex,
  state: 'approved',
  creationDate: '2024-01-01T00:00:00Z',
  deleted: false,
});
const inWordPress = (comment_id: number, comment_parent: number) => ({
  comment_id,
  comment_parent,
  comment_author: 'N',
  comment_content: `c${comment_id}`,
  comment_date_gmt: '2024-01-01 00:00:00',
  comment_approved: 1,
  comment_type: 'comment',
});
const ghostOf = (posts: unknown[]) => JSON.stringify({ db: [{ meta: {}, data: { posts } }] });

/** Exports of which nothing can be read: the message, which names the file. */
const files: [format: string, name: string, content: string | Uint8Array, sentence: RegExp][] = [
  [
    'wordpress',
    'cut.xml',
    wxrOf([{ title: 'One' }, { title: 'Two' }]).slice(0, -150),
    /is damaged after its entry 1: /,
  ],
  ['wordpress', 'packed.xml', gzipSync(wxrOf([{ title: 'One' }])).subarray(0, 200), /its gzip data cannot be unpacked/],
  ['wordpress', 'utf16.xml', Buffer.from(`\ufeff${wxrOf([{ title: 'One' }])}`, 'utf16le'), /is not UTF-8 text\./],
  ['ghost', 'deep.json', '['.repeat(100_000) + ']'.repeat(100_000), /is (?:not an export of Ghost|damaged): /],
  ['ghost', 'zip.json', new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe]), /is not UTF-8 text\./],
  [
    'disqus',
    'bomb.xml',
    '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><disqus>&b;</disqus>',
    /is damaged after its entry 0: /,
  ],
  ['commento', 'null.json', 'null', /is not an export of Commento\./],
  ['commento', 'other.json', gzipSync('text'), /is damaged: it is not JSON\./],
  ['isso', 'text.db', 'not a database at all, only a text of some length', /cannot be read as a database of Isso: /],
  ['isso', 'empty.db', '', /cannot be read as a database of Isso: no such table: /],
  ['isso', 'cut.db', new Uint8Array(), /cannot be read as a database of Isso: /],
  ['jsonl', 'latin.jsonl', Buffer.from('{"type":"post","title":"ü"}', 'latin1'), /is not UTF-8 text\./],
];

describe('octavo import of broken exports', () => {
  let terminal: Terminal;
  let folder: string;
  before(async () => {
    terminal = await openTerminal();
    await take(terminal.service, [{ sourceKey: 'here', title: 'Here', aliases: ['/here'] }]);
    const all = Object.fromEntries(files.map(([, name, content]) => [name, content]));
    folder = await writeFiles(join(terminal.folder, 'broken'), {
      ...all,
      'cut.db': databaseOfIsso().subarray(0, 5000),
    });
    // The service still notes who has heard of the import.
    await until(async () => {
      const before = await everyRow(terminal.service);
      await wait(200);
      return (await everyRow(terminal.service)) === before;
    });
  });
  after(() => terminal?.close());

  for (const [format, name, , sentence] of files) {
    it(`${format}: ${name} changes nothing, and the message says why`, async () => {
      const before = await everyRow(terminal.service);
      const { code, stderr } = await terminal.run(['import', format, join(folder, name)]);
      expect(stderr)
        .to.match(sentence)
        .and.include(name)
        .and.match(/^[^\n]{10,300}\n$/);
      expect(code).to.equal(1);
      expect(await everyRow(terminal.service)).to.equal(before);
    });
  }

  it('refuses a line of 50 MB in a small file of Remark42 by itself', async () => {
    const files = { 'bomb.gz': gzipSync(`${remark([])}${'x'.repeat(50_000_000)}`) };
    const before = await everyRow(terminal.service);
    const bomb = join(await writeFiles(join(terminal.folder, 'bomb'), files), 'bomb.gz');
    const { code, stdout, stderr } = await terminal.run(['import', 'remark42', bomb]);
    expect(stdout).to.include('  line 2: It is ');
    expect([code, stderr]).to.deep.equal([1, '1 entry was refused.\n']);
    expect(await everyRow(terminal.service)).to.equal(before);
  });

  it('cuts a title of 10 MB from WordPress and Ghost, and refuses one of JSON Lines by itself', async () => {
    const long = 'x'.repeat(10_000_000);
    for (const [format, name, content] of [
      ['wordpress', 'long.xml', wxrOf([{ title: long, wp: { post_name: 'long' } }, { title: 'Beside WordPress' }])],
      [
        'ghost',
        'long.json',
        ghostOf([
          { uuid: '1', slug: 'long', title: long, html: '' },
          { uuid: '2', slug: 'b', title: 'Beside Ghost', html: '<p>x</p>' },
        ]),
      ],
      [
        'jsonl',
        'long.jsonl',
        `{"type":"post","sourceKey":"1","title":"${long}"}\n{"type":"post","sourceKey":"2","title":"Beside JSON"}\n`,
      ],
    ] as const) {
      await writeFiles(folder, { [name]: content });
      const report = await terminal.json(['import', format, join(folder, name)]);
      const isCut = format !== 'jsonl';
      expect(report, format).to.include({ new: isCut ? 2 : 1 });
      const [{ file, reason }] = (isCut ? report.notes : report.refused) as [{ file: string; reason: string }];
      expect(file.length, format).to.be.within(3, 200);
      expect(reason, format).to.match(isCut ? /^Its title is cut; it was: x{900,1000}/ : /^[^\n]{10,200}\.$/);
    }
    const titles = (await exported(terminal.service)).map(({ title }) => title);
    expect(titles).to.have.length(6).and.include.members(['Here', 'Beside WordPress', 'Beside Ghost', 'Beside JSON']);
  });

  it('takes each comment of threads that go in circles once', async () => {
    const comments = [1, 2, 3].map((id) => inWordPress(id, (id % 3) + 1));
    for (const [format, name, content, count] of [
      ['wordpress', 'circle.xml', wxrOf([{ title: 'Circle', comments }]), 3],
      ['remark42', 'circle.txt', remark([inRemark('a', 'b'), inRemark('b', 'a'), inRemark('c', 'c')]), 3],
      [
        'commento',
        'circle.json',
        JSON.stringify({ comments: [inCommento('1', '2'), inCommento('2', '1')], commenters: [] }),
        2,
      ],
      ['isso', 'circle.db', databaseOfIsso(), 3],
    ] as const) {
      await writeFiles(folder, { [name]: content });
      const report = await terminal.json(['import', format, join(folder, name)]);
      expect(report.refused, format).to.deep.equal([]);
      expect(report.comments, format).to.deep.equal({ new: count, unchanged: 0 });
      expect((await terminal.json(['import', format, join(folder, name)])).comments, format).to.deep.equal({
        new: 0,
        unchanged: count,
      });
    }
  });
});

/** Three comments that are replies to each other, and one to itself. */
function databaseOfIsso(): Uint8Array {
  const database = new BetterSqlite3(':memory:');
  database.exec(`create table threads (id integer primary key, uri varchar(256) unique, title varchar(256));
    create table comments (tid references threads(id), id integer primary key, parent integer, created float not null,
      modified float, mode integer, remote_addr varchar, text varchar, author varchar, email varchar, website varchar,
      likes integer, dislikes integer, voters blob, notification integer);
    insert into threads values (1, '/here', 'Here');
    insert into comments (tid, id, parent, created, mode, text) values
      (1, 1, 2, 1386002580.5, 1, 'one'), (1, 2, 1, 1386002581, 1, 'two'), (1, 3, 3, 1386002582, 1, 'three');`);
  const bytes = database.serialize();
  database.close();
  return bytes;
}
