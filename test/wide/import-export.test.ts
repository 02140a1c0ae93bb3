import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect } from 'chai';

import { createBlogClient, decryptPost, type BlogClient, type ExportedPost } from '../../client/index.ts';
import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';
import { picture } from '../support/files.ts';
import { skip } from '../support/skip.ts';
import { uploaded } from '../support/uploads.ts';

const rustBlog = fileURLToPath(new URL('../../../shared/data/rust-blog/content', import.meta.url));

/** An example of everything that a folder may contain. */
const hostile: Record<string, string | Uint8Array> = {
  'good.md': '---\ntitle: Good\ndate: 2024-02-03\ntags: [a, "b c"]\ndescription: In short\n---\n\nText of *good*.\n',
  'zola.md': '+++\npath = "2024/02/04/Zola-1.0"\ntitle = "Zola"\naliases = ["old/zola.html"]\n+++\n\n![](beside.png)\n',
  'one/same.md': '---\ntitle: First\ndate: 2020-01-01\n---\n',
  'two/same.md': '---\ntitle: Second\ndate: 2021-01-01\n---\n',
  'bundle/index.md': '---\ntitle: Bundle\ndraft: true\ncategory: News\n---\n\n<img src="picture.jpg">\n',
  'plain.md': '# Its own heading\n\nNo front matter at all.\n',
  '中文/名字.markdown': '---\ntitle: 名字\npinned: true\n---\n\r\n秘密 🦀 \u2028 \ufeff end',
  'open.md': '---\ntitle: Never closed\n',
  'toml.md': '+++\ntitle = \n+++\n',
  'when.md': '---\ntitle: When\ndate: 2024-02-31\n---\n',
  'latin1.md': new Uint8Array([0x66, 0xfc, 0x72]),
  'long.md': `---\ntitle: ${'x'.repeat(201)}\n---\n`,
  'huge.md': `---\ntitle: Huge\n---\n${'x'.repeat(1_000_001)}`,
  '\u001b[31mred.md': '---\ntitle: [\n---\n',
  'content/page.adoc': '= Title',
  '_index.md': '---\ntitle: Section\n---\n',
  '.hidden/secret.md': 'hidden',
  'node_modules/x/README.md': 'not ours',
  'notes.txt': 'not Markdown',
};

