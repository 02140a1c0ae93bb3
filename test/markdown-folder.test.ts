import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect } from 'chai';
import fc from 'fast-check';
import { before, beforeEach, describe, it } from 'mocha';

import { chooseIds, toId } from '../client/importers/markdown/choose-ids.ts';
import { SourceLinks } from '../client/importers/markdown/source-links.ts';
import { findUrls } from '../client/importers/markdown/urls.ts';
import { createRenderer } from '../server/site/render/markdown.ts';
import { splitFrontMatter } from '../client/importers/markdown/front-matter.ts';
import { readMarkdownFolder, type FolderEntry } from '../client/importers/markdown/read-folder.ts';
import { readSourcePost, type SourcePost } from '../client/importers/markdown/source-post.ts';
import { fileNameOf } from '../shared/file-name.ts';
import { markdownOf, type WritablePost } from '../shared/post-file.ts';
import { emptyFields, type KindValues } from '../shared/field-values.ts';
import { idPattern } from '../shared/post-id.ts';
import { fieldNames, fieldsWith, postFields } from '../shared/post-fields.ts';
import { newFolder } from './support/run.ts';
import { skip } from './support/skip.ts';
import { stopwatch } from './support/stopwatch.ts';

const rustBlog = fileURLToPath(new URL('../../shared/data/rust-blog/content', import.meta.url));

function yaml(fields: string, body = ''): SourcePost {
  return readSourcePost('folder/some-name.md', `---\n${fields}\n---\n${body}`);
}

