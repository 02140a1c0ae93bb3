import { join } from 'node:path';

import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { callUrls, describeAdmin } from '../support/admin-app.ts';
import { archiveOf, fillForArchive } from '../support/archives.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { writeFiles } from '../support/cli.ts';
import { databaseKinds } from '../support/databases.ts';
import { write } from '../support/posts.ts';
import { newFolder } from '../support/run.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { exported } from '../support/transfer.ts';

// docs/interface.md, X17
describeAdmin(
  "archives in the administrator's app",
  ({ use, signedIn }) => {
    let source: TestService;
    let folder: string;
    before(async () => {
      source = await startTestService(databaseKinds[0]!);
      await fillForArchive(source);
      folder = await newFolder();
      const bytes = new Uint8Array(await (await archiveOf(source)).arrayBuffer());
      await writeFiles(folder, { 'blog.zip': bytes, 'broken.zip': damaged(bytes) });
    });
    after(() => source?.close());

    it(
      'are rejected before anything is sent if they are damaged or have other files beside them',
      signedIn(async ({ open, page }) => {
        await open('/admin/settings?part=transfer');
        await choose(page, [join(folder, 'broken.zip')]);
        await page.getByRole('alert').filter({ hasText: 'is not as it was exported' }).waitFor();
        await choose(page, [join(folder, 'blog.zip'), join(folder, 'broken.zip')]);
        await page
          .getByRole('alert')
          .filter({ hasText: 'blog.zip is an archive of Octavo: import it alone.' })
          .waitFor();
        expect(await exported(use())).to.deep.equal([]);
      }),
    );

    it(
      'turn an empty blog into a copy of the other one, also after a cancelled attempt',
      signedIn(async ({ open, page }) => {
        await open('/admin/settings?part=transfer');
        await choose(page, [join(folder, 'blog.zip')]);
        await page.getByRole('status').filter({ hasText: 'Nothing has changed yet' }).waitFor();
        await page.getByText('blog.zip (Octavo)').waitFor();
        await page.getByText('This blog is empty: it becomes an exact copy of the other one').waitFor();
        expect(await count(page, 'Created')).to.equal(10);
        expect(await count(page, 'New comments')).to.equal(5);
        expect(await count(page, 'New subscribers')).to.equal(2);
        expect(await exported(use())).to.deep.equal([]);
        expect(await accessibilityProblems(page)).to.deep.equal([]);

        const held = Promise.withResolvers<void>();
        const resumed = Promise.withResolvers<void>();
        let calls = 0;
        await page.route(callUrls('transfer.add'), async (route) => {
          if (++calls === 2) {
            held.resolve();
            await resumed.promise;
          }
          await route.continue();
        });
        await page.getByRole('button', { name: 'Import now' }).click();
        await held.promise;
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByText('Stopping…').waitFor();
        resumed.resolve();
        await page.getByRole('status').filter({ hasText: 'The import was cancelled.' }).waitFor();
        expect(calls).to.equal(2);

        await choose(page, [join(folder, 'blog.zip')]);
        await page.getByRole('button', { name: 'Import now' }).click();
        await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
        expect(await exported(use())).to.deep.equal(await exported(source));
        expect(await comments(use())).to.deep.equal(await comments(source));
        expect(await library(use())).to.deep.equal(await library(source));
        expect((await use().admin('GET', '/api/admin/settings')).body.title).to.equal('Harbour notes');
      }),
    );

    it(
      'are imported into a blog that is not empty like other exports',
      signedIn(async ({ open, page }) => {
        await write(source, { id: 'newest', title: 'Newest' });
        const bytes = new Uint8Array(await (await archiveOf(source)).arrayBuffer());
        await writeFiles(folder, { 'later.zip': bytes });
        await open('/admin/settings?part=transfer');
        await choose(page, [join(folder, 'later.zip')]);
        await page.getByText('This blog is not empty: posts, comments and files are imported').waitFor();
        await page.getByRole('button', { name: 'Import now' }).click();
        await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
        expect([await count(page, 'Created'), await count(page, 'Unchanged')]).to.deep.equal([1, 10]);
        expect((await exported(use())).map(({ id }) => id)).to.include('newest');
      }),
    );
  },
  { filled: false },
);

/** An archive whose last post has another byte, in a file that is still a ZIP. */
function damaged(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const at = Buffer.from(copy.buffer).indexOf('posts-00001.jsonl') + 200;
  copy[at] = copy[at]! ^ 255;
  return copy;
}

async function choose(page: Page, files: string[]): Promise<void> {
  await page.locator('input[data-takes=files]').setInputFiles(files);
}

async function count(page: Page, name: string): Promise<number> {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) });
  return Number(await term.locator('xpath=following-sibling::dd').first().innerText());
}

async function comments({ admin }: TestService): Promise<unknown> {
  return (await admin('GET', '/api/admin/comments?pageSize=100')).body.comments;
}

/** Records of the library, without the address of the service. */
async function library({ admin, url }: TestService): Promise<unknown> {
  const { body } = await admin('GET', '/api/media?pageSize=100');
  return JSON.parse(JSON.stringify(body.media).replaceAll(url, '')) as unknown;
}
