import { expect } from 'chai';
import fc from 'fast-check';

import { makeSnippet } from '../routers/search/snippet.ts';
import { parseTerms } from '../routers/data/words/terms.ts';
import { stopwatch } from './support/stopwatch.ts';

describe('snippets', () => {
  const filler = 'word '.repeat(100);

  const whole: [what: string, content: string, query: string, snippet: string][] = [
    ['mark what was found', 'The *borrow* checker', 'borrow', 'The <mark>borrow</mark> checker'],
    ['mark the whole word of a prefix', 'Borrowing', 'borr', '<mark>Borrowing</mark>'],
    [
      'mark only what was asked for',
      'go gopher go',
      'gopher go',
      '<mark>go</mark> <mark>gopher</mark> <mark>go</mark>',
    ],
    ['mark the original spelling', 'À l’École, ÉCOLE', 'ecole', 'À l’<mark>École</mark>, <mark>ÉCOLE</mark>'],
    ['mark accents that stand by themselves', 'q\u0323 x', 'q', '<mark>q\u0323</mark> x'],
    ['join marks that touch', '我们学习机器学习', '机器学习', '我们<mark>学习机器学习</mark>'],
    ['mark one character of a run', '東京都', '京', '東<mark>京</mark>都'],
    ['mark half-width kana', 'ﾎﾟｰﾙ', 'ポール', '<mark>ﾎﾟｰﾙ</mark>'],
    ['mark Korean', '한국어를 배우다', '한국어', '<mark>한국어</mark>를 배우다'],
    ['mark inside of mixed words', 'Rust言語', '言語', 'Rust<mark>言語</mark>'],
    ['show code after the text', 'x\n\n```\nlet ferry;\n```\ny', 'ferry', 'x y let <mark>ferry</mark>;'],
    ['escape everything', 'a `<script>` & "ferry"', 'ferry', 'a &lt;script&gt; &amp; &quot;<mark>ferry</mark>&quot;'],
    [
      'escape what is next to a hit',
      '`<b>ferry</b>`',
      'ferry b',
      '&lt;<mark>b</mark>&gt;<mark>ferry</mark>&lt;/<mark>b</mark>&gt;',
    ],
    ['mark a phrase where its words follow each other', 'a b, a-b c a b', '"a b c"', 'a b, <mark>a-b c</mark> a b'],
    ['mark a phrase without spaces', '机器学习 学习机器', '"机器学"', '<mark>机器学</mark>习 学习机器'],
    ['mark an emoji with its tone', 'Hi 👋🏽! 👋', '👋', 'Hi <mark>👋🏽</mark>! <mark>👋</mark>'],
    [
      'mark letters that count as others',
      'Łódź i SMØRREBRØD',
      'lodz smorrebrod',
      '<mark>Łódź</mark> i <mark>SMØRREBRØD</mark>',
    ],
    ['mark Arabic with vowel marks', 'هذا الكِتَاب هنا', 'الكتاب', 'هذا <mark>الكِتَاب</mark> هنا'],
    ['mark a middle dot', 'la col·lecció', 'colleccio', 'la <mark>col·lecció</mark>'],
    ['never mark what was excluded', 'bread and butter', 'bread -butter', '<mark>bread</mark> and butter'],
    ['are the excerpt when nothing was found', 'nothing', 'title', 'An &lt;excerpt&gt; with a <mark>title</mark>'],
  ];
  for (const [what, content, query, snippet] of whole) {
    it(what, () => expect(snippetIn(content, query)).to.equal(snippet));
  }

  it('are about 160 characters around the match, cut at word boundaries', () => {
    const snippet = snippetIn(`${filler}ferry ${filler}`, 'ferry');
    expect(snippet).to.match(/^…word (?:word )+<mark>ferry<\/mark>(?: word)+…$/);
    expect(plain(snippet).length).to.be.within(140, 162);
  });

  it('start or end without "…" at the limits of the text', () => {
    expect(snippetIn(`ferry ${filler}`, 'ferry')).to.match(/^<mark>ferry<\/mark> .* word…$/);
    expect(snippetIn(`${filler}ferry`, 'ferry')).to.match(/^…word .* <mark>ferry<\/mark>$/);
  });

  it('show the part with most of the words', () => {
    const snippet = snippetIn(`ferry ${filler} lane ${filler} the ferry in the lane ${filler}`, 'ferry lane');
    expect(snippet).to.contain('the <mark>ferry</mark> in the <mark>lane</mark>');
  });

  it('cut Chinese between any characters', () => {
    const snippet = snippetIn(`${'长'.repeat(500)}机器${'长'.repeat(500)}`, '机器');
    expect(snippet).to.match(/^…长+<mark>机器<\/mark>长+…$/);
    expect(plain(snippet)).to.have.length(162);
  });

  it('stay short around long words', () => {
    expect(plain(snippetIn(`${'x'.repeat(5000)} ferry`, 'ferry')).length).to.be.at.most(170);
    expect(plain(snippetIn(`ferry ${'x'.repeat(5000)}`, 'x')).length).to.be.at.most(170);
    expect(plain(snippetIn(`e${'\u0301'.repeat(5000)}`, 'e')).length).to.be.at.most(170);
  });

  it('contain the text unchanged and well-formed, with marks around whole characters, for any text', () => {
    const sign = fc.constantFrom(
      'a',
      'É',
      'e\u0301',
      'ﾎﾟ',
      '機',
      '𠮷',
      '한',
      '😀',
      '<',
      '&',
      '"',
      ' ',
      '\n',
      '*',
      'ﬃ',
      '½',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 300 }), fc.array(sign, { maxLength: 6 }), (signs, query) => {
        const terms = parseTerms(query.join('')).wanted;
        fc.pre(terms.length > 0);
        const snippet = makeSnippet({ content: '', excerpt: signs.join('') }, terms);
        expect(plain(snippet)).to.equal(signs.join(''));
        const window = makeSnippet({ content: signs.join(''), excerpt: '' }, terms);
        expect(window.isWellFormed()).to.equal(true);
        expect(window.replaceAll(/<\/?mark>|&(amp|lt|gt|quot);/g, '')).not.to.match(/[<>"&]/);
        expect(plain(window).length).to.be.at.most(170);
      }),
      { numRuns: 500 },
    );
  });

  it('take linear time for the longest content of one script', () => {
    const elapsed = stopwatch();
    snippetIn('机'.repeat(400_000), '机机 器');
    expect(elapsed()).to.be.below(2000);
  });

  function snippetIn(content: string, query: string): string {
    return makeSnippet({ content, excerpt: 'An <excerpt> with a title' }, parseTerms(query).wanted);
  }
});

function plain(snippet: string): string {
  return snippet
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