describe('splitFrontMatter', () => {
  const cases: [what: string, text: string, data: object, body: string][] = [
    ['reads TOML', '+++\na = "b"\n[c]\nd = 1\n+++\n\nbody', { a: 'b', c: { d: 1 } }, 'body'],
    ['reads YAML', '---\na: b\nc: {d: 1}\n---\nbody\n', { a: 'b', c: { d: 1 } }, 'body\n'],
    ['reads YAML that ends in dots', '---\na: b\n...\nbody', { a: 'b' }, 'body'],
    ['reads through a BOM and CRLF', '\ufeff---\r\na: b\r\n---\r\n\r\nx\r\ny', { a: 'b' }, 'x\r\ny'],
    ['reads CRLF in TOML', '+++\r\na = 1\r\n+++\r\nx', { a: 1 }, 'x'],
    ['takes an empty one', '---\n---\nbody', {}, 'body'],
    ['takes an empty TOML one', '+++\n+++', {}, ''],
    ['takes none at all', '# Hello\n---\nworld', {}, '# Hello\n---\nworld'],
    ['takes an empty file', '', {}, ''],
    ['takes off one empty line only', '---\na: b\n---\n\n\n\nbody', { a: 'b' }, '\n\nbody'],
    ['leaves a later --- alone', '---\na: b\n---\nx\n---\ny', { a: 'b' }, 'x\n---\ny'],
    ['leaves YAML dates as they are written', '---\na: 2024-02-04\n---\n', { a: '2024-02-04' }, ''],
  ];
  for (const [what, text, data, body] of cases) {
    it(what, () => expect(splitFrontMatter(text)).to.deep.equal({ data, body }));
  }

  const broken: [what: string, text: string, sentence: RegExp][] = [
    ['that is never closed', '---\na: b\n', /^The front matter that line 1 opens with --- is never closed\.$/],
    ['of broken YAML', '---\na: b\nc: d: e\n---\n', /^The front matter cannot be read, line 3: Nested mappings .+\.$/],
    ['of broken TOML', '+++\na = 1\nb = = 2\n+++\n', /^The front matter cannot be read, line 3: .+\.$/],
    ['without fields', '---\njust text\n---\n', /has no fields/],
    ['that is a list', '---\n- a\n---\n', /has no fields/],
    ['with a field twice', '---\na: 1\na: 2\n---\n', /line 3: /],
    ['nested too deep', `---\na: ${'['.repeat(2_000)}\n---\n`, /^The front matter is nested deeper than .+\.$/],
  ];
  for (const [what, text, sentence] of broken) {
    it(`rejects front matter ${what} with one sentence`, () => {
      expect(() => splitFrontMatter(text))
        .to.throw(Error, sentence)
        .with.property('message')
        .that.does.not.include('\n');
    });
  }

  it('rejects exponentially growing aliases', () => {
    const rows = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]`);
    expect(() => splitFrontMatter(`---\na0: &a0 [x]\n${rows.join('\n')}\n---\n`)).to.throw(Error, /alias/);
  });

  it('sets no prototype', () => {
    expect(splitFrontMatter('---\n__proto__: {title: x}\n---\n').data['title']).to.equal(undefined);
    expect(splitFrontMatter('+++\n"__proto__" = {title = "x"}\n+++\n').data['title']).to.equal(undefined);
  });
});

describe('readSourcePost', () => {
  it('reads a post of Zola', () => {
    const post = readSourcePost(
      'inside-rust/x.md',
      '+++\npath = "inside-rust/2024/02/04/1.76.0-prerelease"\ntitle = "T"\ndescription = "D"\naliases = ["a/b.html"]\ndraft = true\n[taxonomies]\ntags = ["one"]\ncategories = ["two", "three"]\n+++\n\ntext\n',
    );
    expect(post).to.deep.include({
      sourceKey: 'inside-rust/x.md',
      slug: '1-76-0-prerelease',
      title: 'T',
      date: '2024-02-04',
      content: 'text\n',
      excerpt: 'D',
      tags: ['one', 'three'],
      category: 'two',
      status: 'draft',
      aliases: ['/inside-rust/2024/02/04/1.76.0-prerelease', '/a/b.html'],
    });
  });

  it('reads a post of Jekyll', () => {
    const text =
      '---\nlayout: post\ntitle: "A: b"\ncategories: news, old\npermalink: /:year/x\nredirect_from: /p\n---\n';
    expect(readSourcePost('_posts/2024-02-04-some-name.md', text)).to.deep.include({
      slug: 'some-name',
      title: 'A: b',
      date: '2024-02-04',
      tags: ['old'],
      category: 'news',
      status: 'published',
      aliases: ['/p'],
    });
  });

  it('reads a post of Hexo', () => {
    const post = yaml(
      'title: 你好\ndate: 2024-02-04 23:59:00\ntags:\n  - [a, b]\n  - 7\ncategories: [x, y]\nsticky: 100',
    );
    expect(post).to.deep.include({
      title: '你好',
      date: '2024-02-04',
      tags: ['a', 'b', '7', 'y'],
      category: 'x',
      pinned: true,
    });
  });

  it('reads a post of Astro', () => {
    const post = yaml("title: T\npubDate: 'Jul 08 2022'\nheroImage: ./a.png\nexcerpt: ''");
    expect(post).to.deep.include({ date: '2022-07-08', cover: './a.png', excerpt: '', relativeImages: ['./a.png'] });
    const times = yaml('title: T\npubDatetime: 2099-09-23T15:22:00Z\nmodDatetime: 2099-12-21T09:12:47.400Z');
    expect(times).to.deep.include({
      date: '2099-09-23',
      publishAt: '2099-09-23T15:22:00.000Z',
      created_at: '2099-09-23T15:22:00.000Z',
      updated_at: '2099-12-21T09:12:47.400Z',
      unread: [],
    });
  });

  it('reads a post of Hugo', () => {
    const post = yaml(
      'title: T\ndate: 2024-02-04T23:30:00-08:00\nsummary: S\nslug: Some Slug\ncover:\n  image: /c.png\nurl: https://a.b/old?x',
    );
    expect(post).to.deep.include({
      date: '2024-02-04',
      excerpt: 'S',
      slug: 'some-slug',
      cover: '/c.png',
      aliases: ['/old'],
    });
  });

  it('reads authors as a string, a list and tables with names', () => {
    const long = 'Ann Lee, '.repeat(20);
    for (const [lines, author] of [
      ['author: Ann', 'Ann'],
      ["author: ''", ''],
      ['authors: [Ann, Bea]', 'Ann, Bea'],
      ['author: { Name: Ann, url: /ann }', 'Ann'],
      ['authors:\n  - name: Ann\n  - id: 7', 'Ann'],
      ['author: [7]', '7'],
      ['date: 2024-02-04', undefined],
      [`author: "${long}"`, `${'Ann Lee, '.repeat(8)}Ann…`],
    ] as const) {
      expect(yaml(`title: T\n${lines}`).author, lines).to.equal(author);
    }
  });

  it('keeps the date of a TOML date as written', () => {
    for (const date of ['2024-02-04', '2024-02-04T23:30:00-08:00', '2024-02-04 10:00:00', '"2024-02-04"']) {
      expect(readSourcePost('x.md', `+++\ndate = ${date}\n+++\n`).date, date).to.equal('2024-02-04');
    }
  });

  it('prefers the date of the front matter to that of the path', () => {
    expect(readSourcePost('2020/01/01/2021-01-01-x.md', '---\ndate: 2024-02-04\n---\n').date).to.equal('2024-02-04');
    expect(readSourcePost('2020/01/01/x.md', '').date).to.equal('2020-01-01');
    expect(readSourcePost('2024-02-31-x.md', '').date).to.equal(undefined);
    expect(readSourcePost('2024-02-04-x/index.md', '')).to.deep.include({ date: '2024-02-04', slug: 'x' });
  });

  for (const date of ['2024-02-31', 'soon', '20240204', '[1]']) {
    it(`rejects the date ${date}`, () =>
      expect(() => yaml(`date: ${date}`)).to.throw(Error, /^The date ".+" is not a day/));
  }

  it('takes the title from the first heading, else from the file name', () => {
    expect(readSourcePost('x.md', '```\n# no\n```\n## no\n# Yes `x` #\n').title).to.equal('Yes `x`');
    expect(readSourcePost('my-first_post.md', 'text').title).to.equal('My first post');
  });

  it('names a bundle after its folder', () =>
    expect(readSourcePost('a/My.Post/index.md', '').slug).to.equal('my-post'));

  it('ignores a numeric id', () => expect(yaml('id: 45').slug).to.equal('some-name'));

  it('recognizes drafts', () => {
    for (const field of ['draft: true', 'draft: "true"', 'status: draft', 'published: false', 'status: Private']) {
      expect(yaml(field).status, field).to.equal('draft');
    }
    for (const field of ['draft: false', 'status: published', 'published: true', 'published: 2024-02-04']) {
      expect(yaml(`date: 2024-02-03\n${field}`).status, field).to.equal('published');
    }
    expect(readSourcePost('_drafts/x.md', '').status).to.equal('draft');
  });

  it('reports a password, so that the text is not published by accident', () => {
    expect(yaml('password: secret').password).to.equal('secret');
    expect(yaml('password: false').password).to.equal(undefined);
  });

  it('truncates an excerpt at 500 code points, and changes nothing else', () => {
    const post = yaml(`title: ${'t'.repeat(300)}\ndescription: ${'😀'.repeat(501)}`);
    expect(post.excerpt).to.equal(`${'😀'.repeat(499)}…`);
    expect(post.title).to.have.length(300);
  });

  it('lists relative images, except in code', () => {
    const body = [
      '![a](one.png "t") [![b [c]](two(1).png)](http://x) ![d][ref] ![ref] ![e](<with space.png>)',
      '![f](http://a/b.png) ![g](/c.png) ![h](//d/e.png) ![i](data:image/png;base64,x) `![j](no.png)`',
      '<img alt="k" src="three.png"> <IMG src=four.png><img src=\'https://a/b\'>',
      '```md\n![l](no.png)\n```',
      '[ref]: ../five.png',
    ].join('\n');
    const pictures = ['one.png', 'two(1).png', 'with space.png', '../five.png', 'three.png', 'four.png'];
    expect(readSourcePost('x.md', body).relativeImages).to.have.members(pictures);
  });

  it('finds images in bounded time', () => {
    const elapsed = stopwatch();
    for (const unit of ['![', '![[', '<img ', '![](', '`', '[a]: ']) readSourcePost('x.md', unit.repeat(20_000));
    expect(elapsed()).to.be.below(3_000);
  });
});

