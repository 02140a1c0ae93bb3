import { expect } from 'chai';
import { strToU8, zipSync } from 'fflate';
import { gzipSync } from 'node:zlib';

import { filesOfZip } from '../client/importers/given/files-of-zip.ts';
import { readEntries } from '../client/importers/given/folder-entries.ts';
import { collect } from '../client/importers/markdown/collect.ts';
import { givenFile, type GivenFile } from '../client/importers/given/given-file.ts';
import { importGiven } from '../client/importers/given/import-given.ts';
import { recognize } from '../client/importers/given/recognize.ts';
import type { FileNote } from '../client/importers/import-report.ts';
import type { SourceItem } from '../client/importers/importer.ts';
import { wordpress } from '../client/importers/wordpress/wxr.ts';
import { BlogError, createBlogClient } from '../client/index.ts';
import { ghostExport } from './support/ghost-export.ts';
import { exported } from './support/transfer.ts';
import { describeVisited } from './support/visitors.ts';
import { wxrOf, type WxrItem } from './support/wxr.ts';

const disqus = '<?xml version="1.0"?><disqus xmlns="http://disqus.com"></disqus>';
const backup = '{"version":1,"users":[],"posts":[]}\n';
const commento = '{"version":1,"comments":[{"commentHex":"a"}],"commenters":[]}';
const markdown = '---\ntitle: T\n---\n';

function file(path: string, content: string | Uint8Array<ArrayBuffer>): GivenFile {
  return givenFile(path, new Blob([content]));
}

async function messageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (error as Error).message,
  );
}

describe('files given to an import', () => {
  for (const [name, content, system] of [
    ['blog.xml', wxrOf([{ title: 'A' }]), 'WordPress'],
    ['blog.json', JSON.stringify(ghostExport), 'Ghost'],
    ['blog.jsonl', '{"type":"post","sourceKey":"a","title":"A"}', 'any program as JSON Lines'],
    ['disqus.xml', disqus, 'Disqus'],
    ['disqus.xml.gz', new Uint8Array(gzipSync(disqus)), 'Disqus'],
    ['backup-blog-20240101.gz', new Uint8Array(gzipSync(backup)), 'Remark42'],
    ['commento.json', commento, 'Commento'],
    ['commento.json.gz', new Uint8Array(gzipSync(commento)), 'Commento'],
    ['export', wxrOf([]), 'WordPress'],
  ] as const) {
    it(`${name} of ${system} is recognized by its beginning`, async () => {
      const { exports, isFolder } = await recognize([file(name, content)]);
      expect(exports.map(({ importer }) => importer.system)).to.deep.equal([system]);
      expect(isFolder).to.equal(false);
    });
  }

  it('exports with posts come before those with comments', async () => {
    const { exports } = await recognize([file('a.xml', disqus), file('x/b.xml', wxrOf([]))]);
    expect(exports.map(({ importer }) => importer.name)).to.deep.equal(['wordpress', 'disqus']);
  });

  it('a folder with Markdown is a site, whatever data it contains', async () => {
    const site = [file('content/a.md', markdown), file('static/old.xml', wxrOf([])), file('.git/x.xml', wxrOf([]))];
    expect(await recognize(site)).to.deep.equal({ exports: [], isFolder: true });
    const { exports } = await recognize([...site, file('export.xml', wxrOf([]))]);
    expect(exports).to.have.length(1);
  });

  it('nothing is recognized in other files, and in those of excluded folders', async () => {
    const none = { exports: [], isFolder: false };
    const others = [file('a.txt', 'text'), file('b.png', strToU8('\u0089PNG')), file('node_modules/x/a.md', markdown)];
    expect(await recognize(others)).to.deep.equal(none);
    expect(await recognize([file('feed.xml', '<rss><channel/></rss>'), file('c.json', '{"a":1}')])).to.deep.equal(none);
  });
});

describe('sites with a folder _posts', () => {
  for (const [generator, folder] of [
    ['Hexo', 'source/'],
    ['Jekyll', ''],
  ] as const) {
    it(`${generator}: dated files beside it are pages`, async () => {
      const dated = (title: string) => `---\ntitle: ${title}\ndate: 2024-02-04\n---\nText`;
      const names = [`${folder}_posts/a.md`, `${folder}about/index.md`, `${folder}links.md`, `${folder}_posts/b/c.md`];
      const report = { refused: [], skipped: [], notes: [] };
      const { posts } = await collect(readEntries(names.map((name) => file(name, dated(name)))), report, undefined);
      const pages = [...posts].filter(([, { kind }]) => kind === 'page').map(([path]) => path);
      expect(pages).to.have.members([`${folder}about/index.md`, `${folder}links.md`]);
    });
  }
});

