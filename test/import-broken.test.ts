import { gzipSync } from 'node:zlib';

import { expect } from 'chai';

import { formats } from '../client/importers/formats.ts';
import { htmlToMarkdown } from '../client/importers/html/to-markdown.ts';
import { readEntry } from '../client/importers/markdown/read-files.ts';
import { givenFile } from '../client/importers/given/given-file.ts';
import { textOfStream } from '../client/importers/text-of-stream.ts';
import { allOf } from './support/all-of.ts';
import { ghostExport } from './support/ghost-export.ts';
import { wxrOf } from './support/wxr.ts';

const MB = 1_000_000;
const wxr = wxrOf([{ title: 'One' }, { title: 'Two' }]);
const disqus = (inside: string) =>
  `<?xml version="1.0"?><disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">${inside}</disqus>`;
const thread = '<thread dsq:id="1"><link>https://old.example/a/</link></thread>';
const reply = (id: number, parent: number) =>
  `<post dsq:id="${id}"><message>m${id}</message><createdAt>2024-01-01T00:00:00Z</createdAt><isDeleted>false</isDeleted>` +
  `<isSpam>false</isSpam><author><name>N</name></author><thread dsq:id="1"/><parent dsq:id="${parent}"/></post>`;
const remark = '{"version":1,"users":[],"posts":[]}\n';
const remarkComment = (more: object) =>
  `${JSON.stringify({ id: '1', pid: '', text: 'a', user: { name: 'N' }, locator: { url: 'https://a.example/a' }, time: '2024-01-01T00:00:00Z', ...more })}\n`;
const ghostText = JSON.stringify(ghostExport);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const latin = (text: string) => new Uint8Array(Buffer.from(text.replace('One', 'Über'), 'latin1'));
const gzip = (text: string) => new Uint8Array(gzipSync(text));

const nested = (depth: number) => `${'<b>'.repeat(depth)}text${'</b>'.repeat(depth)}`;
const nestedLists = '['.repeat(30_000) + ']'.repeat(30_000);
const cdata = (text: string) => `<![CDATA[${text}]]>`;
const tooDeep = /^Its elements are nested deeper than 200: remove tags around the text, or close them\.$/;
const tooDeepValues = /^Its values are nested deeper than 200: take the inner ones out\.$/;