describe('toId', () => {
  const names: [name: string, id: string][] = [
    ['Rust-1.88.0', 'rust-1-88-0'],
    ['1.76.0_prerelease (2)', '1-76-0-prerelease-2'],
    ["What's new", 'whats-new'],
    ['Ünïcode', 'ünïcode'],
    ['你好 世界', '你好-世界'],
    ['a--b', 'a--b'],
    ['a\u200db', 'ab'],
    ['gb-note', 'post-gb-note'],
    ['x'.repeat(100), 'x'.repeat(80)],
    ['!!!', ''],
  ];
  for (const [name, id] of names)
    it(`makes "${id.slice(0, 25)}" of "${name.slice(0, 25)}"`, () => expect(toId(name)).to.equal(id));

  it('returns an id that the service accepts, or none, and is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
        const id = toId(name);
        if (id !== '')
          expect(id)
            .to.match(idPattern)
            .and.to.match(/^(?!gb-)/);
        expect(toId(id)).to.equal(id);
      }),
    );
  });
});

describe('chooseIds', () => {
  const post = (sourceKey: string, slug: string, date?: string) => ({ ...readSourcePost(sourceKey, ''), slug, date });
  const none = new Map<string, string>();

  it('gives a slug to the only post that requests it', () => {
    expect([...chooseIds([post('a.md', 'a')], none, new Set())]).to.deep.equal([['a.md', 'a']]);
  });

  it('gives a page no path of the service', () => {
    const page = (sourceKey: string, slug: string, date?: string) => ({
      ...post(sourceKey, slug, date),
      kind: 'page' as const,
    });
    const pages = [page('a', 'search', '2024-01-02'), page('cn', 'guestbook'), page('en', 'guestbook')];
    const ids = chooseIds([...pages, { ...post('b', 'archive'), kind: undefined }], none, new Set());
    expect(Object.fromEntries(ids)).to.deep.equal({
      a: 'search-2',
      b: 'archive',
      cn: 'guestbook-2',
      en: 'guestbook-3',
    });
  });

  it('prefixes the date if several posts request the same slug', () => {
    const ids = chooseIds(
      [post('b', 'x', '2024-01-02'), post('a', 'x', '2023-01-02'), post('c', 'x')],
      none,
      new Set(),
    );
    expect(Object.fromEntries(ids)).to.deep.equal({ a: '2023-01-02-x', b: '2024-01-02-x', c: 'x' });
  });

  it('prefixes the date if another post of the service has the slug', () => {
    expect(chooseIds([post('b', 'x', '2024-01-02')], none, new Set(['x'])).get('b')).to.equal('2024-01-02-x');
  });

  it('numbers remaining duplicates in the order of their source keys', () => {
    const ids = chooseIds([post('b', 'x', '2024-01-02'), post('a', 'x', '2024-01-02')], none, new Set());
    expect(Object.fromEntries(ids)).to.deep.equal({ a: '2024-01-02-x', b: '2024-01-02-x-2' });
  });

  it('keeps the id of a post that the service knows', () => {
    const ids = chooseIds([post('a', 'new-name'), post('b', 'old')], new Map([['a', 'old']]), new Set(['old']));
    expect(Object.fromEntries(ids)).to.deep.equal({ a: 'old', b: 'old-2' });
  });

  it('returns unique valid ids in any order, and the same ids on a second run', () => {
    const slug = fc.constantFrom('x', 'gb', '2024-01-02-x', 'x-2', 'y'.repeat(80), '𐐨'.repeat(80));
    const date = fc.constantFrom(undefined, '2024-01-02', '2023-01-02');
    const some = fc.uniqueArray(fc.tuple(fc.string(), slug, date), { selector: ([key]) => key, maxLength: 12 });
    const posts = some.map((all) => all.map(([key, ...rest]) => ({ ...post('k', ...rest), sourceKey: key })));
    const pair = posts.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(pair, fc.subarray(['x', 'x-2', 'gb-2']), ([inOrder, shuffled], others) => {
        const ids = chooseIds(inOrder, none, new Set(others));
        const values = [...ids.values()];
        expect(new Set([...values, ...others]).size).to.equal(inOrder.length + others.length);
        for (const id of values)
          expect(id)
            .to.match(idPattern)
            .and.to.match(/^(?!gb-)/);
        expect(new Map(chooseIds(shuffled, none, new Set(others)))).to.deep.equal(ids);
        expect(chooseIds(shuffled, ids, new Set([...values, ...others]))).to.deep.equal(ids);
      }),
    );
  });
});

