import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';

import { excerptOf } from '../routers/posts/excerpt.ts';
import { plainTextInTurns, plainTextOf } from '../routers/posts/plain-text.ts';
import { stopwatch } from './support/stopwatch.ts';

describe('excerptOf', () => {
  const cases: [what: string, markdown: string, excerpt: string][] = [
    ['takes the marks off headings', '# One #\n\n## Two\n\nThree\n=====', 'One Two Three'],
    ['takes the marks off emphasis', '*a* **b** ***c*** _d_ __e__ ~~f~~', 'a b c d e f'],
    ['keeps what only looks like emphasis', '2 * 3, 2*3, snake_case, a ~ b', '2 * 3, 2*3, snake_case, a ~ b'],
    ['takes the marks off marked words', '==a== and ==b c==, a == b, a==b, ===', 'a and b c, a == b, a==b, ==='],
    ['takes the marks off formulas', '$a^2$, $5 and $10, $ 5$', 'a^2, $5 and $10, $ 5$'],
    ['drops the kinds of alerts', '> [!NOTE]\n> a', 'a'],
    ['is made of paragraphs: no formulas', 'a\n\n$$\n\\int x\n$$\n\nb', 'a b'],
    ['keeps the text of links', '[one](http://a.b/(c) "t") [two][ref] [three]\n\n[ref]: http://a.b', 'one two three'],
    ['keeps brackets of an index', 'list[0] and [open', 'list[0] and [open'],
    ['drops pictures', '![alt](a.png) x ![b][ref] [![c](d.png)](e) y', 'x y'],
    ['drops code fences', 'a\n\n```rust\nfn x() {}\n```\n\n~~~\nb\n```\n~~~\nc', 'a c'],
    ['keeps inline code as it is', '`Vec<T>` and ``a`*b*``', 'Vec<T> and a`*b*'],
    ['drops HTML and comments', '<p>a<b>b</b><br>c</p><!-- d\ne --><script>f</script> g', 'ab c g'],
    ['keeps automatic links', '<https://a.b/c> <me@a.b>', 'https://a.b/c me@a.b'],
    ['takes the marks off lists and quotes', '- a\n* b\n1. c\n> d\n- [x] e', 'a b c d e'],
    ['takes the frame off tables', '| a | b |\n|---|:-:|\n| c | d |', 'a b c d'],
    ['drops footnotes and definitions', 'a[^1] b\n\n[^1]: c\n[x]: http://d', 'a b'],
    [
      'decodes common entities',
      '&lt;&amp;&gt; &copy; &#65;&#x42; &nbsp;&unknown; &#99999999;',
      '<&> © AB &unknown; &#99999999;',
    ],
    ['does not decode twice', '&amp;lt;', '&lt;'],
    ['takes escapes off', '\\*a\\* \\[b\\]', '*a* [b]'],
    ['collapses white space', ' a\r\n\r\n b\t\tc\u00a0d ', 'a b c d'],
    ['drops rules', 'a\n\n---\n\n* * *\n\nb', 'a b'],
    ['is empty for an empty text', '', ''],
    ['is empty for code alone', '```\na', ''],
    ['is made of paragraphs: no headings', '# One\na\n\nTwo\n===\n\nb\nThree\n---\nc', 'a c'],
    ['is made of paragraphs: no lists', 'a\n- b\n  c\n\n  d\n\n1. e\n\n   f\n\ng', 'a g'],
    ['is made of paragraphs: no quotes', '> [!NOTE]\n> a\n\nb\n> c\n\n> d\ne\n\nf', 'b f'],
    ['is made of paragraphs: no tables', '| a | b |\n|--|--|\n| c | d |\n\ne | f\n--|--\ng | h\n\ni', 'i'],
    ['is made of paragraphs: no code by its indentation', 'a\n    b\n\n    c\n\n\td\n\ne', 'a b e'],
    ['is made of paragraphs that are not only images', '![a](b.png)\n\n# c', 'c'],
  ];
  for (const [what, markdown, excerpt] of cases) it(what, () => expect(excerptOf(markdown)).to.equal(excerpt));

  it('keeps texts of 200 code points', () => {
    expect(excerptOf('😀'.repeat(200))).to.equal('😀'.repeat(200));
  });

  it('cuts at the end of a word', () => {
    const excerpt = excerptOf('words, '.repeat(100));
    expect(excerpt).to.equal(`${'words, '.repeat(28).slice(0, -2)}…`);
  });

  it('cuts scripts without spaces between any characters', () =>
    expect(excerptOf('长'.repeat(300))).to.equal(`${'长'.repeat(199)}…`));

  it('cuts inside a word that is longer than half of the excerpt', () =>
    expect(excerptOf('x'.repeat(300))).to.equal(`${'x'.repeat(199)}…`));

  it('keeps combining marks with their base', () => {
    expect(excerptOf(`${'a '.repeat(96)}${'x'.repeat(6)}n\u0303\u0323y zzz`)).to.equal(`${'a '.repeat(96).trim()}…`);
  });

  it('never throws, never exceeds 200 code points and splits no surrogate pair', () => {
    const sign = fc.constantFrom(
      '#',
      '*',
      '_',
      '`',
      '~',
      '[',
      ']',
      '(',
      ')',
      '!',
      '<',
      '>',
      '&',
      ';',
      '|',
      '-',
      '\\',
      '\n',
      ' ',
      'a',
      '😀',
      '\ud800',
      '長',
      '<!--',
      '&#0;',
      '```',
    );
    const text = fc.oneof(fc.string({ unit: sign, maxLength: 2_000 }), fc.string({ unit: 'binary', maxLength: 1_000 }));
    fc.assert(
      fc.property(text, (markdown) => {
        const excerpt = excerptOf(markdown);
        expect([...excerpt].length).to.be.at.most(200);
        expect(excerpt.isWellFormed()).to.equal(true);
        expect(excerpt).to.not.match(/\p{Cc}/u);
      }),
      { numRuns: 300 },
    );
  });

  it('takes linear time for adversarial input', () => {
    const units = [
      '![',
      '[](',
      '](',
      '<a ',
      '<!--',
      '`',
      '`a``',
      '*_',
      '[^',
      '<script',
      '|-',
      '- ',
      '](()',
      '[a][',
      ' #',
      '<a@',
      '---',
      '`\n~~~',
    ];
    for (const unit of units) {
      const elapsed = stopwatch();
      excerptOf(unit.repeat(100_000));
      expect(elapsed(), unit).to.be.below(100);
    }
  });
});

