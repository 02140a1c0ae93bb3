import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Page } from 'playwright-core';

import { splitFrontMatter } from '../../client/importers/markdown/front-matter.ts';
import { describeAdmin } from '../support/admin-app.ts';
import { anyDocument } from '../support/any-document.ts';
import { editorOn, publishWith } from '../support/editor.ts';
import { openEditorPage } from '../support/editor-page/serve.ts';
import { NO_REAL_BLOG, realBlog } from '../support/imported-blog.ts';
import { read, write } from '../support/posts.ts';
import { everyFifth, runs } from '../support/runs.ts';
import { skip } from '../support/skip.ts';

/** How many documents a page checks before it answers. */
const AT_ONCE = 100;

describeAdmin('a text that is opened in the live view', ({ use, signedIn }) => {
  const checked = (documents: () => readonly string[]) =>
    signedIn(async ({ page }) => {
      await openEditorPage(page);
      await page.route('**/media/**', (route) => route.fulfill({ status: 200, body: '' }));
      expect(await problemsIn(page, documents())).to.deep.equal([]);
    });

  // npm run test:random has ten seeds, and all posts.
  for (let seed = 1; seed <= runs(1).numRuns; seed++) {
    it(
      `is saved byte for byte, and a change of a block changes nothing else: 150 documents of seed ${seed}`,
      checked(() => fc.sample(anyDocument, { seed, numRuns: 150 })),
    );
  }

  it('is saved byte for byte, and a change of a block changes nothing else: the posts of a real blog', async function () {
    const folder = realBlog();
    if (folder === null) skip(this, NO_REAL_BLOG, { optional: true });
    const files = globSync(`${folder}/**/*.md`);
    expect(files).to.have.length.above(700);
    await checked(() => everyFifth(files).map((file) => splitFrontMatter(readFileSync(file, 'utf8')).body))();
  });

  it(
    'keeps its line endings in the service',
    signedIn(async ({ open, page }) => {
      const content = 'One\r\n\r\n- two\n- three\r\n\r\n| a |\r\n|---|\r\n| b |\r\n';
      const id = await write(use(), { title: 'Endings', content });
      await open(`/admin/posts/${id}`);
      await page.getByText('three').click();
      await page.keyboard.press('End');
      await page.keyboard.type('!');
      await page.keyboard.press('Enter');
      await page.keyboard.type('four');
      await publishWith(editorOn(page).update);
      await page.locator('.published-bar').waitFor();
      expect((await read(use(), id)).content).to.equal(content.replace('three', 'three!\r\n- four'));
    }),
  );
});

async function problemsIn(page: Page, documents: readonly string[]): Promise<unknown[]> {
  const problems: unknown[] = [];
  for (let at = 0; at < documents.length; at += AT_ONCE) {
    const found = await page.evaluate(
      (texts) => {
        const { problemsOf } = globalThis as unknown as { problemsOf: (content: string) => string[] };
        return texts.map((text) => [text, ...problemsOf(text)]).filter(({ length }) => length > 1);
      },
      documents.slice(at, at + AT_ONCE),
    );
    problems.push(...found);
  }
  return problems;
}
