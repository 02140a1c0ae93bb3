import { Text } from '@codemirror/state';
import { expect } from 'chai';
import { fromHtml } from 'hast-util-from-html';

import { alertKind } from '../client/admin/editor/markdown/dialect/alert-kind.ts';
import { siteMarkdown } from '../client/admin/editor/markdown/dialect/dialect.ts';
import { createRenderer } from '../server/site/render/markdown.ts';
import { nodeText, walk } from '../server/html/hast.ts';

/** Texts in which the live view of the editor and the site must find the same parts. */
const examples = [
  '*a* _b_ **c** __d__ ***e*** *f **g** h* **i*j*k**',
  'snake_case_name and 2*3*4 and * no * and _no _',
  '**重点：**内容，这是**“引号”**后面 *（强调）*文字',
  '이것은 **강조**입니다. **(괄호)**는 그리고 *（중략）*이다',
  'これは**「太字」**です。_下線_ と **太字**',
  'a ==b *c* d==, 这是==重点==内容, ~~==e==~~ [==f==](/g)',
  'x==1 and y==2, a == b == c, ===a===, `==a==`',
  '==a== ==b',
  '\\==a==',
  '~x~ and ~~y~~ and ~~~z~~~ a~b~c 这~~删除。~~了',
  'A $x$$y$, $a\\$b$ and\n\n$z$',
  '$5 and $10, US$5 and CA$10, a $ b $ c, $a $, \\$a$ b',
  '$a\n\nb$',
  '$$z$$ in a line of $$a + b$$ text',
  '$$\na^2\n$$',
  'text\n$$\n\\frac12\n$$\ntext',
  '```math\nx\n```',
  '> [!NOTE]\n> a *b*',
  '> [!warning]  \n> b\n>\n> - c',
  '> [!NOTE] a\n\n> \\[!TIP]\n> b\n\n> [!NONE]\n> c\n\n> a\n> [!TIP]',
  '> > [!TIP]\n> > a',
  'a[^1] b[^n]\n\n[^1]: One *two*\n\n    three\n[^n]: Four',
  '[^x]: Text\n\nand [^x] again',
  '## Two *b*\n\n### Three ###\n\nFive\n----\n\n#six',
  '- a\n- b\n  - c\n\n1. d\n2) e\n\n+ f',
  '- [ ] a\n- [x] **b**\n- [X] c\n- [y] d',
  '| a | b |\n| - | :-: |\n| *c* | `d` |\n| e |',
  'a | b\n--|--\nc | d\n\nnot | a\ntable | here',
  '[a](/b "t") [c][d] [d] [e]\n\n[d]: /x',
  '<https://a.example/b> https://a.example/c. (www.example.com/x) https://a.example/d_(e), xhttps://no.example',
  '见https://a.example/路径，然后',
  '**https://a.example/b**后 **见https://c.example**后 ==https://d.example/e== ~~www.f.example~~',
  '![a](/media/a.jpg "t") text ![b](/c.png#wide)',
  '---\n\n***\n\na\n\n* * *',
  '    code\n\n```js\nlet a;\n```\n\n~~~\nb\n~~~',
  'a\\\nb  \nc `d` ``e`f`` \\*g\\* &amp; &lt;',
  '~~a **b~~ c** *d ==e* f==',
];

const kinds: Record<string, string> = {
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Highlight: 'mark',
  Strikethrough: 'del',
  InlineCode: 'code',
  Formula: 'math',
  FormulaBlock: 'math',
  FencedCode: 'pre',
  CodeBlock: 'pre',
  Table: 'table',
  TableCell: 'cell',
  TaskMarker: 'input',
  HorizontalRule: 'hr',
  ListItem: 'li',
  Image: 'img',
  URL: 'a',
  FootnoteReference: 'sup',
};

describe('the Markdown tree of the live view', () => {
  const renderer = createRenderer();

  for (const example of examples) {
    it(`has the parts that the site shows of ${JSON.stringify(example)}`, async () => {
      const { html } = await renderer.render(example);
      expect(partsInTree(example)).to.deep.equal(partsInHtml(html));
    });
  }
});

/** How often each part is in the tree. */
function partsInTree(markdown: string): Record<string, number> {
  const found: Record<string, number> = {};
  const count = (kind: string) => (found[kind] = (found[kind] ?? 0) + 1);
  const doc = Text.of(markdown.split('\n'));
  const labels = new Set<string>();
  const tree = siteMarkdown.parser.parse(markdown);
  tree.iterate({
    enter({ name, from, to }) {
      if (name === 'LinkReference') labels.add(markdown.slice(from, to).split(']')[0]!.slice(1));
    },
  });
  tree.iterate({
    enter({ name, node, from, to }) {
      const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(name);
      if (name === 'LinkReference') return false;
      if (heading) count(`h${Math.max(2, Number(heading[1]))}`);
      else if (name === 'Blockquote') count(alertKind(doc, from) ?? 'blockquote');
      else if (name === 'FencedCode' && markdown.slice(from, to).startsWith('```math')) count('math');
      else if (name === 'Link') {
        const label = node.getChild('LinkLabel');
        const isLink =
          node.getChild('URL') ?? labels.has(markdown.slice((label?.from ?? from) + 1, (label?.to ?? to) - 1));
        if (isLink) count('a');
        return true;
      } else if (name === 'URL' && /^(?:Link|Image)$/.test(node.parent?.name ?? '')) return false;
      else if (kinds[name] !== undefined) count(kinds[name]);
      return true;
    },
  });
  return found;
}

/** How often each part is in the HTML, without what only the site adds. */
function partsInHtml(html: string): Record<string, number> {
  const found: Record<string, number> = {};
  const count = (kind: string) => (found[kind] = (found[kind] ?? 0) + 1);
  const inSection = new Set<unknown>();
  walk(fromHtml(html, { fragment: true }), (node, { parent }) => {
    const classes = [node.properties['className']].flat().map(String);
    if (inSection.has(parent) || classes.includes('footnotes')) inSection.add(node);
    const { tagName } = node;
    if (tagName === 'blockquote') count(classes.includes('alert') ? classes[1]! : 'blockquote');
    else if (
      tagName === 'strong' &&
      'properties' in parent &&
      [parent.properties['className']].flat().includes('alert-title')
    )
      return;
    else if (
      tagName === 'a' &&
      (classes.includes('enlarge') ||
        classes.includes('anchor') ||
        node.properties['dataFootnoteRef'] !== undefined ||
        node.properties['dataFootnoteBackref'] !== undefined)
    )
      return;
    else if (tagName === 'li' && inSection.has(node)) return;
    else if (tagName === 'h2' && inSection.has(node)) return;
    else if (tagName === 'code' && 'tagName' in parent && parent.tagName === 'pre') return;
    else if ((tagName === 'td' || tagName === 'th') && nodeText(node).trim() !== '') count('cell');
    else if (/^(?:em|strong|mark|del|code|math|pre|table|input|hr|li|img|a|sup|h\d)$/.test(tagName)) count(tagName);
  });
  return found;
}
