import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';

import { PICTURES } from './support/picture-host.ts';
import { set } from './support/comments.ts';
import { write } from './support/posts.ts';
import { describeSite } from './support/site.ts';

const FORMULA = '$$\n\\boxed{y}\\cancel{x}\\vec{x}\\begin{align}a&=b\\tag{1}\\\\c&=d\\end{align}\n$$';
const CODE = '```TS,ignore\nconst a: string = `b${1}`; // c < d\n```';
const HEADINGS = '## One\n\n### Two & `three`\n\n## Über uns: 中文 {#own}\n\n#### Deep\n\n##### Deeper';

/** Texts that must look the same in protected and in plain posts. */
const IMAGE = (name: string, title = '') => `![An ${name}](${PICTURES}/${name}.svg#1600x900${title})`;
const IMG = `<img src="${PICTURES}/h.svg#1600x900" title="H">`;
const TEXTS: Record<string, string> = {
  footnotes: [
    'A[^map], b[^2] and again[^map].\n\n[^map]: Of *paper*.\n[^2]: Two\n\n    paragraphs.\n\n    - and a list',
    'Not here[^none]. `[^map]`',
  ].join('\n\n'),
  'footnotes with names that have to be encoded':
    'A[^注], b[^a b], C[^Big] [^ref-1][^1].\n\n[^注]: 1\n\n[^big]: 3\n\n[^ref-1]: 4\n\n[^1]: 5\n',
  'footnotes that follow a paragraph, on several lines':
    'A[^1]\nb[^2]\n[^1]: One\n*goes* on\nand on.\n## A heading\n[^2]: Two.\n  \nThe end.',
  'the alignment of cells':
    '| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |\n\n<table><tr><td align="CENTER">a</td><td align="char">b</td></tr></table>',
  headings: `${HEADINGS}\n\n## One\n\n## One\n\n### ![A picture](${PICTURES}/a.svg)\n\n# *Top*\n\n<h2 id="x y">By hand</h2>\n\n[a](/)`,
  'links within a text': `${HEADINGS}\n\n[a](#one) [b](#über-uns) [c](#own) [d](#twothree) [e](#nowhere) [f](#two--three) [g](#Two-three) <b id="h">h</b> [h](#h)`,
  'code in languages': `${CODE}\n\n\`\`\`nonsense\n<b>\n\`\`\`\n\n\`\`\`\nplain\n\`\`\`\n\n\`\`\`html\n<p class="a">&amp;</p>\n\`\`\`\n\n\`const\``,
  formulas: `In $$x_1 < 2$$ line, *with $$a*b$$*, for $5 and $6.\n\n${FORMULA}\n\n$$y^2$$\n\n- $$z$$ a\n\nA\n$$\n\\frac12\n$$\nb $$$ c \\$$x$$\n\n\`\`\`math\ne\n\`\`\``,
  'formulas that cannot be shown':
    '$$\\nonsense$$ a $$\\href{javascript:alert(1)}{x}$$ $$\\htmlClass{skip}{x}$$ `$$x$$`',
  'captions and galleries': `${IMAGE('a', ' "Caption"')}\n\nb ${IMAGE('b')} ${IMAGE('c')}\n\n${IMAGE('d')}\n${IMAGE('e', ' "E"')}\n\n<p>${IMG}</p>\n\n> [${IMAGE('f')}](/g)\n\n<figure>${IMG}</figure>\n\n<p id="x">${IMG}</p>\n\n[${IMAGE('i')}](/j) [${IMAGE('k')}](/l)`,
  'alerts, highlighted text, players and formulas in a line':
    '> [!NOTE]\n> One *a*\n\n> [!warning]\n>\n> Two\n\n> \\[!TIP]\n> x\n\n> [!TIP] y\n\na ==b *c* d==, x==1 ==== y==2, 这是==重点==内容 `==e==`\n\n$5 and $10, $x^2$ *$a*b$*, $a$$b$ `$x$`\n\n$y$\n\n$\\nonsense$\n\n![Clip](https://own.invalid/c.mp4)\n\n<audio id="z" src="https://own.invalid/a.mp3" loop autoplay>no</audio>\n\n<video src="https://own.invalid/d.mp4" poster="https://x.invalid/d.png"></video>\n\nhttps://example.com/a\nhttps://www.example.com/b\n\n- https://example.com/c\n\nsee https://example.com/d',
  'no images and players of data: and mailto: URLs':
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="a">\n\n![b](data:image/gif;base64,R0lGODlhAQABAAAAACw=)\n\n<p><img src="mailto:a@b.example" alt="c"> <audio src="data:audio/mpeg;base64,AAAA" controls></audio></p>\n\n<p><img src="" alt="d"></p>',
  'tags that posts must not contain': [
    'The <select> element is **neat**, and <title> too. w<font>or</font>d </nav> <Foo /> Vec<T>\n\n<template> begins *it*.',
    '<center>\n\nA **b**\n\n</center>\n\na <script>gone</script> b <iframe src="https://x.invalid">gone</iframe> c',
    '<picture><source srcset="a.webp"><b>x</b></picture> <plaintext> y\n\nThe <video> element\n\n<xmp>z</xmp>\n\nend',
  ].join('\n\n'),
  'bare addresses':
    '见 https://a.example/b。后 “https://c.example/d” （https://e.example） https://f.example/Michelson–Morley, https://g.example/h_(i) [j https://k.example](/l)\n\n[m](TEL:+1) [n](HTTPS://O.EXAMPLE/p) [q](#comments) [r](#top)',
  'emphasis beside Chinese, Japanese and Korean':
    '**真，**她 これは**「重要」**です ~~删除。~~后 ==高亮。==后 ~x~ *a*b **c** 中*（d）*文',
  'headings with footnotes and line breaks': '## C[^1] D\n\n## E<br>F\n\n[^1]: n\n\n<ol><li value="4">g</li></ol>',
  'details that are closed': '<details><summary>What it cost</summary>\n\nNot [much](#cost).\n\n</details>\n\n## Cost',
};