/** The whole file is refused, with a message that names the file and the place. */
const files: [what: string, format: string, content: string | Uint8Array<ArrayBuffer>, sentence: RegExp][] = [
  ['XML cut off in an entry', 'wordpress', wxr.slice(0, -200), /is damaged after its entry 1: .+ Export it again\.$/],
  ['XML cut off in a tag', 'wordpress', wxr.slice(0, wxr.lastIndexOf('</wp:')), /is damaged after its entry 1: .+\.$/],
  ['XML cut off in CDATA', 'wordpress', wxr.slice(0, wxr.lastIndexOf(']]>')), /is damaged after its entry 1: .+\.$/],
  ['an empty file', 'wordpress', '', /is damaged after its entry 0: .+\.$/],
  ['tags that are not nested', 'wordpress', wxr.replace('</title>', '</link>'), /is damaged after its entry 0: .+\.$/],
  ['an unknown entity', 'wordpress', wxr.replace('<title>Old', '<title>&nothing;'), /after its entry 0: .+\.$/],
  [
    'an entity bomb',
    'wordpress',
    wxr.replace('?>', '?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>').replace('<title>Old', '<title>&b;'),
    /is damaged after its entry 0: .+\.$/,
  ],
  [
    'a foreign entity',
    'wordpress',
    wxr.replace('?>', '?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>').replace('<title>Old', '<title>&a;'),
    /is damaged after its entry 0: .+\.$/,
  ],
  ['an attribute twice', 'wordpress', wxr.replace('<item>', '<item a="1" a="2">'), /after its entry 0: .+\.$/],
  ['text behind the end', 'wordpress', `${wxr}x`, /is damaged after its entry 2: .+\.$/],
  ['XML in Latin-1', 'wordpress', latin(wxr), /is not UTF-8 text\.$/],
  ['XML in UTF-16', 'wordpress', utf16(wxr), /is not UTF-8 text\.$/],
  ['gzip cut off', 'wordpress', gzip(wxr).slice(0, 300), /its gzip data cannot be unpacked\. Export it again\.$/],
  ['JSON cut off', 'ghost', ghostText.slice(0, 5000), /is damaged: it is not JSON\. Export it again\.$/],
  ['JSON of something else', 'ghost', '{"db":[]}', /is not an export of Ghost: it has no list "posts" in "data"\.$/],
  ['JSON that is null', 'ghost', 'null', /is not an export of Ghost: .+\.$/],
  ['posts that are no list', 'ghost', '{"data":{"posts":{}}}', /is not an export of Ghost: .+\.$/],
  ['JSON in UTF-16', 'ghost', utf16(ghostText), /is not UTF-8 text\.$/],
  ['no threads', 'disqus', disqus(''), /has no threads of Disqus\.$/],
  ['a feed', 'disqus', '<rss><channel/></rss>', /has no threads of Disqus\.$/],
  ['XML of Disqus cut off', 'disqus', disqus(thread).slice(0, -9), /is damaged after its entry 1: .+\.$/],
  ['no header', 'remark42', remarkComment({}), /is not a backup of Remark42\.$/],
  ['gzip of Remark42 cut off', 'remark42', gzip(remark + remarkComment({})).slice(0, 60), /gzip data .+\.$/],
  ['comments that are no list', 'commento', '{"comments":{},"commenters":[]}', /is not an export of Commento\.$/],
  ['no commenters', 'commento', '{"comments":[]}', /is not an export of Commento\.$/],
  [
    'JSON of Commento cut off',
    'commento',
    '{"comments":[{"commentHex":',
    /is damaged: it is not JSON\. Export it again\.$/,
  ],
];

