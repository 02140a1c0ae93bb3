import { expect } from 'chai';
import { describe, it } from 'mocha';

import { fold } from '../shared/fold.ts';
import { stopwatch } from './support/stopwatch.ts';

// docs/interface.md, Q4
describe('fold', () => {
  const same: [script: string, one: string, other: string][] = [
    ['Vietnamese', 'Đà Nẵng', 'da nang'],
    ['Polish', 'Łódź, żółw', 'lodz, zolw'],
    ['Danish', 'Smørrebrød på Ærø', 'smorrebrod pa aero'],
    ['French', 'Œuvre, L’ÉCOLE', 'oeuvre, l’ecole'],
    ['German', 'STRASSE Straße ẞ Öl', 'strasse strasse ss ol'],
    ['Turkish', 'İstanbul ılık', 'istanbul ilik'],
    ['Icelandic', 'Þórður ðæð', 'thordur daed'],
    ['Catalan', 'coŀlecció COL·LECCIÓ', 'colleccio colleccio'],
    ['Maltese and Sami', 'Ħaż-Żebbuġ, Ŧ', 'haz-zebbug, t'],
    ['Greek', 'ΛΌΓΟΣ λόγος ᾳ', 'λογοσ λογοσ α'],
    ['Cyrillic', 'Ёлка й ї', 'елка и і'],
    ['Arabic vowel marks and tatweel', 'الكِتَاب العـــربية', 'الكتاب العربيه'],
    ['Arabic hamza and alef', 'أحمد إيمان آدم ٱلله مؤمن شئ على', 'احمد ايمان ادم الله مومن شي علي'],
    ['Persian', 'کتاب یک می\u200cخواهم', 'كتاب يك ميخواهم'],
    ['digits', '٢٠٢٦ ۲۰۲۶ २०२६ ๒๐๒๖ ২০২৬ ２０２６', '2026 2026 2026 2026 2026 2026'],
    ['Hebrew points and final letters', 'שָׁלוֹם עֲלֵיכֶם', 'שלומ עליכמ'],
    ['widths', 'ＷＥＢ ｶﾞｶ', 'web ガカ'],
    ['composed and decomposed', 'e\u0301 한국'.normalize('NFD'), 'e 한국'],
    ['invisible characters', 'co\u00adop\u2060er\u034fate\ufe0f', 'cooperate'],
    ['the nukta of Devanagari', 'ज़िंदगी', 'जिंदगी'],
  ];
  for (const [script, one, other] of same) {
    it(`makes the same of ${script}: ${one}`, () => expect(fold(one)).to.equal(other));
  }

  const different: [script: string, one: string, other: string][] = [
    ['kana', 'か', 'が'],
    ['Devanagari', 'किताब', 'कतब'],
    ['Bengali', 'কি', 'কা'],
    ['Tamil', 'கு', 'கி'],
    ['Thai', 'ข้าว', 'ขาว'],
    ['Khmer', 'កា', 'កី'],
    ['Burmese', 'ကာ', 'ကိ'],
    ['Tibetan', 'ཀི', 'ཀུ'],
  ];
  for (const [script, one, other] of different) {
    it(`keeps the marks of ${script}`, () => {
      expect(fold(one)).to.not.equal(fold(other));
      expect(fold(one)).to.match(/\p{M}|が|^か$/u);
    });
  }

  it('is the same when it is repeated, for every character', () => {
    const rest = /[\p{Cn}\p{Co}\p{Cs}\p{Unified_Ideograph}\p{sc=Hang}\p{sc=Tang}\p{sc=Egyp}]/u;
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (rest.test(character)) continue;
      const folded = fold(character);
      if (fold(folded) !== folded) wrong.push(code.toString(16));
    }
    expect(wrong).to.deep.equal([]);
  });

  it('takes linear time', () => {
    const elapsed = stopwatch();
    for (const text of ['\u0301', '\u0653\u0327', 'ﾞ', 'l·', 'ـ', '٣', 'ﷺ', '\u200d', '각']) fold(text.repeat(100_000));
    expect(elapsed()).to.be.below(3000);
  });
});