describeSite('the text of a protected post', ({ use, visiting }) => {
  const lock = (content: string) => write(use(), { title: 'Locked', content, password: 'abcd' });

  it(
    'is like that of other posts, whatever it has',
    // One visitor, who loads scripts and fonts once.
    visiting(async ({ open, page }) => {
      for (const [title, content] of Object.entries(TEXTS)) {
        await open(`/posts/${await write(use(), { title: 'Plain', content })}`);
        const expected = await shapeOf(page.locator('.prose').first());
        await open(`/posts/${await lock(content)}`);
        await unlock(page);
        expect(await shapeOf(page.locator('.prose[tabindex]')), title).to.deep.equal(expected);
      }
    }),
  ).timeout(300_000);

  it(
    'names footnotes in the language of the page, and links them in both directions',
    visiting(async ({ open, page }) => {
      const id = await lock('One[^a].\n\n[^a]: Two.');
      await set(use(), { language: 'de' });
      try {
        await open(`/posts/${id}`);
        await unlock(page, 'Passwort', 'Öffnen');
        expect(await page.locator('.footnotes h2').innerText()).to.equal('Fußnoten');
        await page.getByRole('link', { name: '1', exact: true, description: 'Fußnoten' }).click();
        expect(await page.locator('li:target').innerText()).to.include('Two.');
        await page.getByRole('link', { name: 'Zurück zur Stelle 1' }).click();
        expect(await page.locator('sup :target').innerText()).to.equal('1');
      } finally {
        await set(use(), { language: 'en' });
      }
    }),
  );

  it(
    'has a table of contents like other posts',
    visiting(async ({ open, page }) => {
      const contents = page.locator('details.toc');
      await open(`/posts/${await write(use(), { title: 'Plain', content: HEADINGS })}`);
      const expected = await shapeOf(contents);
      await open(`/posts/${await lock(HEADINGS)}`);
      await unlock(page);
      expect(await shapeOf(contents)).to.deep.equal(expected);
      expect(await page.locator('.post > header + details.toc + .prose').count()).to.equal(1);
      await contents.getByText('Two & three').click();
      expect(await page.locator(':target').innerText()).to.equal('Two & three');
    }),
  );

  it(
    'says how long reading takes, like other posts',
    visiting(async ({ open, page }) => {
      const content = `${'A few words. '.repeat(200)}\n\n${'漢字'.repeat(60)}\n\n- one\n- two`;
      await open(`/posts/${await write(use(), { title: 'Plain', content })}`);
      const expected = await page.locator('.meta').innerText();
      expect(expected).to.include('3 min read');
      await open(`/posts/${await lock(content)}`);
      await unlock(page);
      expect(await page.locator('.meta').innerText()).to.equal(expected);
    }),
  );

  it(
    'loads the libraries for code and formulas only if needed',
    visiting(
      async ({ open, page }) => {
        const urls: string[] = [];
        page.on('request', (request) => urls.push(...(/(highlighted|mathml)-/.exec(request.url())?.slice(1) ?? [])));
        const loadedBy = async (content: string) => {
          urls.length = 0;
          await open(`/posts/${await lock(content)}`);
          await unlock(page);
          return urls;
        };
        expect(await loadedBy('## A\n\n`$$` for $5[^1]\n\n```\na\n```\n\n```text\nb\n```\n\n[^1]: c')).to.deep.equal(
          [],
        );
        expect(await loadedBy(CODE)).to.deep.equal(['highlighted']);
        expect(await loadedBy(FORMULA)).to.deep.equal(['mathml']);
      },
      { fresh: true },
    ),
  );

  it(
    'is shown without them if they cannot be loaded',
    visiting(async ({ open, page, context, expectProblem }) => {
      await context.route(/(highlighted|mathml)-/, (route) => route.abort());
      await open(`/posts/${await lock(`${CODE}\n\n$$y^2$$`)}`);
      await unlock(page);
      await expectProblem(/Failed to load resource/);
      expect(await page.locator('[class^=hljs], math').count()).to.equal(0);
      const code = await page.locator('.prose[tabindex] code').allInnerTexts();
      expect(code.map((text) => text.trim())).to.deep.equal(['const a: string = `b${1}`; // c < d', 'y^2']);
    }),
  );
});

/** Elements with their attributes, and texts, without white space between them. */
function shapeOf(prose: Locator): Promise<string[]> {
  return prose.evaluate((root) => {
    const lines: string[] = [];
    const add = (node: Node, depth: number) => {
      const indent = ' '.repeat(depth);
      if (node instanceof Text && node.data.trim() !== '') lines.push(indent + node.data.trim().replace(/\s+/g, ' '));
      if (!(node instanceof Element)) return;
      // In other posts the first image has priority.
      const written = [...node.attributes].filter(({ name }) => name !== 'loading' && name !== 'fetchpriority');
      const attributes = written.map(({ name, value }) => ` ${name}="${value}"`);
      lines.push(`${indent}<${node.localName}${attributes.toSorted().join('')}>`);
      for (const child of node.childNodes) add(child, depth + 1);
    };
    for (const child of root.childNodes) add(child, 0);
    return lines;
  });
}

async function unlock(page: Page, label = 'Password', button = 'Open'): Promise<void> {
  await page.getByLabel(label).fill('abcd');
  await page.getByRole('button', { name: button }).click();
  await page.locator('.prose[tabindex]').waitFor();
}