describe('markdownOf', () => {
  const sign = fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    '---',
    '+++',
    '...',
    ': ',
    '"',
    "'",
    '#',
    ' ',
    '\t',
    '\\',
    '\ufeff',
    '\u2028',
    '\u0085',
    '\u007f',
    '&',
    '*',
    '{',
    '[',
    '😀',
    '`',
  );
  const hostile = (maxLength: number) =>
    fc.string({ unit: fc.oneof(sign, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })), maxLength });
  const visible = (maxLength: number) => hostile(maxLength).filter((text) => text.trim() !== '');
  const name = visible(20).map((text) => text.trim());
  const base64 = fc.base64String();
  const values: { [K in Exclude<keyof KindValues, 'timestamp'>]: fc.Arbitrary<KindValues[K]> } = {
    line: fc.oneof(fc.constant(''), fc.constant('a, b'), name),
    text: hostile(100),
    markdown: hostile(300),
    url: fc.constantFrom('', '/a.png', 'https://a.b/c?d=e#f', 'a.png'),
    address: fc.constantFrom('', 'https://a.b/c?d=e#f'),
    names: fc.uniqueArray(name, { maxLength: 5 }),
    authors: fc.uniqueArray(name, { maxLength: 5 }),
    flag: fc.constantFrom(0, 1),
    status: fc.constantFrom('published', 'draft'),
    date: fc
      .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  };
  const fields = fieldNames.flatMap((field) => {
    const { kind } = postFields[field];
    return kind === 'timestamp' ? [] : [[field, values[kind]] as const];
  });
  const anyPost = fc.record({
    ...Object.fromEntries(fields),
    id: fc.oneof(
      fc.constantFrom('a', 'a--b', '2024-02-04-x', '你好', '𐐨'.repeat(80)),
      visible(20).map(toId).filter(Boolean),
    ),
    title: visible(60),
    enc: fc.option(fc.record({ salt: base64, iv: base64, data: base64 })),
  }) as fc.Arbitrary<WritablePost>;

  it('is parsed to an equal post, field by field', () => {
    fc.assert(
      fc.property(anyPost, hostile(30), (post, key) => {
        const sourceKey = `k${key}`;
        const extra = { aliases: ['/old/path.html', '/2'], sourceKey };
        const { id, enc, ...same } = post;
        const flags = Object.fromEntries(fieldsWith('kind', 'flag').map((name) => [name, post[name] === 1]));
        const read = readSourcePost('elsewhere/2020-01-01-x.md', markdownOf(post, extra));
        expect(read).to.deep.include({ ...same, ...flags, slug: id, enc: enc ?? undefined, ...extra });
      }),
      { numRuns: 500 },
    );
  });

  it('accepts the flags as the service returns them', () => {
    const [post] = fc.sample(anyPost, 1) as [WritablePost];
    const text = markdownOf({ ...post, pinned: 1, protected: 0 });
    expect(readSourcePost('x.md', text)).to.deep.include({
      pinned: true,
      protected: false,
      sourceKey: 'x.md',
      aliases: [],
    });
  });

  it('contains an encrypted text of a million characters', () => {
    const [post] = fc.sample(anyPost, 1) as [WritablePost];
    const enc = { salt: 'a', iv: 'b', data: 'A'.repeat(1_400_000) };
    expect(readSourcePost('x.md', markdownOf({ ...post, enc })).enc).to.deep.equal(enc);
  });

  it('contains the publish time', () => {
    const [post] = fc.sample(anyPost, 1) as [WritablePost];
    const publishAt = '2027-01-31T07:00:00.000Z';
    expect(readSourcePost('x.md', markdownOf({ ...post, publishAt })).publishAt).to.equal(publishAt);
    const past = readSourcePost('x.md', markdownOf({ ...post, date: '2024-02-03', publishAt: null }));
    expect(past.publishAt).to.equal(undefined);
    // The post is public already, so an import must not schedule it.
    const ahead = readSourcePost('x.md', markdownOf({ ...post, date: '2999-02-03', publishAt: null }));
    expect(ahead.publishAt).to.equal(null);
    const { publishAt: none, status } = readSourcePost('x.md', '---\ndate: 2024-01-01\npublish_at: soon\n---\n\nx');
    expect({ none, status }).to.deep.equal({ none: undefined, status: 'draft' });
  });

  it('has file names that are valid on every file system and unique', () => {
    expect(fileNameOf('a-b')).to.equal('a-b.md');
    const names = ['a', 'b'].map((end) => fileNameOf('𐐨'.repeat(79) + end));
    expect(new Set(names).size).to.equal(2);
    for (const file of names) expect(Buffer.byteLength(file)).to.be.at.most(255);
  });
});

