import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect } from 'chai';
import sharp from 'sharp';

import { astro } from '../support/blogs/astro.ts';
import { eleventy } from '../support/blogs/eleventy.ts';
import { hexo } from '../support/blogs/hexo.ts';
import { hugo } from '../support/blogs/hugo.ts';
import { jekyll } from '../support/blogs/jekyll.ts';
import { obsidian } from '../support/blogs/obsidian.ts';
import type { ShownPost } from '../support/blogs/blog.ts';
import { zola } from '../support/blogs/zola.ts';
import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';
import { skip } from '../support/skip.ts';
import { exported } from '../support/transfer.ts';

const pictures = await Promise.all(
  ['red', 'green', 'blue'].map((background) =>
    sharp({ create: { width: 2, height: 2, channels: 3, background } })
      .png()
      .toBuffer(),
  ),
);

for (const { generator, files, posts, left } of [jekyll, hexo, hugo, zola, eleventy, astro, obsidian].map((blog) =>
  blog(pictures),
)) {
  describe(`octavo import markdown of a site of ${generator}`, () => {
    let terminal: Terminal;
    let folder: string;
    before(async () => {
      terminal = await openTerminal();
      folder = await writeFiles(join(terminal.folder, 'site'), files);
    });
    after(() => terminal?.close());

    it('imports each post once, and names the files that it leaves', async () => {
      const tried = await terminal.json(['import', 'markdown', folder, '--dry-run']);
      expect(await exported(terminal.service)).to.deep.equal([]);
      const report = await terminal.json(['import', 'markdown', folder]);
      expect(tried).to.deep.equal({ ...report, dryRun: true });
      expect(report).to.include({ new: posts.length, changed: 0 });
      const named = [...report.refused, ...report.skipped].map(({ file }: { file: string }) => file);
      expect(named).to.have.members(left);
      expect(report.pictures).to.deep.equal([]);
      const drafts = posts.filter(({ status }) => status === 'draft');
      expect(report.drafts.map(({ file }: { file: string }) => file)).to.have.members(drafts.map(({ file }) => file));
      expect(await terminal.json(['import', 'markdown', folder])).to.include({
        new: 0,
        changed: 0,
        unchanged: posts.length,
      });
    });

    for (const shown of posts) {
      it(`keeps ${shown.file}`, async () => {
        const post = (await exported(terminal.service)).find(({ sourceKey }) => sourceKey === shown.file)!;
        const read: ShownPost = { ...shown, id: post.id, title: post.title, content: withNames(post.content) };
        expect(read).to.deep.equal(shown);
        expect(post).to.deep.include({
          kind: shown.kind ?? 'post',
          tags: shown.tags ?? [],
          category: shown.category ?? '',
          author: shown.author ?? '',
          status: shown.status ?? 'published',
          cover: shown.cover === undefined ? '' : post.cover,
          ...(shown.date !== undefined && { date: shown.date }),
          ...(shown.created_at !== undefined && { created_at: shown.created_at }),
          ...(shown.updated_at !== undefined && { updated_at: shown.updated_at }),
        });
        expect(withNames(post.cover)).to.equal(shown.cover ?? '');
        await expectLinks(terminal, post.content);
        const path = `${shown.kind === 'page' ? '' : '/posts'}/${encodeURIComponent(shown.id)}`;
        expect((await terminal.service.call('GET', path)).status).to.equal(shown.status === 'draft' ? 404 : 200);
        for (const address of shown.addresses ?? []) {
          const { status, headers } = await terminal.service.call('GET', address);
          expect([address, status, headers.get('location')]).to.deep.equal([address, 301, path]);
        }
      });
    }
  });
}

describe('octavo import markdown, and hugo list all', () => {
  it('agree on titles, dates, drafts and addresses', async function () {
    if (spawnSync('hugo', ['version']).status !== 0) skip(this, 'there is no hugo');
    const terminal = await openTerminal();
    const folder = await writeFiles(join(terminal.folder, 'site'), hugo(pictures).files);
    const env = { PATH: process.env['PATH'], HUGO_CACHEDIR: join(terminal.folder, 'cache') };
    const listed = spawnSync('hugo', ['list', 'all'], { cwd: folder, env, encoding: 'utf8' }).stdout;
    const rows = listed.trim().split('\n').slice(1);
    await terminal.run(['import', 'markdown', folder]);
    const posts = await exported(terminal.service);
    expect(rows).to.have.length(posts.length);
    for (const row of rows) {
      const [file, slug, title, date = '', , , draft, permalink = ''] = row.split(',');
      const post = posts.find(({ sourceKey }) => sourceKey === file)!;
      expect(post.title, file).to.equal(title);
      // Pages have no date of their own.
      if (post.kind === 'post') expect(post.date, file).to.equal(date.slice(0, 10));
      if (slug) expect(post.id).to.equal(slug);
      // A day counts from its beginning in UTC here, as in feeds.
      if (!date.includes('T00:00:00')) expect(post.created_at, file).to.equal(new Date(date).toISOString());
      if (draft === 'true') expect(post.status, file).to.equal('draft');
      const { pathname } = new URL(permalink);
      expect(
        post.aliases.map((one) => one.replace(/\/$/, '')),
        file,
      ).to.include(pathname.replace(/\/$/, ''));
    }
    await terminal.close();
  });
});

/** A text in which uploads have the names of their files. */
function withNames(content: string): string {
  return content.replace(/\/media\/\d{4}\/\d\d\/([\w-]+?)(?:-[\w]{8,})?\.png/g, '/media/$1.png');
}

/** Expects that every upload exists, and that every link to a post leads to it and its heading. */
async function expectLinks({ service }: Terminal, content: string): Promise<void> {
  for (const [, url = ''] of content.matchAll(/\]\((\/(?:posts|media)\/[^\s)]+)/g)) {
    const answer = await fetch(new URL(url, service.url));
    expect([url, answer.status]).to.deep.equal([url, 200]);
    const [, fragment = 'top'] = url.split('#');
    if (fragment !== 'top') expect(await answer.text()).to.include(` id="${fragment}"`);
  }
}
