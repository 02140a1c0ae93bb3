import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { expect } from 'chai';
import { strToU8, unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';

import { exportFolder } from '../client/cli/export-folder.ts';
import { createBlogClient } from '../client/index.ts';
import { describeAdmin } from './support/admin-app.ts';
import { accessibilityProblems } from './support/axe.ts';
import { writeFiles } from './support/cli.ts';
import { exported } from './support/transfer.ts';
import { newFolder } from './support/run.ts';

const blog: Record<string, string> = {
  'hello.md': '---\ntitle: Hello\ndate: 2024-02-03\n---\n\nA text.\n',
  'deep/er/名字.markdown': '---\ntitle: 名字\n---\n\n![](beside.png)\n',
  'open.md': '---\ntitle: Never closed\n',
  'long.md': `---\ntitle: ${'x'.repeat(201)}\n---\n`,
  'page.mdx': 'export const x = 1;',
  '_index.md': '---\ntitle: Section\n---\n',
  'node_modules/x/README.md': 'not ours',
  '.hidden/secret.md': 'hidden',
  'notes.txt': 'not Markdown',
};
const count = { created: 2, drafts: 1, passedOver: 2, failed: 2 };

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
    'tells in a try what would happen, and changes nothing',
    signedIn(async ({ open, page }) => {
      const before = await ids();
      await show(open);
      await page.getByLabel('Dry run').check();
      await choose(page, 'folder', folder);
      await page.getByRole('status').filter({ hasText: 'This was a dry run' }).waitFor();
      expect(await counts(page)).to.deep.equal([count.created, 0, 0, count.drafts, count.passedOver, count.failed]);
      expect(await ids()).to.deep.equal(before);
    }),
  );

  it(
    'takes a folder in and reports the rest file by file, as the command line does',
    signedIn(async ({ open, page }) => {
      await show(open);
      await choose(page, 'folder', folder);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      expect(await counts(page)).to.deep.equal([count.created, 0, 0, count.drafts, count.passedOver, count.failed]);
      expect(await notes(page, 'Failed')).to.deep.equal({
        'open.md': 'The front matter that line 1 opens with --- is never closed.',
        'long.md': '"title" must have at most 200 characters, but has 201.',
      });
      expect(await notes(page, 'Skipped')).to.deep.equal({
        '_index.md': 'It is the page of a section and not a post.',
        'page.mdx': 'It is MDX, which is a program and not only text.',
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
    'creates nothing twice: the same again, dropped this time, and as a zip',
    signedIn(async ({ open, page }) => {
      const before = await ids();
      await show(open);
      await drop(page, folder);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      expect(await counts(page)).to.deep.equal([0, 0, count.created, count.drafts, count.passedOver, count.failed]);
      await show(open);
      await choose(page, 'zip', await zipOf(scratch, { '__MACOSX/blog/._hello.md': 'x', ...inFolder('blog', blog) }));
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      expect(await counts(page)).to.deep.equal([0, 0, count.created, count.drafts, count.passedOver, count.failed]);
      expect(await ids()).to.deep.equal(before);
    }),
  );

  it(
    'updates what changed, from a zip that is dropped',
    signedIn(async ({ open, page }) => {
      await show(open);
      await drop(page, await zipOf(scratch, { ...blog, 'hello.md': '---\ntitle: Hello again\n---\n' }));
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      expect((await counts(page)).slice(0, 3)).to.deep.equal([0, 1, 1]);
      expect((await exported(use())).find(({ id }) => id === 'hello')?.title).to.equal('Hello again');
    }),
  );

  it(
    'says when a file is no zip, and when there is nothing to take in',
    signedIn(async ({ open, page }) => {
      await show(open);
      await writeFiles(scratch, { 'no.zip': 'not packed', 'empty/notes.txt': 'nothing' });
      await choose(page, 'zip', join(scratch, 'no.zip'));
      await page.getByRole('status').filter({ hasText: 'The file is not a valid ZIP.' }).waitFor();
      await choose(page, 'folder', join(scratch, 'empty'));
      await page.getByRole('status').filter({ hasText: 'No Markdown files were found.' }).waitFor();
    }),
  );

  it(
    'shows how far it is, goes on while another screen is shown, and stops between two calls when it is cancelled',
    signedIn(async ({ open, page }) => {
      const many = Object.fromEntries(
        Array.from({ length: 120 }, (_, at) => [`many-${at}.md`, `---\ntitle: Many ${at}\n---\n`]),
      );
      const before = (await ids()).length;
      await show(open);
      // The second call waits until the import is cancelled.
      const go: (() => void)[] = [];
      let calls = 0;
      await page.route('**/trpc/transfer.import*', async (route) => {
        if (++calls === 2) await new Promise<void>((resolve) => go.push(resolve));
        await route.continue();
      });
      await choose(page, 'folder', await writeFiles(join(scratch, 'many'), many));
      await page.getByText('50 of 120 posts').waitFor();
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('tab', { name: 'Import and export' }).click();
      await page.getByText('50 of 120 posts').waitFor();
      expect(await page.getByRole('button', { name: 'Choose a folder' }).isDisabled()).to.equal(true);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Stopping…').waitFor();
      go.forEach((resume) => resume());
      await page.getByRole('status').filter({ hasText: 'The import was cancelled.' }).waitFor();
      expect(await counts(page)).to.deep.equal([100, 0, 0, 100, 0, 0]);
      expect(calls).to.equal(2);
      expect((await ids()).length).to.equal(before + 100);
      await choose(page, 'folder', join(scratch, 'many'));
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      expect(await counts(page)).to.deep.equal([20, 0, 100, 120, 0, 0]);
    }),
  );

  it(
    'goes on with the same files after the service could not be reached',
    signedIn(async ({ open, page, expectProblem }) => {
      await show(open);
      await page.route('**/trpc/transfer.import*', (route) => route.abort());
      await choose(page, 'folder', folder);
      await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
      await page.getByText('Import the same files again to continue.').waitFor();
      await expectProblem(/ERR_FAILED/);
      await page.unroute('**/trpc/transfer.import*');
      await choose(page, 'folder', folder);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
    }),
  );

  it(
    'exports the very files that the command line writes, and finds them unchanged when they come back',
    signedIn(async ({ open, page }) => {
      await show(open);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export all posts' }).click(),
      ]);
      expect(download.suggestedFilename()).to.match(/^octavo-\d{4}-\d\d-\d\d\.zip$/);
      const zip = join(scratch, 'export.zip');
      await download.saveAs(zip);
      const out = join(scratch, 'out');
      const { url, token } = use();
      const posts = await exportFolder(createBlogClient({ url, token }), out, () => ({ at() {}, stop() {} }));
      await page
        .getByRole('status')
        .filter({ hasText: `${posts} posts are in octavo-` })
        .waitFor();
      const packed = unzipSync(await readFile(zip));
      expect(Object.keys(packed)).to.have.members(await readdir(out));
      for (const [name, bytes] of Object.entries(packed)) {
        expect(Buffer.from(bytes).toString(), name).to.equal(await readFile(join(out, name), 'utf8'));
      }
      await choose(page, 'zip', zip);
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      const drafts = (await exported(use())).filter(({ status }) => status === 'draft').length;
      expect(await counts(page)).to.deep.equal([0, 0, posts, drafts, 0, 0]);
    }),
  );
});

/** Chooses a folder or a zip in its field. */
async function choose(page: Page, takes: 'folder' | 'zip', path: string): Promise<void> {
  await page.locator(`input[data-takes=${takes}]`).setInputFiles(path);
}

/** Drops a file or a folder as a file manager does. */
async function drop(page: Page, path: string): Promise<void> {
  const place = await page.getByText('Drop a folder or a ZIP here, or').boundingBox();
  const debug = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await debug.send('Input.dispatchDragEvent', { type, x: place!.x + 5, y: place!.y + 5, data });
  }
}

/** Created, changed, unchanged, passed over, failed. */
async function counts(page: Page): Promise<number[]> {
  return (await page.getByRole('definition').allInnerTexts()).map(Number);
}

/** Reasons by file, of one table of the report. */
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