describe('readMarkdownFolder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await newFolder();
  });

  async function write(path: string, text: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }

  it('reads posts in a fixed order and reports skipped and rejected files', async () => {
    await write('b.md', 'b');
    await write('a/z.markdown', 'z');
    await write('a/index.MD', 'a');
    await write('a/_index.md', 'section');
    await write('a/picture.png', 'x');
    await write('bad.md', '---\na: b: c\n---\n');
    await write('latin1.md', new Uint8Array([0x61, 0xe9, 0x62]));
    await write('large.md', 'x'.repeat(4 * 1024 * 1024 + 1));
    await write('content/page.adoc', 'x');
    await write('page.mdx', 'x');
    await write('.hidden/x.md', 'x');
    await write('node_modules/x/readme.md', 'x');
    await symlink(folder, join(folder, 'a/round'));
    await symlink(join(folder, 'b.md'), join(folder, 'link.md'));
    const entries = await readAll(folder);
    expect(entries.map((entry) => `${entry.path} ${'post' in entry ? entry.post.slug : reason(entry)}`)).to.deep.equal([
      'a/_index.md It is the page of a section and not a post.',
      'a/index.MD a',
      'a/picture.png ',
      'a/round It is a symbolic link.',
      'a/z.markdown z',
      'b.md b',
      'bad.md The front matter cannot be read, line 2: Nested mappings are not allowed in compact mappings. Correct it and try again.',
      'content/page.adoc It is not Markdown.',
      'large.md It is larger than 4 MB: shorten or split it.',
      'latin1.md It is not UTF-8 text.',
      'link.md It is a symbolic link.',
      'page.mdx page',
    ]);
  });

  it('rejects the second of two files with one source key', async () => {
    await write('one.md', '---\nsource_key: k\n---\n');
    await write('two.md', '---\nsource_key: k\n---\n');
    const [, second] = await readAll(folder);
    expect(second).to.deep.equal({ path: 'two.md', refused: 'It has the same source_key as one.md.' });
  });

  it('reports a missing folder', async () => {
    const failure = await readAll(join(folder, 'none')).catch((error: Error) => error);
    expect(failure)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/^The folder cannot be read: ENOENT.+\.$/);
  });
});

