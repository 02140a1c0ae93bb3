import { readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { expect } from 'chai';
import { strToU8, unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

import { exportFolder } from '../../client/cli/export-folder.ts';
import { createBlogClient } from '../../client/index.ts';
import { callUrls, describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { writeFiles } from '../support/cli.ts';
import { exported } from '../support/transfer.ts';
import { ghostExport } from '../support/ghost-export.ts';
import { newFolder } from '../support/run.ts';

const blog: Record<string, string> = {
  'hello.md': '---\ntitle: Hello\ndate: 2024-02-03\n---\n\nA text.\n',
  'deep/er/名字.markdown': '---\ntitle: 名字\n---\n\n![](beside.png)\n',
  'open.md': '---\ntitle: Never closed\n',
  'long.md': `---\ntitle: ${'x'.repeat(201)}\n---\n`,
  'content/page.adoc': '= Title',
  '_index.md': '---\ntitle: Section\n---\n',
  'node_modules/x/README.md': 'not ours',
  '.hidden/secret.md': 'hidden',
  'notes.txt': 'not Markdown',
};
const count = { created: 2, drafts: 1, passedOver: 2, failed: 2 };

const disqus = `<?xml version="1.0"?><disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">
  <thread dsq:id="1"><link>https://old.example/second/</link></thread>
  <post dsq:id="2"><message><![CDATA[<p>Fine</p>]]></message><createdAt>2024-03-02T00:00:00Z</createdAt>
  <isDeleted>false</isDeleted><isSpam>false</isSpam><author><name>Ada</name></author><thread dsq:id="1"/></post></disqus>`;

describeAdmin("import and export in the administrator's app", ({ use, signedIn }) => {
  let scratch: string;
  let folder: string;
  before(async () => {
    scratch = await newFolder();
    folder = await writeFiles(join(scratch, 'blog'), blog);
  });
  const ids = async () => (await exported(use())).map(({ id }) => id).toSorted();
  const show = async (open: (path: string) => Promise<number>) => open('/admin/settings?part=transfer');

  it(
    'first shows what an import would do, and changes nothing when it is cancelled',
    signedIn(async ({ open, page }) => {
      const before = await ids();
      await show(open);
      await choose(page, 'folder', folder);
      await page.getByRole('status').filter({ hasText: 'Nothing has changed yet' }).waitFor();
      await page.getByText('Markdown files', { exact: true }).waitFor();
      expect(await counts(page)).to.deep.equal([count.created, 0, 0, count.drafts, count.passedOver, count.failed]);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Import now' }).waitFor({ state: 'detached' });
      expect(await ids()).to.deep.equal(before);
    }),
  );

  it(
    'checks the old URLs of a sitemap, and lists those that lead to no page',
    signedIn(async ({ open, page, expectProblem }) => {
      await use().admin('POST', '/api/admin/import', {
        posts: [{ sourceKey: 'moved.md', title: 'Moved', id: 'moved', aliases: ['/2020/moved/'] }],
      });
      const sitemap = join(scratch, 'sitemap.xml');
      const urls = ['2020/moved/', 'posts/moved', 'gone%20away/'].map(
        (path) => `<url><loc>https://old.example/${path}</loc></url>`,
      );
      await writeFile(sitemap, `<urlset>${urls.join('')}</urlset>`);
      await show(open);
      const panel = page.getByRole('region', { name: 'Check old URLs' });
      await page.locator('[data-takes="sitemap"]').setInputFiles(sitemap);
      await panel.getByRole('status').filter({ hasText: '1 old URL leads to no page:' }).waitFor();
      const rows = panel.getByRole('table', { name: 'Without a page' }).getByRole('row');
      expect(await rows.nth(1).getByRole('cell').allInnerTexts()).to.deep.equal(['/gone away/', '404']);
      await expectProblem(/404/);
      await writeFile(sitemap, 'text');
      await page.locator('[data-takes="sitemap"]').setInputFiles(sitemap);
      await panel.getByRole('alert').filter({ hasText: 'sitemap.xml is not a sitemap.' }).waitFor();
    }),
  );

  it(
    'imports a folder and reports the rest file by file, as the command line does',
    signedIn(async ({ open, page }) => {
      await show(open);
      await choose(page, 'folder', folder);
      await importNow(page);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      expect(await counts(page)).to.deep.equal([count.created, 0, 0, count.drafts, count.passedOver, count.failed]);
      expect(await notes(page, 'Failed')).to.deep.equal({
        'open.md': 'The front matter that line 1 opens with --- is never closed.',
        'long.md': '"title" must have at most 200 characters, but has 201.',
      });
      expect(await notes(page, 'Skipped')).to.deep.equal({
        '_index.md': 'It is the page of a section and not a post.',
        'content/page.adoc': 'It is not Markdown.',
      });
      expect(await notes(page, /^Images/)).to.deep.equal({ 'deep/er/名字.markdown': 'beside.png' });
      const beside = page.getByRole('table', { name: /^Images/ }).getByRole('columnheader');
      expect(await beside.allInnerTexts()).to.deep.equal(['File', 'Image']);
      const posts = await exported(use());
      expect(posts.find(({ id }) => id === 'hello')).to.include({ title: 'Hello', sourceKey: 'hello.md' });
      expect(posts.find(({ id }) => id === '名字')).to.include({ sourceKey: 'deep/er/名字.markdown' });
      expect(await accessibilityProblems(page)).to.deep.equal([]);
    }),
  );

  it(
    'takes the old addresses of Markdown files from the sitemap of the old site',
    signedIn(async ({ open, page }) => {
      const sitemap = join(scratch, 'old.xml');
      await writeFile(sitemap, '<urlset><url><loc>https://old.example/2021/quiet-bay.html</loc></url></urlset>');
      const site = await writeFiles(join(scratch, 'old'), {
        'quiet-bay.md': '---\ntitle: Quiet bay\ndate: 2021-04-05\n---\nText\n',
      });
      await show(open);
      // The field shows a button; the input behind it takes the file.
      await page.locator('input[type=file][accept=".xml,.gz,.zip"]:not([data-takes])').setInputFiles(sitemap);
      await page.getByRole('button', { name: 'Pages of the old site' }).filter({ hasText: 'old.xml' }).waitFor();
      await choose(page, 'folder', site);
      await importNow(page);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      const moved = await fetch(`${use().url}/2021/quiet-bay.html`, { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).to.deep.equal([301, '/posts/quiet-bay']);
    }),
  );

  it(
    'creates no duplicates when the same files are imported again, dropped or as a ZIP',
    signedIn(async ({ open, page }) => {
      const before = await ids();
      await show(open);
      await drop(page, folder);
      await importNow(page);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      expect(await counts(page)).to.deep.equal([0, 0, count.created, count.drafts, count.passedOver, count.failed]);
      await show(open);
      await choose(page, 'files', await zipOf(scratch, { '__MACOSX/blog/._hello.md': 'x', ...inFolder('blog', blog) }));
      await importNow(page);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      expect(await counts(page)).to.deep.equal([0, 0, count.created, count.drafts, count.passedOver, count.failed]);
      expect(await ids()).to.deep.equal(before);
    }),
  );

  it(
    'updates changed posts from a dropped ZIP',
    signedIn(async ({ open, page }) => {
      await show(open);
      await drop(page, await zipOf(scratch, { ...blog, 'hello.md': '---\ntitle: Hello again\n---\n' }));
      await importNow(page);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      expect((await counts(page)).slice(0, 3)).to.deep.equal([0, 1, 1]);
      expect((await exported(use())).find(({ id }) => id === 'hello')?.title).to.equal('Hello again');
    }),
  );

  it(
    'reports an invalid ZIP, and files of no known format',
    signedIn(async ({ open, page }) => {
      await show(open);
      await writeFiles(scratch, { 'no.zip': 'not packed', 'empty/notes.txt': 'nothing' });
      await choose(page, 'files', join(scratch, 'no.zip'));
      await page.getByRole('alert').filter({ hasText: 'no.zip is not a valid ZIP, or is not complete.' }).waitFor();
      await choose(page, 'folder', join(scratch, 'empty'));
      await page.getByRole('status').filter({ hasText: 'empty: Octavo does not know this format.' }).waitFor();
    }),
  );

  it(
    'shows its progress, continues while another screen is shown, and stops between two calls when cancelled',
    signedIn(async ({ open, page }) => {
      const many = Object.fromEntries(
        Array.from({ length: 120 }, (_, at) => [`many-${at}.md`, `---\ntitle: Many ${at}\n---\n`]),
      );
      const before = (await ids()).length;
      await show(open);
      // The second call waits until the import is cancelled.
      const go: (() => void)[] = [];
      let calls = 0;
      await page.route(callUrls('transfer.import'), async (route) => {
        const isTrial = route.request().postData()?.includes('"dryRun":true');
        if (!isTrial && ++calls === 2) await new Promise<void>((resolve) => go.push(resolve));
        await route.continue();
      });
      await choose(page, 'folder', await writeFiles(join(scratch, 'many'), many));
      await importNow(page);
      await page.getByText('50 of 120').waitFor();
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('tab', { name: 'Import and export' }).click();
      await page.getByText('50 of 120').waitFor();
      expect(await page.getByRole('button', { name: 'Choose a folder' }).isDisabled()).to.equal(true);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Stopping…').waitFor();
      go.forEach((resume) => resume());
      await page.getByRole('status').filter({ hasText: 'The import was cancelled.' }).waitFor();
      expect(await counts(page)).to.deep.equal([100, 0, 0, 100, 0, 0]);
      expect(calls).to.equal(2);
      await page.getByText('was not finished').waitFor({ state: 'detached' });
      expect((await ids()).length).to.equal(before + 100);
      await choose(page, 'folder', join(scratch, 'many'));
      await importNow(page);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      expect(await counts(page)).to.deep.equal([20, 0, 100, 120, 0, 0]);
    }),
  );

  it(
    'continues with the same files after the service could not be reached',
    signedIn(async ({ open, page, expectProblem }) => {
      await show(open);
      await choose(page, 'folder', folder);
      await page.getByRole('button', { name: 'Import now' }).waitFor();
      await page.route(callUrls('transfer.import'), (route) => route.abort());
      await importNow(page);
      await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
      await page.getByText('Import the same files again to continue.').waitFor();
      await expectProblem(/ERR_FAILED/);
      await page.unroute(callUrls('transfer.import'));
      // The same state as after the tab was closed.
      await show(open);
      await page.getByText('The import of blog was not finished.').waitFor();
      await choose(page, 'folder', folder);
      await importNow(page);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
    }),
  );

  it(
    'exports the same files as the command line, and finds them unchanged when they are imported',
    signedIn(async ({ open, page }) => {
      await show(open);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download all posts' }).click(),
      ]);
      expect(download.suggestedFilename()).to.match(/^octavo-markdown-\d{4}-\d\d-\d\d\.zip$/);
      const zip = join(scratch, 'export.zip');
      await download.saveAs(zip);
      const out = join(scratch, 'out');
      const { url, token } = use();
      const { posts } = await exportFolder(createBlogClient({ url, token }), url, out, () => ({ at() {}, stop() {} }));
      await page.getByRole('status').filter({ hasText: 'The download has started' }).waitFor();
      const packed = unzipSync(await readFile(zip));
      expect(Object.keys(packed)).to.have.members(await readdir(out));
      for (const [name, bytes] of Object.entries(packed)) {
        expect(Buffer.from(bytes).toString(), name).to.equal(await readFile(join(out, name), 'utf8'));
      }
      await choose(page, 'files', zip);
      await importNow(page);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      const drafts = (await exported(use())).filter(({ status }) => status === 'draft').length;
      expect(await counts(page)).to.deep.equal([0, 0, posts, drafts, 0, 0]);
    }),
  );

  it(
    'imports exports of other systems with their files, comments after posts',
    signedIn(async ({ open, page }) => {
      await show(open);
      const ghost = structuredClone(ghostExport);
      const photo = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer();
      await writeFiles(scratch, {
        'disqus.xml': disqus,
        'ghost.zip': zipSync({
          'data/my.ghost.json': strToU8(JSON.stringify(ghost)),
          'content/images/2024/03/quay.jpg': photo,
        }),
      });
      await choose(page, 'files', [join(scratch, 'disqus.xml'), join(scratch, 'ghost.zip')]);
      await page.getByText('my.ghost.json (Ghost), disqus.xml (Disqus)').waitFor();
      await importNow(page);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      const { posts } = ghost.db[0]!.data;
      expect((await counts(page))[0]).to.equal(posts.length);
      expect(await page.getByRole('definition').allInnerTexts()).to.include.members(['1']);
      const post = (await exported(use())).find(({ id }) => id === 'harbour')!;
      expect(post.content).to.match(/!\[The quay\]\(\/media\/\S+\.jpg\)/);
      const { body } = await use().call('GET', '/api/posts/second/comments');
      expect((body.comments as { author: string }[]).map(({ author }) => author)).to.deep.equal(['Ada']);
    }),
  );
});

/** Selects a folder or files in its field. */
async function choose(page: Page, takes: 'folder' | 'files', path: string | string[]): Promise<void> {
  await page.locator(`input[data-takes=${takes}]`).setInputFiles(path);
}

/** Confirms the report of the dry run. */
async function importNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import now' }).click();
}

/** Drops a file or a folder. */
async function drop(page: Page, path: string): Promise<void> {
  const place = await page.getByText('Drop files, a folder or a ZIP here, or').boundingBox();
  const debug = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await debug.send('Input.dispatchDragEvent', { type, x: place!.x + 5, y: place!.y + 5, data });
  }
}

/** Created, changed, unchanged, skipped, failed. */
async function counts(page: Page): Promise<number[]> {
  return (await page.getByRole('definition').allInnerTexts()).map(Number).slice(0, 6);
}

/** The reasons by file, of one table of the report. */
async function notes(page: Page, name: string | RegExp): Promise<Record<string, string>> {
  const cells = await page.getByRole('table', { name }).getByRole('cell').allInnerTexts();
  return Object.fromEntries(cells.flatMap((cell, at) => (at % 2 === 0 ? [[cell, cells[at + 1]!]] : [])));
}

function inFolder(folder: string, files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

async function zipOf(folder: string, files: Record<string, string>): Promise<string> {
  const packed = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  const file = join(folder, 'blog.zip');
  await writeFiles(folder, { [basename(file)]: packed });
  return file;
}