describe('plainTextInTurns', () => {
  const texts: [what: string, text: string][] = [
    ['brackets', '['.repeat(900_000)],
    ['tags without an end', '<a '.repeat(300_000)],
    ['short lines', '> [!NOTE]\n'.repeat(90_000)],
    ['empty lines', ' \n'.repeat(450_000)],
    ['fences that match no other', Array.from({ length: 1300 }, (_, at) => `${'`'.repeat(at + 1)}a`).join('')],
  ];
  for (const [what, text] of texts) {
    it(`gives the same text, and never holds the event loop for 50 ms: ${what}`, async () => {
      let shortest = Infinity;
      // A busy machine lengthens turns, but is unlikely to do so in five readings.
      for (let tries = 0; tries < 5 && shortest >= 50; tries++) {
        const { plain, longest } = await readInTurns(text);
        expect(plain).to.equal(plainTextOf(text));
        shortest = Math.min(shortest, longest);
      }
      expect(shortest).to.be.above(0).and.below(50);
    });
  }
});

/** Reads a text, and measures the longest turn of the event loop in milliseconds of processor time. */
async function readInTurns(text: string): Promise<{ plain: string; longest: number }> {
  let longest = 0;
  let isOver = false;
  let began = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(began);
    longest = Math.max(longest, (user + system) / 1000);
    began = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const plain = await plainTextInTurns(text);
  isOver = true;
  return { plain, longest };
}
