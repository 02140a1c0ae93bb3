import { join } from 'node:path';

import { expect } from 'chai';

import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { writeFiles } from '../support/cli.ts';
import { reachFileHost, startFileHost, type FileHost } from '../support/file-host.ts';
import { photo } from '../support/files.ts';
import { newFolder } from '../support/run.ts';
import { exported } from '../support/transfer.ts';
import { wxrOf } from '../support/wxr.ts';

describeAdmin('pictures at other hosts in an import of the app', ({ use, signedIn }) => {
  let host: FileHost;
  let end: () => void;
  let file: string;
  before(async () => {
    end = reachFileHost();
    host = await startFileHost();
    const html = `<p><img src="${host.url}/a.jpg" alt="A"></p><p>Text</p><p><img src="${host.url}/none.jpg" alt="B"></p>`;
    const folder = await writeFiles(await newFolder(), { 'blog.xml': wxrOf([{ title: 'Boats', html }]) });
    file = join(folder, 'blog.xml');
  });
  after(async () => {
    end();
    await host.close();
  });

  const boats = async () => (await exported(use())).find(({ id }) => id === 'boats');

  it(
    'are listed by host, fetched by the service with progress, and shown by the posts',
    signedIn(async ({ open, page }) => {
      let release: (() => void) | undefined;
      const bytes = await photo('jpeg');
      host.files.set('/a.jpg', (response) => (release = () => response.end(bytes)));
      await open('/admin/settings?part=transfer');
      await page.locator('input[data-takes=files]').setInputFiles(file);
      const choice = page.getByRole('checkbox', { name: 'Fetch 2 pictures from their present hosts' });
      await choice.check();
      const table = page.getByRole('table', { name: 'Pictures at other hosts' });
      expect(await table.getByRole('cell').allInnerTexts()).to.deep.equal([new URL(host.url).host, '2']);
      expect(await accessibilityProblems(page)).to.deep.equal([]);

      await page.getByRole('button', { name: 'Import now' }).click();
      await page.getByRole('progressbar', { name: 'Fetching pictures' }).waitFor();
      await page.getByText('1 of 2 pictures').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Import now' }).waitFor();
      expect(await boats()).to.equal(undefined);

      release = undefined;
      await page.getByRole('button', { name: 'Import now' }).click();
      await page.getByText('1 of 2 pictures').waitFor();
      release!();
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      const post = await boats();
      expect(post!.content).to.match(/^!\[A\]\(\/media\/\d{4}\/\d\d\/a-[\da-f]{8}\.jpg\)/);
      expect(post!.content).to.include(`![B](${host.url}/none.jpg)`);
      const notes = page.getByRole('table', { name: 'Notes' });
      await notes.getByText('The server answered 404: there is no such file.').waitFor();

      await page.locator('input[data-takes=files]').setInputFiles(file);
      await page.getByRole('button', { name: 'Import now' }).click();
      await page.getByText('1 of 2 pictures').waitFor();
      release!();
      await page.getByRole('status').filter({ hasText: 'The import is complete.' }).waitFor();
      await page.getByText('Everything in it is here already: an import changes nothing.').waitFor();
    }),
  );
});
