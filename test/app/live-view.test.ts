import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { builtApp } from '../../server/site/admin/built.ts';
import { describeAdmin } from '../support/admin-app.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { editorOn, markdownOn } from '../support/editor.ts';
import { PICTURES } from '../support/picture-host.ts';
import { read, write } from '../support/posts.ts';

const MIXED = `## A heading

Some *soft*, **loud**, ~~gone~~ and ==marked== words, \`code\` and [a link](https://a.example/b "t").

- one
  - two
- [ ] to do
- [x] done

1. first
2. second

> A quote
> of two lines

> [!TIP]
> An alert

\`\`\`js
const a = 1;
\`\`\`

---

A note[^n].

[^n]: The footnote`;

/** What the files of the editor may have together, compressed. */
const MAX_SIZE = 450_000;

describeAdmin('the live view of the editor', ({ use, signedIn }) => {
  it(
    'is loaded with the editor alone, and is small',
    signedIn(
      async ({ open, page }) => {
        const loaded = new Set<string>();
        page.on('request', (request) => {
          const [, name] = /\/admin\/assets\/([^/?]+\.(?:js|css))$/.exec(request.url()) ?? [];
          if (name !== undefined) loaded.add(name);
        });
        await open('/admin');
        await page.waitForLoadState('networkidle');
        const others = new Set(loaded);
        const content = `${MIXED}\n\n$$\nx^2\n$$\n\n| a |\n|---|\n| b |\n\n![x](${PICTURES}/goat.png)`;
        await open(`/admin/posts/${await write(use(), { title: 'Everything', content })}`);
        await page.locator('.hljs-keyword').first().waitFor();
        await page.locator('math').first().waitFor();
        await page.waitForLoadState('networkidle');
        const folder = join(await builtApp(), 'assets');
        const sizeOf = async (name: string) => (await stat(join(folder, `${name}.br`))).size;
        const sizes = await Promise.all([...loaded].filter((name) => !others.has(name)).map(sizeOf));
        const total = sizes.reduce((sum, size) => sum + size, 0);
        expect(total).to.be.within(150_000, MAX_SIZE);
        for (const name of others) expect(await readFile(join(folder, name), 'utf8')).to.not.include('cm-content');
      },
      { fresh: true },
    ),
  );

  it(
    'has the fonts of the site',
    signedIn(async ({ open, page }) => {
      await use().admin('PUT', '/api/admin/settings', { bodyFont: 'literata' });
      const id = await write(use(), { id: 'fonts', title: 'Fonts', content: 'Some text.' });
      await open(`/admin/posts/${id}`);
      await editorOn(page).text.waitFor();
      await page.waitForFunction(() =>
        [...document.fonts].some(
          ({ family, status }) => family.includes('Literata') && status === 'loaded' && !family.includes('substitute'),
        ),
      );
    }),
  );

  it(
    'shows the parts of a text without their marks, and changes nothing',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'mixed', title: 'Mixed', content: MIXED });
      await open(`/admin/posts/${id}`);
      await editorOn(page).text.locator('.live-strong').first().waitFor();
      // On a busy machine, the end of the text is parsed later.
      await editorOn(page).text.locator('select').first().waitFor();
      const look = await linesOn(page);
      expect(look[0]).to.equal('A heading');
      expect(look[2]).to.equal('Some soft, loud, gone and marked words, code and a link.');
      expect(look.slice(4, 8)).to.deep.equal(['•one', '◦two', 'to do', 'done']);
      expect(look.slice(9, 11)).to.deep.equal(['1. first', '2. second']);
      expect(look.slice(12, 17)).to.deep.equal(['A quote', 'of two lines', '', 'Tip', 'An alert']);
      expect(look.slice(18, 21)).to.deep.equal(['js', 'const a = 1;', '']);
      expect(look.at(-1)).to.equal('1. The footnote');
      await page.locator('.hljs-keyword').first().waitFor();
      expect(await markdownOn(page)).to.equal(MIXED);
      await page.getByRole('heading', { level: 2, name: 'A heading' }).waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      const { version } = await read(use(), id);
      await page.keyboard.press('Control+s');
      expect((await read(use(), id)).version).to.equal(version);
    }),
  );

  it(
    'shows marks where the cursor is, and types beside them',
    signedIn(async ({ open, page }) => {
      await open('/admin/posts/new');
      const { text } = editorOn(page);
      await text.click();
      await page.keyboard.type('a **b** c');
      expect(await linesOn(page)).to.deep.equal(['a b c']);
      for (let at = 0; at < 2; at++) await page.keyboard.press('ArrowLeft');
      expect(await linesOn(page)).to.deep.equal(['a **b** c']);
      for (let at = 0; at < 2; at++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('d');
      expect(await markdownOn(page)).to.equal('a **bd** c');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('## H');
      expect((await linesOn(page)).at(-1)).to.equal('## H');
      await page.keyboard.press('Enter');
      await page.keyboard.type('- x');
      await page.keyboard.press('Enter');
      await page.keyboard.type('y');
      expect(await markdownOn(page)).to.equal('a **bd** c\n## H\n- x\n- y');
      expect(await linesOn(page)).to.deep.equal(['a bd c', 'H', '•x', '•y']);
    }),
  );

  it(
    'ticks boxes, and undoes that',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'boxes', title: 'Boxes', content: '- [ ] one\n- [x] two' });
      await open(`/admin/posts/${id}`);
      const boxes = page.getByRole('checkbox', { name: 'Done' });
      await boxes.first().click();
      expect(await markdownOn(page)).to.equal('- [x] one\n- [x] two');
      await boxes.last().click();
      expect(await markdownOn(page)).to.equal('- [x] one\n- [ ] two');
      await editorOn(page).text.click();
      await page.keyboard.press('Control+z');
      expect(await markdownOn(page)).to.equal('- [x] one\n- [x] two');
    }),
  );

  it(
    'switches to the Markdown of the text or of a block, and remembers the first',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { id: 'switch', title: 'Switch', content: '**a**\n\n**b**\n\n**c**' });
      await open(`/admin/posts/${id}`);
      const { text } = editorOn(page);
      await text.getByText('a', { exact: true }).click();
      await page.keyboard.press('Control+Alt+u');
      await text.getByText('c', { exact: true }).click();
      await until(page, ['**a**', '', 'b', '', '**c**']);
      await page.getByRole('button', { name: 'Show Markdown' }).click();
      await until(page, ['**a**', '', '**b**', '', '**c**']);
      await page.reload();
      await until(page, ['**a**', '', '**b**', '', '**c**']);
      await text.click();
      await page.keyboard.press('Control+Alt+m');
      await page.locator('.live').waitFor();
    }),
  );
});

/** What the lines of the text show. */
/** The lines as they look: a choice shows the option that is chosen, and a field its value. */
function linesOn(page: Page): Promise<string[]> {
  return page.locator('.cm-content > .cm-line').evaluateAll((lines) =>
    lines.map((line) => {
      const choice = line.querySelector('select')?.selectedOptions[0]?.text;
      const field = line.querySelector<HTMLInputElement>('input:not([type=checkbox])')?.value;
      return choice ?? field ?? (line as HTMLElement).innerText.replace(/\n$/, '');
    }),
  );
}

async function until(page: Page, wanted: string[]): Promise<void> {
  await page.waitForFunction((text) => {
    const lines = [...document.querySelectorAll<HTMLElement>('.cm-content > .cm-line')];
    return lines.map(({ innerText }) => innerText.replace(/\n$/, '')).join('\n') === text;
  }, wanted.join('\n'));
}
