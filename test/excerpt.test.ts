import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';

import { makeExcerpt } from '../routers/posts/text/excerpt.ts';
import { plainTextInTurns, markdownToPlainText } from '../routers/posts/text/plain-text.ts';
import { shorten } from '../shared/shorten.ts';
import { runs } from './support/runs.ts';
import { stopwatch } from './support/stopwatch.ts';

describe('makeExcerpt', () => {
  const cases: [what: string, markdown: string, excerpt: string][] = [
    ['takes the marks off headings', '# One #\n\n## Two\n\nThree\n=====', 'One Two Three'],
    ['takes the marks off emphasis', '*a* **b** ***c*** _d_ __e__ ~~f~~', 'a b c d e f'],
    ['keeps what only looks like emphasis', '2 * 3, 2*3, snake_case, a ~ b', '2 * 3, 2*3, snake_case, a ~ b'],
    ['takes the marks off marked words', '==a== and ==b c==, a == b, a==b, ===', 'a and b c, a == b, a==b, ==='],
    ['drops formulas, and keeps money', 'a $a^2$, b ($x$) $$y$$. $5 and $10, $ 5$', 'a, b. $5 and $10, $ 5$'],
    ['drops formulas of several lines', 'a\n\n$$\nx\n\ny\n$$\nb $c\nd$ e', 'a b e'],
    ['is empty for formulas alone', '$a$, $$b$$.\n\n$$\nc\n$$', ''],
    ['drops the kinds of alerts', '> [!NOTE]\n> a', 'a'],
    ['is made of paragraphs: no formulas', 'a\n\n$$\n\\int x\n$$\n\nb', 'a b'],
    ['keeps the text of links', '[one](http://a.b/(c) "t") [two][ref] [three]\n\n[ref]: http://a.b', 'one two three'],
    ['keeps brackets of an index', 'list[0] and [open', 'list[0] and [open'],
    ['drops pictures', '![alt](a.png) x ![b][ref] [![c](d.png)](e) y', 'x y'],
    ['drops code fences', 'a\n\n```rust\nfn x() {}\n```\n\n~~~\nb\n```\n~~~\nc', 'a c'],
    ['keeps inline code as it is', '`Vec<T>` and ``a`*b*``', 'Vec<T> and a`*b*'],
    ['drops HTML and comments', '<p>a<b>b</b><br>c</p><!-- d\ne --><script>f</script> g', 'ab c g'],
    ['drops bare URLs, and keeps addresses of mail', '<https://a.b/c> <me@a.b> (see www.a.b/x_y_z)', 'me@a.b (see)'],
    ['drops bare URLs up to where they end', '见 https://a.b/c。后 HTTP://a.b, x', '见。后, x'],
    ['drops bare URLs as the text of links', 'a [https://a.b](https://a.b) b', 'a b'],
    ['leaves no mark before what it drops', 'See: https://a.b. Then', 'See. Then'],
    ['is empty for bare URLs alone', 'https://a.b/c\n\n<https://d.e>', ''],
    [
      'takes the marks off emphasis beside CJK',
      '**真，**她 これは**「重要」**です ~~删。~~后',
      '真，她 これは「重要」です 删。后',
    ],
    ['takes the marks off emphasis beside digits', '2**3**4 ~x~ **2**0', '234 x 20'],
    ['keeps signs without a partner', 'f(*args, **kwargs) ~/a and ~/b', 'f(*args, **kwargs) ~/a and ~/b'],
    ['drops the ids of headings', '## One {#one}\n\nTwo {#two}\n---', 'One Two'],
    ['drops hard breaks', 'a\\\nb', 'a b'],
    ['drops marks of footnotes without a definition', 'a[^1] b', 'a b'],
    ['takes the frame off tables without outer pipes', 'a | b\n--|--\n1 | 2 \\| 3', 'a b 1 2 | 3'],
    ['takes nested marks of blocks off', '- [ ] a\n  > - # b', 'a b'],
    ['keeps numbers that begin no list', 'in\n2026. Then', 'in 2026. Then'],
    ['keeps keycaps', '#️⃣ *️⃣ 1️⃣ a', '#️⃣ *️⃣ 1️⃣ a'],
    ['keeps brackets that are no link', '[a](see b) and [c]: d', 'a(see b) and c: d'],
    ['reads behind long code', `\`\`\`\n${'x\n'.repeat(9000)}\`\`\`\na`, 'a'],
    ['drops styles and comments that are longer than it reads', `<style>\n${'a{}\n'.repeat(9000)}</style>\n\nb`, 'b'],
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
  for (const [what, markdown, excerpt] of cases) it(what, () => expect(makeExcerpt(markdown)).to.equal(excerpt));

  it('keeps texts of 200 code points', () => {
    expect(makeExcerpt('😀'.repeat(200))).to.equal('😀'.repeat(200));
  });

  it('cuts at the end of a word', () => {
    const excerpt = makeExcerpt('words, '.repeat(100));
    expect(excerpt).to.equal(`${'words, '.repeat(28).slice(0, -2)}…`);
  });

  it('cuts scripts without spaces between any characters', () =>
    expect(makeExcerpt('长'.repeat(300))).to.equal(`${'长'.repeat(199)}…`));

  it('cuts inside a word that is longer than half of the excerpt', () =>
    expect(makeExcerpt('x'.repeat(300))).to.equal(`${'x'.repeat(199)}…`));

  // beyond.md, chapter 9
  const graphemes: [what: string, grapheme: string][] = [
    ['a family', '👨‍👩‍👧‍👦'],
    ['a flag', '🇩🇪'],
    ['a flag of tags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a keycap', '1️⃣'],
    ['Hangul jamo', '\u1112\u1161\u11ab'],
    ['Devanagari', 'क्षि'],
    ['a letter with marks', 'e\u0301\u0323'],
  ];
  for (const [what, grapheme] of graphemes) {
    it(`consists of graphemes of the source: ${what}`, () => {
      for (let length = 180; length <= 201; length++) {
        const excerpt = makeExcerpt(`${'x'.repeat(length)}${grapheme.repeat(3)} more text`);
        expect(
          excerpt
            .replace(/^x+/, '')
            .replace(/(?: more| more text)?…?$/, '')
            .replaceAll(grapheme, ''),
        ).to.equal('');
        expect([...excerpt].length).to.be.within(150, 200);
      }
    });
  }

  it('leaves out a grapheme that is longer than an excerpt', () => {
    const endless = `x${'\u0301'.repeat(1_000_000)}`;
    const elapsed = stopwatch();
    expect(makeExcerpt(endless)).to.equal('');
    expect(makeExcerpt(`a b${'\u0301'.repeat(300)} c`)).to.equal('a…');
    expect(elapsed()).to.be.below(200);
  });

  it('keeps combining marks with their base', () => {
    expect(makeExcerpt(`${'a '.repeat(96)}${'x'.repeat(6)}n\u0303\u0323y zzz`)).to.equal(`${'a '.repeat(96).trim()}…`);
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
        const excerpt = makeExcerpt(markdown);
        expect([...excerpt].length).to.be.at.most(200);
        expect(excerpt.isWellFormed()).to.equal(true);
        expect(excerpt).to.not.match(/\p{Cc}/u);
      }),
      runs(60),
    );
  });

  it('takes linear time for adversarial input', () => {
    const units = [
      '$',
      '$a',
      'https://',
      '「',
      '~',
      '[a]: b\n',
      '\u0301',
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
      makeExcerpt(unit.repeat(100_000));
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
      const expected = markdownToPlainText(text);
      let shortest = Infinity;
      // A busy machine lengthens turns, but is unlikely to do so in five readings.
      for (let tries = 0; tries < 5 && shortest >= 50; tries++) {
        const { plain, longest } = await readInTurns(text);
        expect(plain).to.equal(expected);
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

describe('shorten', () => {
  it('is empty when not even the first grapheme fits', () => {
    expect(shorten('👨‍👩‍👧‍👦 at home', 4)).to.equal('');
    expect(shorten('👨‍👩‍👧‍👦 at home', 8)).to.equal('👨‍👩‍👧‍👦…');
  });
});