describe('what a site does not show', () => {
  const collected = async (site: Record<string, string>, skipped: FileNote[] = []) => {
    const report = { refused: [], skipped, notes: [] };
    const given = Object.entries(site).map(([path, text]) => file(path, text));
    const { posts } = await collect(readEntries(given), report, undefined);
    return Object.fromEntries(
      [...posts].map(([path, { status, publishAt, draftBecause }]) => [path, draftBecause ?? publishAt ?? status]),
    );
  };
  const dated = (fields = '') => `---\ntitle: T\ndate: 2024-02-04\n${fields}\n---\nText`;

  it('times to come without an offset are in the time zone of the site', async () => {
    // On this machine they have passed, and in New York they have not.
    const local = new Date(Date.now() - 60_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
    const later = `---\ntitle: T\ndate: ${local.replace('T', ' ')}\n---\nText`;
    const zoned = 'timezone: Etc/GMT+12';
    const at = new Date(Date.parse(`${local}Z`) + 12 * 3_600_000).toISOString();
    expect(
      await collected({
        '_config.yml': zoned,
        '_posts/a.md': later,
        '_posts/b.md': dated(`publish_date: ${local}`),
        '_posts/c.md': dated(`expires: ${local}`),
        '_posts/d.md': dated(`publish_date: ${local}Z`),
      }),
    ).to.deep.equal({ '_posts/a.md': at, '_posts/b.md': at, '_posts/c.md': 'published', '_posts/d.md': 'published' });
  });

  it('the defaults of Jekyll', async () => {
    const config = `defaults:
  - scope: {path: "", type: posts}
    values: {layout: post}
  - scope: {path: private}
    values: {published: false}
  - scope: {path: "", type: pages}
    values: {hidden: true}`;
    const reason = (why: string) => `_config.yml has defaults. The front matter says ${why}.`;
    expect(
      await collected({
        '_config.yml': config,
        '_posts/a.md': dated(),
        'private/_posts/b.md': dated(),
        'about.md': dated(),
      }),
    ).to.deep.equal({
      '_posts/a.md': 'published',
      'private/_posts/b.md': reason('published: false'),
      'about.md': reason('hidden: true'),
    });
  });

  it('the cascade in the configuration of Hugo', async () => {
    const config = `[[cascade]]
draft = true
[cascade.target]
path = "/notes/**"
[[cascade]]
build = {render = "never"}
[cascade.target]
kind = "term"`;
    expect(
      await collected({
        'hugo.toml': config,
        'content/notes/a.md': dated(),
        'content/posts/b.md': dated(),
      }),
    ).to.deep.equal({
      'content/notes/a.md': 'hugo.toml has a cascade. The front matter says draft: true.',
      'content/posts/b.md': 'published',
    });
    const { 'content/a.md': all } = await collected({
      'hugo.toml': '[cascade.params]\nprivate = true',
      'content/a.md': dated(),
    });
    expect(all).to.equal('hugo.toml has a cascade. The front matter says private: true.');
  });

  it('the parts of the bundles of Hugo and Zola', async () => {
    const site = {
      'content/_index.md': dated(),
      'content/posts/a/index.md': dated('draft: true'),
      'content/posts/a/index.de.md': dated(),
      'content/posts/a/part.md': dated(),
      'content/posts/a/more/index.md': dated(),
      'content/posts/b.md': dated(),
    };
    const part = 'It is a part of content/posts/a/index.md, and has no address of its own.';
    expect(await collected({ 'config.toml': '', ...site })).to.deep.equal({
      'content/posts/a/index.md': 'The front matter says draft: true.',
      'content/posts/a/index.de.md': 'published',
      'content/posts/a/part.md': part,
      'content/posts/a/more/index.md': part,
      'content/posts/b.md': 'published',
    });
    const { 'content/posts/a/part.md': elsewhere } = await collected({ 'astro.config.mjs': '', ...site });
    expect(elsewhere).to.equal('published');
  });

  it('what Hugo and Zola do not take from the content folder', async () => {
    const config = 'contentDir = "./src/"\n[languages.de]\ncontentDir = "src.de"';
    const site = {
      'src/a.md': dated(),
      'src.de/a.md': dated(),
      'ideas/b.md': dated(),
      'archetypes/default.md': '---\ntitle: {{ .Name }}: x\n---\n',
      'themes/x/content/post.md': dated(),
      'themes/x/exampleSite/content/_index.md': dated(),
    };
    const skipped: FileNote[] = [];
    expect(await collected({ 'hugo.toml': config, ...site }, skipped)).to.deep.equal({
      'src/a.md': 'published',
      'src.de/a.md': 'published',
      'ideas/b.md': 'The site does not show it: it is not in content/, src/, or src.de/.',
    });
    expect(skipped).to.deep.equal(
      ['archetypes/', 'themes/'].map((folder) => ({
        file: folder,
        reason: 'Its Markdown files are samples and templates of Hugo or Zola.',
      })),
    );
    expect(await collected({ 'config.toml': 'base_url = "https://a.example"', ...site })).to.deep.equal({
      'src/a.md': 'published',
      'src.de/a.md': 'published',
      'ideas/b.md': 'published',
    });
    expect(await collected({ 'themes/x/a.md': dated(), 'b.md': dated() })).to.deep.equal({
      'themes/x/a.md': 'published',
      'b.md': 'published',
    });
    const given = Object.entries({ 'hugo.toml': '', 'themes/x/static/a.png': 'x' });
    const { files } = await collect(
      readEntries(given.map(([path, text]) => file(path, text))),
      { refused: [], skipped: [], notes: [] },
      undefined,
    );
    expect([...files.keys()]).to.deep.equal(['themes/x/static/a.png']);
  });

  it('what plug-ins of WordPress show to members only', async () => {
    const items = async (item: Partial<WxrItem>, meta: Record<string, string> = {}) => {
      const fields = Object.entries(meta).map(
        ([key, value]) =>
          `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
      );
      const xml = wxrOf([{ title: 'A', ...item }]).replace('</item>', `${fields.join('')}</item>`);
      const read: SourceItem[] = [];
      const source = {
        name: 'blog.xml',
        async *open() {
          yield xml;
        },
      };
      for await (const one of wordpress.read(source)) read.push(one);
      return read;
    };
    const whyOf = async (html: string, meta?: Record<string, string>) => {
      const [post] = await items({ html }, meta);
      return post?.kind === 'post' && (post.post.status === 'draft' ? post.draftBecause : post.post.status);
    };
    expect(await whyOf('<p>[membership level="1"]Paid[/membership]</p>')).to.equal(
      'A part of it may be for members only: [membership].',
    );
    expect(
      await whyOf('<!-- wp:premium-content/container --><p>Paid</p><!-- /wp:premium-content/container -->'),
    ).to.equal('A part of it is for members only.');
    expect(await whyOf('<p>Text</p>', { _jetpack_newsletter_access: 'paid_subscribers' })).to.equal(
      'Only some readers may see it: its _jetpack_newsletter_access is paid_subscribers.',
    );
    expect(
      await whyOf('<p>[members] of the [private] club[/note]</p>', { _jetpack_newsletter_access: 'everybody' }),
    ).to.equal('published');
    const [post] = await items({ link: '/blog/2020/1/2/a%20b' });
    expect(post?.kind === 'post' && post.aliases, 'the path alone, as Squarespace exports it').to.deep.equal([
      '/blog/2020/1/2/a b',
    ]);
    const own = { comment_id: 8, comment_parent: 8, comment_content: 'Text', comment_approved: '1' };
    const [, comment] = await items({ comments: [own] });
    expect(comment?.kind === 'comment' && comment.comment.parent, 'a comment that replies to itself').to.equal(
      undefined,
    );
  });

  it('the data of a folder of Eleventy', async () => {
    expect(
      await collected({
        'drafts/drafts.json': '{"permalink": false}',
        'drafts/a.md': dated(),
        'posts/posts.11tydata.json': '{"tags": ["a"]}',
        'posts/b.md': dated(),
        'posts/posts.json': '[',
      }),
    ).to.deep.equal({
      'drafts/a.md': 'drafts/drafts.json hides it. The front matter says permalink: false.',
      'posts/b.md': 'published',
    });
  });
});

describe('the files of a ZIP', () => {
  const zipOf = (files: Record<string, string | Uint8Array>) =>
    new Blob([
      zipSync(
        Object.fromEntries(Object.entries(files).map(([name, x]) => [name, typeof x === 'string' ? strToU8(x) : x])),
      ),
    ]);

  it('have paths with slashes, and names in UTF-8', async () => {
    const files = await filesOfZip('a.zip', zipOf({ 'a.md': 'a', 'c\\d.md': 'd', '名.md': 'e' }));
    expect(files.map(({ path }) => path)).to.have.members(['a.md', 'c/d.md', '名.md']);
    expect(new TextDecoder().decode(await files[0]!.read())).to.equal('a');
  });

  it('are rejected with a sentence if it is not a ZIP, truncated, a ZIP bomb or encrypted', async () => {
    const outside = zipOf({ '../../etc/a.md': 'a' });
    expect(await messageOf(filesOfZip('a.zip', outside))).to.equal('a.zip contains a path that leads out of it.');
    const whole = zipOf({ 'a.md': 'x'.repeat(1000), 'b.md': 'y' });
    for (const part of [new Blob(['no']), whole.slice(0, 60)]) {
      expect(await messageOf(filesOfZip('a.zip', part))).to.equal('a.zip is not a valid ZIP, or is not complete.');
    }
    const bomb = zipOf({ 'a.md': new Uint8Array(4_000_000), 'b.md': new Uint8Array(4_000_000) });
    expect(await messageOf(filesOfZip('a.zip', bomb))).to.equal('a.zip would unpack to 500 times its size and more.');
    const bytes = new Uint8Array(await zipOf({ 'a.md': 'text' }).arrayBuffer());
    const central = bytes.findIndex((_byte, at) => bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 1);
    bytes[central + 8]! |= 1;
    expect(await messageOf(filesOfZip('a.zip', new Blob([bytes])))).to.equal(
      'a.zip contains "a.md", which is encrypted: unpack it first.',
    );
  });

  it('that have more bytes than the ZIP says cannot be read', async () => {
    const bytes = new Uint8Array(await zipOf({ 'a.md': 'text '.repeat(10_000) }).arrayBuffer());
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 4; at++) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 10, true);
    }
    const [one] = await filesOfZip('a.zip', new Blob([bytes]));
    expect(await messageOf(one!.read())).to.not.equal('no error');
  });
});

describeVisited('imports of given files', (use) => {
  const run = (files: GivenFile[], more: object = {}) => {
    const { url, token } = use();
    const client = createBlogClient({ url, token });
    const start = () => ({ at: () => undefined, stop: () => undefined });
    return importGiven(client.transfer.import, files, { dryRun: false, start, ...more });
  };

  it('ends in the same state when it was interrupted and is repeated', async () => {
    const items = Array.from({ length: 120 }, (_, at) => ({
      title: `Resumed ${at}`,
      html: `<p>See <a href="/resumed-${(at + 60) % 120}/">another</a></p>`,
      wp: { post_id: 5000 + at },
      comments: [
        {
          comment_id: at * 2 + 1,
          comment_author: 'Ada',
          comment_content: 'One',
          comment_approved: 1,
          comment_parent: 0,
        },
        {
          comment_id: at * 2 + 2,
          comment_author: 'Bob',
          comment_content: 'Two',
          comment_approved: 1,
          comment_parent: at * 2 + 1,
        },
      ].map((one) => ({ ...one, comment_type: 'comment', comment_date_gmt: '2024-02-05 00:00:00' })),
    }));
    const blog = file('blog.xml', wxrOf(items));
    const { url, token } = use();
    const { transfer } = createBlogClient({ url, token });
    let calls = 0;
    const failing: typeof transfer.import = (input = {}) => {
      if (input.dryRun !== true && ++calls > 2) throw new BlogError('NETWORK_ERROR', 'Gone.', { status: 0 });
      return transfer.import(input);
    };
    const start = () => ({ at: () => undefined, stop: () => undefined });
    expect(await messageOf(importGiven(failing, [blog], { dryRun: false, start }))).to.equal('Gone.');
    const first = (await exported(use())).filter(({ id }) => id.startsWith('resumed-'));
    expect(first.length).to.be.within(1, 119);
    const { report } = await run([blog]);
    expect(report.new).to.equal(120 - first.length);
    expect(report.unchanged).to.equal(first.length);
    expect(report.comments.new + report.comments.unchanged).to.equal(240);
    const posts = (await exported(use())).filter(({ id }) => id.startsWith('resumed-'));
    expect(posts).to.have.length(120);
    for (const { id, content } of posts) {
      const at = Number(id.slice('resumed-'.length));
      expect(content).to.equal(`See [another](/posts/resumed-${(at + 60) % 120})`);
    }
    expect((await run([blog])).report).to.include({ new: 0, changed: 0, unchanged: 120 });
  });

  it('resolves links by number to posts, and resized images of WordPress to their originals', async () => {
    const uploads = 'https://old.example/wp-content/uploads/2024/02';
    const attachment = (id: number, name: string) => ({
      title: name,
      wp: { post_id: id, post_type: 'attachment', status: 'inherit', attachment_url: `${uploads}/${name}` },
    });
    const html = [
      '<p><a href="https://old.example/?p=72">a</a> <a href="/?page_id=73#x">b</a>',
      '<a href="https://x.example/?p=72">c</a> <a href="/?s=word">d</a></p>',
      `<p><img src="${uploads}/one-300x200.jpg"> <img src="${uploads}/big-1024x768.png?w=5">`,
      '<img src="/wp-content/uploads/2024/02/none-1x1.jpg"></p>',
    ].join(' ');
    const items: WxrItem[] = [
      { title: 'By number', html, wp: { post_id: 71 } },
      { title: 'Second by number', wp: { post_id: 72 } },
      { title: 'A page by number', wp: { post_id: 73, post_type: 'page' } },
      attachment(80, 'one.jpg'),
      attachment(81, 'big-scaled.png'),
    ];
    await run([file('numbers.xml', wxrOf(items))]);
    const post = (await exported(use())).find(({ id }) => id === 'by-number')!;
    expect(post.content.split('\n\n')).to.deep.equal([
      '[a](/posts/second-by-number) [b](/posts/a-page-by-number#x) [c](https://x.example/?p=72) [d](/?s=word)',
      `![](${uploads}/one.jpg) ![](${uploads}/big-scaled.png) ![](/wp-content/uploads/2024/02/none-1x1.jpg)`,
    ]);
  });

  it('uses the display names of authors of WordPress, and skips items in its trash', async () => {
    const comment = { comment_author: 'Eve', comment_date_gmt: '2024-02-05 00:00:00' };
    const comments = [
      { ...comment, comment_id: 901, comment_content: 'Kept', comment_approved: 1 },
      { ...comment, comment_id: 902, comment_content: 'Thrown away', comment_approved: 'trash' },
      { ...comment, comment_id: 903, comment_content: 'Thrown away with its post', comment_approved: 'post-trashed' },
    ];
    const { report } = await run([file('signed.xml', wxrOf([{ title: 'Signed', comments }]))]);
    expect(report.comments).to.deep.equal({ new: 1, unchanged: 0 });
    expect(report.skipped.map(({ reason }) => reason)).to.deep.equal(Array(2).fill('It is in the trash.'));
    expect((await exported(use())).find(({ id }) => id === 'signed')!.author).to.equal('Ada');
  });

  it('makes neither the excerpt nor the comments of a protected post of WordPress public', async () => {
    const comment = { comment_id: 911, comment_author: 'Eve', comment_content: 'A secret', comment_approved: 1 };
    const item = { title: 'Locked', excerpt: 'A secret', comments: [comment], wp: { post_password: 'open sesame' } };
    await run([file('locked.xml', wxrOf([item]))]);
    const { call, admin } = use();
    for (const path of ['/api/posts/locked', '/api/posts/locked/comments', '/posts/locked']) {
      const { body } = await call('GET', path);
      expect(JSON.stringify(body), path).to.not.include('A secret');
    }
    const { body } = await admin('GET', '/api/comments?post=locked');
    expect(body.comments).to.have.length(1);
  });

  it('counts the shortcodes that remain, and the fields that are not imported', async () => {
    const items = ['a', 'b'].map((one) => ({ title: `Left ${one}`, html: '<p>[form id="1"]</p>' }));
    const meta = '<wp:postmeta><wp:meta_key>mood</wp:meta_key><wp:meta_value>x</wp:meta_value></wp:postmeta>';
    const xml = wxrOf(items).replaceAll('</item>', `${meta}</item>`);
    const { report } = await run([file('left.xml', xml)], { dryRun: true });
    expect(report.shortcodes).to.deep.equal([{ name: 'form', posts: 2 }]);
    expect(report.fields).to.deep.equal([{ name: 'mood', posts: 2 }]);
    const site = [
      file('a.md', '---\ntitle: A\ndate: 2024-01-01\nmood: x\n---\n{{< youtube abc >}} {% raw %}x{% endraw %}'),
    ];
    const { report: other } = await run(site, { dryRun: true });
    expect(other.fields).to.deep.equal([{ name: 'mood', posts: 1 }]);
    expect(other.shortcodes.map(({ name }) => name)).to.include('youtube');
  });
});