describe('the Rust blog', function () {
  let entries: FolderEntry[];
  let posts: SourcePost[];
  before(async function () {
    if (!existsSync(rustBlog)) skip(this, `there is no ${rustBlog}`, { optional: true });
    entries = await readAll(rustBlog);
    posts = entries.flatMap((entry) => ('post' in entry ? [entry.post] : []));
  });

  it('contains 745 posts with title and date, and no rejected file', () => {
    expect(entries.filter((entry) => !('post' in entry))).to.deep.equal([]);
    expect(posts).to.have.length(745);
    expect(posts.filter((post) => !post.date || !post.title || !post.content.trim())).to.deep.equal([]);
  });

  it('has 59 posts with relative pictures, 19 of them in HTML or by reference only', () => {
    expect(posts.filter((post) => post.relativeImages.length > 0)).to.have.length(59);
  });

  it('gets a unique id for each post, in any order', () => {
    const ids = chooseIds(posts, new Map(), new Set());
    expect(new Set(ids.values()).size).to.equal(745);
    for (const id of ids.values()) expect(id).to.match(idPattern);
    const [shuffled] = fc.sample(fc.shuffledSubarray(posts, { minLength: posts.length }), 1) as [SourcePost[]];
    expect(chooseIds(shuffled, new Map(), new Set())).to.deep.equal(ids);
    expect(chooseIds(shuffled, ids, new Set(ids.values()))).to.deep.equal(ids);
  });

  it('links to the headings of its other posts', async () => {
    const all = new Map(posts.map((post) => [post.sourceKey, post]));
    const links = new SourceLinks(all, new Map(), new Set(['blog.rust-lang.org']));
    const wanted = posts.flatMap((post) =>
      findUrls(post.content).flatMap((url) => {
        const target = links.find(post.sourceKey, url);
        return target && 'post' in target && target.fragment !== '' ? [target] : [];
      }),
    );
    const { render } = createRenderer();
    const ids = new Map<SourcePost, string[]>();
    const lost: string[] = [];
    for (const { post, fragment } of wanted) {
      const known =
        ids.get(post) ?? [...(await render(post.content)).html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
      ids.set(post, known);
      if (!known.includes(decodeURIComponent(fragment))) lost.push(`${post.sourceKey}#${fragment}`);
    }
    expect(wanted).to.have.length.above(100);
    expect(lost).to.deep.equal([]);
  });

  it('is the same after it was written and read again', () => {
    const ids = chooseIds(posts, new Map(), new Set());
    for (const post of posts) {
      const id = ids.get(post.sourceKey) ?? '';
      const { title, date = '', content, tags, status, aliases, sourceKey } = post;
      const written = { ...emptyFields(date), publishAt: undefined, id, title, content, tags, status };
      const read = readSourcePost(fileNameOf(id), markdownOf(written, { aliases, sourceKey }));
      expect(read).to.deep.include({ title, date, content, tags, status, aliases, sourceKey, slug: id });
    }
  });
});

async function readAll(folder: string): Promise<FolderEntry[]> {
  const entries: FolderEntry[] = [];
  for await (const entry of readMarkdownFolder(folder)) entries.push(entry);
  return entries;
}

function reason(entry: FolderEntry): string {
  if ('refused' in entry) return entry.refused;
  return 'skipped' in entry ? entry.skipped : '';
}
