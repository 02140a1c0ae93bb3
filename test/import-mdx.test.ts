import { expect } from 'chai';

import { readMdx } from '../client/importers/markdown/mdx.ts';
import { readSourcePost } from '../client/importers/markdown/source-post.ts';
import { stopwatch } from './support/stopwatch.ts';

describe('MDX', () => {
  const texts: [what: string, mdx: string, markdown: string][] = [
    ['Markdown', '# A\n\n*b* `{c}` <em>d</em>\n', '# A\n\n*b* `{c}` <em>d</em>\n'],
    ['a comment', 'a\n\n{/* truncate */}\n\nb {/* x\n\ny */}c', 'a\n\n\n\nb c'],
    ['an unclosed comment in code', '```\n{/* a\n```\nb', '```\n{/* a\n```\nb'],
    ['imports', "import A from './a';\nimport {\n  b,\n} from \"b\"\n\nText\n\nimport './c.css';\n", 'Text\n\n'],
    ['imports in code', "```js\n\nimport a from 'a';\n\n```\n", "```js\n\nimport a from 'a';\n\n```\n"],
    [
      'imports in code that shows a fence',
      "```\n```js\n\nimport a from 'a';\n\n```\n",
      "```\n```js\n\nimport a from 'a';\n\n```\n",
    ],
    ['a word like import', 'Imports rise.\n\nimportant', 'Imports rise.\n\nimportant'],
    ['spaces', 'a{\' \'}b{"  "}c', 'a b  c'],
    [
      'attributes of HTML',
      '<img src={"/a.png"} width={700} style={{borderRadius: 5}} className="x" alt={\'y z\'} />',
      '<img src="/a.png" width="700" class="x" alt="y z" />',
    ],
    ['escaped braces', 'a \\{b}', 'a \\{b}'],
    ['the name of a heading', '## A {#a-b}\n', '## A {#a-b}\n'],
  ];
  for (const [what, mdx, markdown] of texts)
    it(`is read as Markdown: ${what}`, () => expect(readMdx(mdx)).to.deep.equal({ markdown }));

  const programs: [what: string, mdx: string, named: string][] = [
    ['components', "import Tabs from 't';\n\n<Tabs>\na\n</Tabs>\n<Tab.Item />", '<Tabs>, <Tab.Item>'],
    ['expressions', 'a {1 + 2} b', '{…}'],
    ['exports', 'export const x = 1;\n\na', 'export …'],
    ['an import among other text', "import a from 'a'\nb", 'import …'],
    ['an unclosed comment', 'a {/* b', '{…}'],
  ];
  for (const [what, mdx, named] of programs) {
    it(`is kept as written, as a draft that says why: ${what}`, () => {
      const program = `It has parts of MDX that Octavo does not run: ${named}.`;
      expect(readMdx(mdx)).to.deep.equal({ markdown: mdx, program });
      const post = readSourcePost('blog/x.mdx', `---\ntitle: T\ndate: 2024-01-01\n---\n\n${mdx}`);
      expect(post).to.include({ status: 'draft', draftBecause: program, content: mdx, slug: 'x' });
    });
  }

  it('is public as Markdown when it has none of these', () => {
    const post = readSourcePost('blog/x.mdx', '---\ntitle: T\ndate: 2024-01-01\n---\n\na\n\n{/* truncate */}\n');
    expect(post).to.include({ status: 'published', content: 'a\n\n\n' });
  });

  it('is read in linear time', () => {
    const elapsed = stopwatch();
    for (const unit of ['{/*', '*/}', '{', '<a ', "<a x={'", 'import ', "import 'a';\n", '```\n', "{' ", ' style={{'])
      readMdx(unit.repeat(100_000));
    expect(elapsed()).to.be.below(3000);
  });
});
