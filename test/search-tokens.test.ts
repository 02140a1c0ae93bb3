import { expect } from 'chai';
import fc from 'fast-check';

import { termsOf, tokensOf } from '../routers/search/tokens.ts';

describe('search terms', () => {
  const texts: [what: string, text: string, tokens: string][] = [
    ['are runs of letters and digits', 'Rust 1.88: a "borrow-checker"!', 'rust 1 88 a borrow checker'],
    ['have no case and no accents', 'ÉCOLE Ångström naïve İstanbul', 'ecole angstrom naive istanbul'],
    ['are the same in every spelling of an accent', 'e\u0301cole \u00e9cole', 'ecole ecole'],
    ['have one form of every width', 'Ｒｕｓｔ ﾗｽﾄ', 'rust ラス スト ト'],
    ['fold the final sigma', 'ΛΟΓΟΣ λόγος', 'λογοσ λογοσ'],
    ['may hold invisible signs', 'co\u00adoperate می\u200cخواهم', 'cooperate میخواهم'],
    ['are pairs of characters in Chinese', '机器学习。好', '机器 器学 学习 习 好'],
    ['are pairs of characters in Japanese', 'コーヒーが好き', 'コー ーヒ ヒー ーが が好 好き き'],
    ['are pairs of syllables in Korean', '한국어 블로그', '한국 국어 어 블로 로그 그'],
    ['compose Korean that came in parts', '한국'.normalize('NFD'), '한국 국'],
    ['are pairs of signs in Thai', 'ไทย', 'ไท ทย ย'],
    ['change with the script', '用Rust写2個', '用 rust 写 2 個'],
    ['keep characters beyond 16 bits whole', '𠮷野家', '𠮷野 野家 家'],
    ['are no emoji', '😀 ❤️ 1️⃣ 👨‍👩‍👧', '1\u20e3'],
    ['are at most 100 characters long', 'x'.repeat(300), 'x'.repeat(100)],
    ['may be none', '" * ( ) - + : ^ \u0000 \ud800', ''],
  ];
  for (const [what, text, tokens] of texts) {
    it(what, () => expect(tokensOf(text).join(' ')).to.equal(tokens));
  }

  const queries: [query: string, terms: string][] = [
    ['the Borrow che', 'the borrow che*'],
    ['go go', 'go go*'],
    ['机器学习', '机器 器学 学习'],
    ['机', '机*'],
    ['机 rust', '机* rust*'],
    ['rust 言語', 'rust 言語'],
    ['言語rus', '言語 rus*'],
    ['NOT (a OR "b)', 'not a or b*'],
    ['😀', ''],
  ];
  for (const [query, terms] of queries) {
    it(`of ${JSON.stringify(query)} are ${terms || 'none'}`, () => {
      const found = termsOf(query).map(({ text, prefix }) => text + (prefix ? '*' : ''));
      expect(found.join(' ')).to.equal(terms);
    });
  }

  it('contain letters, marks and digits only, and those of a query are found in the same text', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .chain((one) => fc.constantFrom(one, one.normalize('NFD')));
    fc.assert(
      fc.property(text, (one) => {
        const tokens = tokensOf(one);
        for (const token of tokens) expect(token).to.match(/^[\p{L}\p{M}\p{N}]+$/u);
        for (const { text, prefix } of termsOf(one)) {
          expect(tokens.some((token) => (prefix ? token.startsWith(text) : token === text))).to.equal(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