/** Only the line or the row is refused. */
const parts: [what: string, format: string, content: string, place: string, reason: RegExp][] = [
  ['a line that is not JSON', 'jsonl', '{"type":', 'line 1', /^It is not JSON: each line must be one object\.$/],
  ['a list', 'jsonl', '[1]', 'line 1', /^It is not an object\.$/],
  ['a type that is none', 'jsonl', '{"type":"page"}', 'line 1', /^Its type must be "post" or "comment"\.$/],
  ['no title', 'jsonl', '{"type":"post","sourceKey":"a"}', 'line 1', /^Its title is missing\.$/],
  [
    'a misspelt field',
    'jsonl',
    '{"type":"post","sourceKey":"a","title":"A","publish":1}',
    'line 1',
    /^The field "publish"/,
  ],
  [
    'a number as a title',
    'jsonl',
    '{"type":"post","sourceKey":"a","title":7}',
    'line 1',
    /^Its title must be a text\.$/,
  ],
  [
    'a line of 10 MB',
    'jsonl',
    `{"type":"post","title":"${'x'.repeat(10 * MB)}"}`,
    'line 1',
    /^It is longer than 4 MB: shorten or split it\.$/,
  ],
  ['a line cut off', 'remark42', remark + remarkComment({}).slice(0, 40), 'line 2', /^It is damaged: it is not JSON\./],
  ['a line that is too long', 'remark42', remark + 'x'.repeat(5 * MB), 'line 2', /^It is longer than 4 MB: /],
  ['a text nested too deep', 'remark42', remark + remarkComment({ text: nested(201) }), 'comment 1', tooDeep],
  [
    'values nested too deep',
    'remark42',
    remark + remarkComment({ more: 7 }).replace('7', nestedLists),
    'line 2',
    tooDeepValues,
  ],
  [
    'values nested too deep',
    'jsonl',
    `{"type":"post","sourceKey":"a","title":"A","tags":${nestedLists}}`,
    'line 1',
    tooDeepValues,
  ],
  [
    'a text nested too deep',
    'disqus',
    disqus(thread + reply(1, 0).replace('m1', cdata(nested(201)))),
    'comment 1',
    tooDeep,
  ],
  [
    'a text nested too deep',
    'commento',
    JSON.stringify({ comments: [{ commentHex: 'a', url: '/a', html: nested(30_000) }], commenters: [] }),
    'comment a',
    tooDeep,
  ],
  [
    'a comment nested too deep',
    'wordpress',
    wxrOf([{ title: 'One', comments: [{ comment_id: '7', comment_content: nested(30_000) }] }]),
    'comment 7',
    tooDeep,
  ],
  ['a title nested too deep', 'wordpress', wxrOf([{ title: nested(201), wp: { post_id: '9' } }]), 'post 9', tooDeep],
  [
    'an excerpt that is too long',
    'wordpress',
    wxrOf([{ title: 'One', excerpt: 'x'.repeat(5 * MB), wp: { post_id: '9' } }]),
    'post 9',
    /^Its text has 5,000,000 characters, /,
  ],
  [
    'cards nested too deep',
    'ghost',
    JSON.stringify({ data: { posts: [{ id: '1', slug: 'a', html: `kg-${nested(30_000)}` }] } }),
    'post a',
    tooDeep,
  ],
  [
    'values nested too deep',
    'ghost',
    `{"data":{"posts":[{"id":"1","slug":"a","x":${nestedLists}}]}}`,
    'post a',
    tooDeepValues,
  ],
  ['a number', 'remark42', `${remark}5\n`, 'line 2', /^Its id is missing\.$/],
  ['a comment without an id', 'remark42', remark + remarkComment({ id: '' }), 'line 2', /^Its id is missing\.$/],
  [
    'comments without an id',
    'commento',
    JSON.stringify({ comments: [5, { url: '/a', markdown: 'a' }], commenters: [] }),
    'comment #1',
    /^Its id is missing\.$/,
  ],
  [
    'a comment without an id',
    'disqus',
    disqus(thread + reply(1, 0) + reply(2, 0).replace(' dsq:id="2"', '')),
    'comment #2',
    /^Its id is missing\.$/,
  ],
  [
    'a comment without an id',
    'wordpress',
    wxrOf([{ title: 'One', comments: [{ comment_content: 'a', comment_approved: 1 }] }]),
    'comment #1',
    /^Its id is missing\.$/,
  ],
  ['a row without a key', 'ghost', '{"data":{"posts":[{"title":"A"}]}}', 'post A', /^It has no uuid, id or slug\.$/],
];

/** A file of a folder is refused. */
const markdown: [what: string, content: string | Uint8Array<ArrayBuffer>, reason: RegExp][] = [
  [
    'front matter that never ends',
    '---\ntitle: A\n',
    /^The front matter that line 1 opens with --- is never closed\.$/,
  ],
  ['broken YAML', '---\na: b: c\n---\n', /^.{10,300}\.$/s],
  ['broken TOML', '+++\na = \n+++\n', /^.{10,300}\.$/s],
  ['broken JSON', '{"title": "A",\n}\nText', /^.{10,300}\.$/s],
  ['a bomb of aliases', bombOfAliases(), /^.{10,300}\.$/s],
  ['a date that is none', '---\ndate: soon\n---\n', /^The date "soon" is not a day such as 2024-02-04\.$/],
  [
    'YAML nested too deep',
    `---\na: ${'['.repeat(30_000)}\n---\n`,
    /^The front matter is nested deeper than 200, line 2\./,
  ],
  [
    'YAML nested by signs',
    `---\na:\n  ${'- '.repeat(30_000)}b\n---\n`,
    /^The front matter is nested deeper than 200, line 3\./,
  ],
  [
    'YAML nested by indentation',
    `---\n${Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')}---\n`,
    /^The front matter is nested deeper than 200, line 201\./,
  ],
  [
    'TOML nested too deep',
    `+++\na = ${'['.repeat(30_000)}\n+++\n`,
    /^The front matter is nested deeper than 200, line 2\./,
  ],
  ['TOML nested by dots', `+++\n${'a.'.repeat(30_000)}b = 1\n+++\n`, tooDeepValues],
  ['JSON nested too deep', `{"title": ${nestedLists}}\nText`, /^The front matter is nested deeper than 200, line \d\./],
  ['Latin-1', latin('---\ntitle: One\n---\n'), /^It is not UTF-8 text\.$/],
  ['5 MB', `---\ntitle: A\n---\n${'x'.repeat(5 * MB)}`, /^It is larger than 4 MB: shorten or split it\.$/],
];