describe('octavo import and export', function () {
  let terminal: Terminal;
  let client: BlogClient;
  let folder: string;
  before(async () => {
    terminal = await openTerminal();
    client = clientOf(terminal);
    folder = await writeFiles(join(terminal.folder, 'blog'), hostile);
    await symlink('/etc/passwd', join(folder, 'link.md'));
  });
  after(() => terminal?.close());

  it('reports in a dry run what would happen, and changes nothing', async () => {
    const report = await terminal.json(['import', 'markdown', folder, '--dry-run']);
    expect(report).to.include({ ok: false, dryRun: true, new: 7, changed: 0, unchanged: 0 });
    expect((await client.posts.list()).total).to.equal(0);
  });

  it('imports valid posts and reports the rest, file by file', async () => {
    const { code, stdout, stderr } = await terminal.run(['import', 'markdown', folder, '--json']);
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: '7 files were refused.\n' });
    const report = JSON.parse(stdout);
    expect(report).to.include({ ok: false, dryRun: false, new: 7, changed: 0, unchanged: 0 });
    expect(Object.fromEntries(report.refused.map(({ file, reason }: Note) => [file, reason]))).to.deep.equal({
      'open.md': 'The front matter that line 1 opens with --- is never closed.',
      'toml.md': reasonOf(report, 'toml.md'),
      'when.md': 'The date "2024-02-31" is not a day such as 2024-02-04.',
      'latin1.md': 'It is not UTF-8 text.',
      'long.md': '"title" must have at most 200 characters, but has 201.',
      'huge.md': '"content" must have at most 1000000 characters.',
      '\u001b[31mred.md': reasonOf(report, '\u001b[31mred.md'),
    });
    expect(reasonOf(report, 'toml.md')).to.match(/^The front matter cannot be read, line 2: /);
    expect(report.skipped.map(({ file }: Note) => file)).to.have.members(['content/page.adoc', '_index.md', 'link.md']);
    expect(report.pictures).to.deep.equal([
      { file: 'bundle/index.md', pictures: ['picture.jpg'] },
      { file: 'zola.md', pictures: ['beside.png'] },
    ]);
  });

  it('gives each post the id, date and fields of its file', async () => {
    const posts = await everyPost(client);
    const ids = posts.map(({ id }) => id);
    expect(ids).to.have.members(['good', 'zola-1-0', '2020-01-01-same', '2021-01-01-same', 'bundle', 'plain', '名字']);
    const post = (id: string) => posts.find((one) => one.id === id);
    expect(post('good')).to.deep.include({ date: '2024-02-03', tags: ['a', 'b c'], excerpt: 'In short' });
    expect(post('zola-1-0')).to.deep.include({
      date: '2024-02-04',
      aliases: ['/2024/02/04/Zola-1.0', '/old/zola.html'],
    });
    expect(post('bundle')).to.include({ status: 'draft', category: 'News', sourceKey: 'bundle/index.md' });
    expect(post('名字')).to.include({ pinned: 1, content: '秘密 🦀 \u2028 \ufeff end' });
  });

  it('reports unchanged posts on the second run, and updates changed ones', async () => {
    const before = await everyPost(client);
    expect(await terminal.json(['import', 'markdown', folder])).to.include({ new: 0, changed: 0, unchanged: 7 });
    expect(await everyPost(client)).to.deep.equal(before);

    await writeFiles(folder, {
      'plain.md': '# Its own heading\n\nChanged.\n',
      'new/same.md': '---\ntitle: Third\n---\n',
    });
    expect(await terminal.json(['import', 'markdown', folder])).to.include({ new: 1, changed: 1, unchanged: 6 });
    expect((await client.pages.get({ id: 'plain' })).page.content).to.equal('# Its own heading\n\nChanged.\n');
    expect((await everyPost(client)).map(({ id }) => id)).to.include.members([
      '2020-01-01-same',
      '2021-01-01-same',
      'same',
    ]);
  });

  it('prints a report without control characters', async () => {
    const { code, stdout } = await terminal.run(['import', 'markdown', folder]);
    expect(code).to.equal(1);
    expect(stdout).to.match(/^10 of 10 posts\n/);
    expect(stdout).to.include('  latin1.md: It is not UTF-8 text.\n').and.to.include('\\u001b[31mred.md');
    expect(stdout).to.match(/\n0 new, 0 changed, 8 unchanged, 7 refused, 3 skipped, 4 drafts\n$/);
  });

  it('fails without a token, and for a missing folder', async () => {
    const stranger = await terminal.run(['import', 'markdown', folder], { env: { OCTAVO_TOKEN: 'none' } });
    expect(stranger).to.include({ code: 1, stdout: '' });
    const absent = await terminal.run(['import', 'markdown', join(folder, 'absent')]);
    expect(absent.code).to.equal(1);
    expect(absent.stderr).to.match(/^The folder cannot be read: .*\.\n$/);
    const out = join(terminal.folder, 'refused');
    const refused = await terminal.run(['export', 'markdown', out], { env: { OCTAVO_TOKEN: 'none' } });
    expect(refused.code).to.equal(1);
    expect(existsSync(out)).to.equal(false);
    const file = await terminal.run(['export', 'markdown', join(folder, 'good.md', 'x')]);
    expect(file.code).to.equal(1);
    expect(file.stderr).to.match(/ cannot be written: a part of the path is not a folder\.\n$/);
  });

  it('does not depend on the order of imports', async () => {
    const other = await openTerminal();
    const part = await writeFiles(join(other.folder, 'blog'), { 'two/same.md': hostile['two/same.md']! });
    await other.json(['import', 'markdown', part]);
    await writeFiles(part, { 'one/same.md': hostile['one/same.md']! });
    expect(await other.json(['import', 'markdown', part])).to.include({ new: 1, changed: 0, unchanged: 1 });
    expect(await other.json(['import', 'markdown', part])).to.include({ new: 0, changed: 0, unchanged: 2 });
    const titles = (await everyPost(clientOf(other))).map(({ id, title }) => [id, title]);
    expect(Object.fromEntries(titles)).to.deep.equal({ same: 'Second', '2020-01-01-same': 'First' });
    await other.close();
  });

  it('encrypts a post with a password in its front matter', async () => {
    const locked = await writeFiles(join(terminal.folder, 'locked'), {
      'diary.md': '---\ntitle: Diary\npassword: open sesame\n---\nDear diary',
    });
    expect(await terminal.json(['import', 'markdown', locked])).to.include({ ok: true, new: 1 });
    const { page: post } = await client.pages.get({ id: 'diary' });
    expect(post).to.include({ protected: 1, content: '', excerpt: '' });
    expect(await decryptPost(post.enc!, 'open sesame')).to.equal('Dear diary');
  });

  it('exports posts that a second instance imports as equal posts', async () => {
    await client.posts.create({ title: 'Written here', content: '---\nno: front matter\n---\n', excerpt: '' });
    const out = join(terminal.folder, 'out');
    const posts = await everyPost(client);
    expect(await terminal.json(['export', 'markdown', out])).to.deep.equal({
      ok: true,
      posts: posts.length,
      files: 0,
      missing: [],
      folder: out,
    });
    const again = await terminal.run(['export', 'markdown', out]);
    expect(again.stdout).to.equal(`10 of 10 posts\n10 posts are in ${out}\n`);
    const names = await readdir(out);
    expect(names).to.have.members(posts.map(({ id }) => `${id}.md`));

    const other = await openTerminal();
    expect(await other.json(['import', 'markdown', out])).to.deep.include({ ok: true, new: 10, refused: [] });
    expect(byId(await everyPost(clientOf(other)))).to.deep.equal(byId(posts));
    await other.close();
  });

  it('writes the uploaded files that posts name to static/media, where Hugo serves them', async () => {
    const [inText, cover, elsewhere] = await Promise.all(
      [10, 20, 30].map(async (width) => {
        const { url } = await uploaded(terminal.service, await picture(width, 10).png().toBuffer());
        return new URL(url).pathname;
      }),
    );
    const lost = '/media/2026/03/lost-0123abcd.png';
    const content = `![](${inText}) and [again](${inText}), ![](${lost}), https://other.example${elsewhere}`;
    await client.posts.create({ id: 'with-files', title: 'With files', content });
    await client.posts.create({ id: 'with-cover', title: 'With cover', cover });
    const out = join(terminal.folder, 'with-files');
    expect(await terminal.json(['export', 'markdown', out]))
      .to.include({ files: 2 })
      .and.to.deep.include({ missing: [lost] });
    expect((await readdir(out)).filter((name) => !name.endsWith('.md'))).to.deep.equal(['static']);
    for (const path of [inText!, cover!]) {
      const file = join(out, 'static', path);
      const stored = await (await fetch(terminal.service.url + path)).arrayBuffer();
      expect((await readFile(file)).equals(Buffer.from(stored)), path).to.equal(true);
      expect((await stat(file)).mode & 0o777).to.equal(0o600);
    }
    expect(existsSync(join(out, 'static', elsewhere!))).to.equal(false);
    const { stdout } = await terminal.run(['export', 'markdown', out]);
    expect(stdout).to.include(`2 uploaded files are in ${out}/static/media\n${lost} is named in a post, and`);
    for (const id of ['with-files', 'with-cover']) await client.posts.delete({ id });
  });

  it('writes files that only their owner can read, also over files that others could read', async () => {
    const out = join(terminal.folder, 'private', 'posts');
    await client.posts.create({ title: 'Kept to myself', status: 'draft' });
    await terminal.json(['export', 'markdown', out]);
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    for (const folder of [out, join(out, '..')]) expect(await modeOf(folder)).to.equal('700');
    const names = await readdir(out);
    for (const name of names) expect(await modeOf(join(out, name)), name).to.equal('600');

    await chmod(join(out, names[0]!), 0o644);
    await terminal.json(['export', 'markdown', out]);
    expect(await modeOf(join(out, names[0]!))).to.equal('600');

    const shared = join(terminal.folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o755);
    await terminal.json(['export', 'markdown', shared]);
    expect(await modeOf(shared), 'a folder that was there keeps its rights').to.equal('755');
    for (const name of await readdir(shared)) expect(await modeOf(join(shared, name)), name).to.equal('600');
    await client.posts.delete({ id: 'kept-to-myself' });
  });

  it('creates ZIP entries that only their owner can read after extraction', async () => {
    await client.posts.create({ title: 'Packed' });
    const { path } = await client.transfer.download({ kind: 'markdown' });
    const bytes = Buffer.from(await (await fetch(terminal.service.url + path)).arrayBuffer());
    await client.posts.delete({ id: 'packed' });
    const entry = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    expect(bytes[entry + 5], 'made on Unix').to.equal(3);
    expect((bytes.readUInt32LE(entry + 38) >>> 16).toString(8)).to.equal('100600');
  });

  it('finds its own export unchanged', async () => {
    const out = join(terminal.folder, 'out');
    expect(await terminal.json(['import', 'markdown', out])).to.deep.include({ new: 0, changed: 0, unchanged: 10 });
  });

  it('imports a real blog twice, and its export into a second instance', async function () {
    if (!existsSync(rustBlog)) skip(this, `there is no ${rustBlog}`, { optional: true });
    const real = await openTerminal();
    expect(await real.json(['import', 'markdown', rustBlog])).to.deep.include({ new: 745, refused: [], skipped: [] });
    expect(await real.json(['import', 'markdown', rustBlog])).to.deep.include({ new: 0, changed: 0, unchanged: 745 });

    const { body } = await real.service.call('GET', '/api/posts?search=async');
    expect(body.total).to.equal(await countFilesWith('async', new Date(real.service.clock.now())));

    const out = join(real.folder, 'out');
    expect(await real.json(['export', 'markdown', out])).to.include({ posts: 745 });
    const second = await openTerminal();
    expect(await second.json(['import', 'markdown', out])).to.deep.include({ new: 745, refused: [] });
    expect(byId(await everyPost(clientOf(second)))).to.deep.equal(byId(await everyPost(clientOf(real))));
    await Promise.all([real.close(), second.close()]);
  }).timeout(120_000);
});

