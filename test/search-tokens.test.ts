import { expect } from 'chai';
import fc from 'fast-check';

import { parseTerms, type Term } from '../routers/data/words/terms.ts';
import { tokenize } from '../routers/data/words/tokens.ts';

describe('search terms', () => {
  const texts: [what: string, text: string, tokens: string][] = [
    ['are runs of letters and digits', 'Rust 1.88: a "borrow-checker"!', 'rust 1 88 a borrow checker'],
    ['have no case and no accents', 'ÉCOLE Ångström naïve İstanbul', 'ecole angstrom naive istanbul'],
    ['are the same in every spelling of an accent', 'e\u0301cole \u00e9cole', 'ecole ecole'],
    ['have one form of every width', 'Ｒｕｓｔ ﾗｽﾄ', 'rust ラス スト ト'],
    ['fold the final sigma', 'ΛΟΓΟΣ λόγος', 'λογοσ λογοσ'],
    ['may hold invisible signs', 'co\u00adoperate می\u200cخواهم', 'cooperate ميخواهم'],
    ['are pairs of characters in Chinese', '机器学习。好', '机器 器学 学习 习 好'],
    ['are pairs of characters in Japanese', 'コーヒーが好き', 'コー ーヒ ヒー ーが が好 好き き'],
    ['are pairs of syllables in Korean', '한국어 블로그', '한국 국어 어 블로 로그 그'],
    ['compose Korean that came in parts', '한국'.normalize('NFD'), '한국 국'],
    ['are pairs of signs in Thai', 'ไทย', 'ไท ทย ย'],
    ['change with the script', '用Rust写2個', '用 rust 写 2 個'],
    ['keep characters beyond 16 bits whole', '𠮷野家', '𠮷野 野家 家'],
    ['are emoji', '😀🎉 ❤️ 1️⃣ #️⃣ 👨‍👩‍👧 🇩🇪🇫🇷', '😀 🎉 ❤ １\u20e3 ＃\u20e3 👨‍👩‍👧 🇩🇪 🇫🇷'],
    ['are emoji of any tone', '👋🏽 👩🏿‍🚀', '👋 👩‍🚀'],
    ['are no signs of law', '© ® ™', ''],
    ['have the digits of every script as one', '٢٠٢٦ ۲۰۲۶ २०२६', '2026 2026 2026'],
    ['are at most 100 characters long', 'x'.repeat(300), 'x'.repeat(100)],
    ['may be none', '" * ( ) - + : ^ \u0000 \ud800', ''],
  ];
  for (const [what, text, tokens] of texts) {
    it(what, () => expect(tokenize(text).join(' ')).to.equal(tokens));
  }

  const queries: [query: string, terms: string][] = [
    ['the Borrow che', 'the borrow che*'],
    ['go go', 'go go*'],
    ['机器学习', '机器 器学 学习'],
    ['机', '机*'],
    ['机 rust', '机* rust*'],
    ['rust 言語', 'rust 言語'],
    ['言語rus', '言語 rus*'],
    ['NOT (a OR b)', 'not a or b*'],
    ['😀', '😀'],
    ['launch 🚀', 'launch 🚀'],
    ['"exact phrase"', 'exact+phrase'],
    ['"exact phrase" more', 'exact+phrase more*'],
    ['“one two” „three four“ ”five six” «a b» »c d« 「東京都」', 'one+two three+four five+six a+b c+d 東京+京都'],
    ['"用rust写', '用+rust+写*'],
    ['"not closed', 'not+closed'],
    ['"" "!"', ''],
    ['bread -flour', 'bread* -flour'],
    ['bread -"white flour"', 'bread* -white+flour'],
    ['bread －flour −“rye flour”', 'bread* -flour -rye+flour'],
    ['-e-mail', '-e+mail'],
    ['e-mail', 'e mail*'],
    ['-机器学习 -京', '-机器+器学+学习 -京*'],
    ['-🚀', '-🚀'],
    ['- - --force', 'force*'],
    ['bread (-flour)', 'bread flour*'],
    ['צה"ל "צה"ל שלום"', 'צה ל צה+ל+שלומ'],
    ['NEAR(ferry, 2)', 'near ferry 2*'],
  ];
  for (const [query, terms] of queries) {
    it(`of ${JSON.stringify(query)} are ${terms || 'none'}`, () => {
      const { wanted, excluded } = parseTerms(query);
      const inText = ({ tokens, prefix }: Term) => tokens.join('+') + (prefix ? '*' : '');
      expect([...wanted.map(inText), ...excluded.map((term) => `-${inText(term)}`)].join(' ')).to.equal(terms);
    });
  }

  it('have the form of earlier indexes, if it differs', () => {
    expect(parseTerms('Łódź "smørrebrød 🍞" plain').wanted.map(({ former }) => former)).to.deep.equal([
      ['łodz'],
      ['smørrebrød', '🍞'],
      undefined,
    ]);
  });

  it('are letters, marks, digits or emoji, and those of a query are found in the same text', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .chain((one) => fc.constantFrom(one, one.normalize('NFD')));
    fc.assert(
      fc.property(text, (one) => {
        const tokens = tokenize(one);
        for (const token of tokens)
          expect(token).to.match(/^[\p{L}\p{M}\p{N}\p{RI}\p{Emoji}\u200d\u{e0020}-\u{e007f}＃＊]+$/u);
        for (const { tokens: words, prefix } of parseTerms(one).wanted) {
          const isAt = (at: number) =>
            words.every((word, n) => {
              const isBeginning = prefix !== undefined && n === words.length - 1;
              return isBeginning ? tokens[at + n]?.startsWith(word) : tokens[at + n] === word;
            });
          expect(tokens.some((_, at) => isAt(at))).to.equal(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