describe('broken exports', () => {
  const itemsOf = async (format: string, content: string | Uint8Array<ArrayBuffer>) => {
    const importer = formats.find(({ name }) => name === format)!;
    const source = textOfStream({ name: 'file' }, () => new Blob([content]).stream());
    return allOf(importer.read(source));
  };

  for (const [what, format, content, sentence] of files) {
    it(`${format}: ${what}`, async () => {
      const error = await itemsOf(format, content).catch((problem: unknown) => problem);
      expect(error).to.be.instanceOf(Error);
      expect((error as Error).message)
        .to.match(/^file /)
        .and.match(sentence);
    });
  }

  for (const [what, format, content, place, reason] of parts) {
    it(`${format}: ${what}`, async () => {
      const refused = (await itemsOf(format, content)).find((item) => item.kind === 'refused');
      expect(refused?.place).to.equal(place);
      expect(refused?.reason).to.match(reason);
    });
  }

  for (const [what, content, reason] of markdown) {
    it(`markdown: ${what}`, async () => {
      const entry = await readEntry(givenFile('a.md', new Blob([content])));
      expect(entry).to.have.property('refused').that.matches(reason);
    });
  }

  it('wordpress: comments that go in circles, or are older than their parents, keep their order, and are named', async () => {
    const comment = (id: number, parent: number, day: number) => ({
      comment_id: id,
      comment_parent: parent,
      comment_date_gmt: `2024-01-0${day} 00:00:00`,
      comment_author: 'A',
      comment_content: `m${id}`,
      comment_approved: 1,
    });
    const comments = [comment(1, 2, 1), comment(2, 1, 2), comment(3, 4, 3), comment(4, 0, 4), comment(5, 5, 5)];
    const items = await itemsOf('wordpress', wxrOf([{ title: 'One', comments }]));
    const parentOf = (item: (typeof items)[number]) =>
      item.kind === 'comment' ? ` ${item.comment.parent?.split('-').at(-1) ?? 'none'}` : '';
    expect(items.slice(1).map((item) => `${item.kind} ${item.place}${parentOf(item)}`)).to.deep.equal([
      'comment comment 2 none',
      'notes comment 2',
      'comment comment 1 2',
      'comment comment 4 none',
      'comment comment 3 4',
      'comment comment 5 none',
      'notes comment 5',
    ]);
  });

  it('a text nested as deep as it may be is converted', () => {
    expect(htmlToMarkdown(nested(200)).markdown).to.include('text');
    expect(() => htmlToMarkdown(nested(201))).to.throw(tooDeep);
    // Formatting that is never closed begins again in each paragraph.
    expect(() => htmlToMarkdown('<p><b id="1"><i id="2">'.repeat(20).replace(/\d/g, () => 'x'))).to.not.throw();
    const formatting = Array.from({ length: 400 }, (_, at) => `<p><b id="${at}">a`).join('');
    expect(() => htmlToMarkdown(formatting)).to.throw(tooDeep);
  });

  it('thousands of blank elements take no time that grows with their square', () => {
    for (const blank of ['<a href="x"></a>', '<b></b>', '<span><i></i><!-- a --></span>', '<b> </b> ', '<i>\n</i>']) {
      expect(htmlToMarkdown(`<p>One${blank.repeat(30_000)} two</p>`).markdown, blank).to.equal('One two');
    }
    expect(htmlToMarkdown('<a href="x">'.repeat(30_000)).markdown).to.equal('');
  });

  it('a table that would take much more room in Markdown stays HTML', () => {
    const wide = `<table><tr><td>${'w'.repeat(50_000)}</td></tr>${'<tr><td>w</td></tr>'.repeat(5000)}</table>`;
    expect(htmlToMarkdown(wide).markdown)
      .to.match(/^<table>/)
      .and.have.length.below(2 * wide.length);
    const spanning = '<table><tr><td colspan="1000000000">a</td><td rowspan="9">b</td></tr></table>';
    expect(htmlToMarkdown(spanning).markdown).to.match(/^<table>/);
    const usual = `<table>${'<tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td></tr>'.repeat(20)}</table>`;
    expect(htmlToMarkdown(usual).markdown).to.match(/^\| /);
  });

  it('markdown: thousands of fields or errors take no time that grows with their square, and one that is there twice refuses none', async () => {
    const fields = Array.from({ length: 20_000 }, (_, at) => `k${at}: v`).join('\n');
    expect(await readEntry(givenFile('a.md', new Blob([`---\n${fields}\n---\n`])))).to.have.property('post');
    const wrong = `---\na: ${'[b]'.repeat(20_000)}\n---\n`;
    expect(await readEntry(givenFile('a.md', new Blob([wrong])))).to.have.property(
      'refused',
      'The front matter cannot be read, line 2: Unexpected flow-seq-start at node end. Correct it and try again.',
    );
    const twice = `---\na: 1\nb:\n  c: 1\n  c: 2\n---\n`;
    expect(await readEntry(givenFile('a.md', new Blob([twice])))).to.have.property('post');
  });

  it('disqus: threads that go in circles end, keep every comment, and are named', async () => {
    const circle = disqus(thread + reply(1, 2) + reply(2, 3) + reply(3, 1) + reply(4, 4) + reply(5, 99));
    const items = await itemsOf('disqus', circle);
    expect(items.map(({ kind, place }) => `${kind} ${place}`)).to.deep.equal([
      'comment comment 3',
      'notes comment 3',
      'comment comment 2',
      'comment comment 1',
      'comment comment 4',
      'notes comment 4',
      'comment comment 5',
    ]);
  });

  for (const [format, exportOf] of [
    ['wordpress', (title: string) => wxrOf([{ title, wp: { post_name: 'long' } }])],
    ['ghost', (title: string) => JSON.stringify({ data: { posts: [{ id: '1', title, slug: 'long' }] } })],
  ] as const) {
    it(`${format}: a title that is too long is cut, and the report has it`, async () => {
      const title = 'A title '.repeat(26).trim();
      const [item] = await itemsOf(format, exportOf(title));
      expect(item?.kind === 'post' && item.post.title).to.equal(`${title.slice(0, 199)}…`);
      expect(item?.kind === 'post' && item.notes).to.deep.equal([`Its title is cut; it was: ${title}`]);
      const [whole] = await itemsOf(format, exportOf('x'.repeat(200)));
      expect(whole?.kind === 'post' && whole.notes).to.deep.equal([]);
      const [huge] = await itemsOf(format, exportOf('x'.repeat(10 * MB)));
      expect(JSON.stringify(huge).length).to.be.below(10_000);
    });
  }
});

/** YAML that would become 10^9 values. */
function bombOfAliases(): string {
  const levels = 'bcdefghij'.split('').map((name, at) => {
    const above = String.fromCharCode('a'.charCodeAt(0) + at);
    return `${name}: &${name} [${Array.from({ length: 10 }, () => `*${above}`).join(',')}]`;
  });
  return `---\na: &a [x]\n${levels.join('\n')}\n---\n`;
}