type Note = { file: string; reason: string };

function reasonOf({ refused }: { refused: Note[] }, file: string): string | undefined {
  return refused.find((note) => note.file === file)?.reason;
}

function clientOf({ service: { url, token } }: Terminal): BlogClient {
  return createBlogClient({ url, token });
}

async function everyPost(client: BlogClient): Promise<ExportedPost[]> {
  const posts: ExportedPost[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await client.transfer.export({ cursor });
    posts.push(...page.posts);
    if (page.cursor === undefined) return posts;
    cursor = page.cursor;
  }
}

/** The fields that must be equal in two instances. */
function byId(posts: ExportedPost[]) {
  return Object.fromEntries(
    posts.map(({ version: _v, views: _w, likes: _l, created_at: made, updated_at: _u, sourceKey, ...post }) => [
      post.id,
      // The second instance knows a post of the first by this key.
      { ...post, sourceKey: sourceKey ?? `octavo:${post.id}@${made}` },
    ]),
  );
}

/** Counts files with a word in titles, descriptions and bodies by patterns only, without files of future dates. */
async function countFilesWith(word: string, now: Date): Promise<number> {
  const names = (await readdir(rustBlog, { recursive: true })).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(names.map((name) => readFile(join(rustBlog, name), 'utf8')));
  const searched = texts.map((text) => {
    const [, head = '', body = ''] = /^\+\+\+\n(.*?)\n\+\+\+\n(.*)$/s.exec(text) ?? [];
    const [, year, month, day] = /(\d{4})[/-](\d\d)[/-](\d\d)/.exec(head) ?? [];
    if (`${year}-${month}-${day}` > now.toISOString()) return '';
    const shown = head.match(/^(?:title|description) = .*$/gm) ?? [];
    return [...shown, body].join('\n').toLowerCase();
  });
  return searched.filter((text) => text.includes(word)).length;
}
