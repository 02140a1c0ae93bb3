import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';

import { plainText } from '../shared/plain-text.ts';
import { loginInput, setupInput } from '../routers/admin/schemas.ts';
import { fold } from '../shared/fold.ts';
import { cleanText, codePoints, escapeHtml, foldCase, storable, withoutTrailing } from '../routers/base/text.ts';
import { stopwatch } from './support/stopwatch.ts';

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\0', '\r', '\n', '\t', '\ud800', '\udc00', '&', ';', 'amp', 'lt'),
    fc.string({ unit: 'binary' }),
  ),
});

// docs/interface.md, C10
describe('cleanText', () => {
  const many = (text: string) => cleanText(text, { lineFeeds: true });
  const single = (text: string) => cleanText(text, { lineFeeds: false });

  it('converts CRLF and lone CR to LF', () => expect(many('a\r\nb\rc\n\r\nd')).to.equal('a\nb\nc\n\nd'));
  it('converts a tab to a space', () => expect(many('a\tb')).to.equal('a b'));
  it('converts line ends to spaces in single-line texts', () => expect(single('a\r\nb\nc\u2028d')).to.equal('a b c d'));
  it('removes C0, DEL and C1', () => expect(many('a\0b\u0007c\u001bd\u007fe\u0085f\u009fg')).to.equal('abcdefg'));
  it('removes bidirectional overrides and isolates', () => expect(many('\u202aa\u202eb\u2066c\u2069')).to.equal('abc'));
  it('removes lone surrogates and keeps pairs', () => expect(many('\ud800a😀\udc00\ude00')).to.equal('a😀'));
  it('trims', () => expect(many(' \n\ta b\n ')).to.equal('a b'));
  it('composes (NFC)', () => expect(many('Cafe\u0301')).to.equal('Café'));
  it('composes across removed characters', () => expect(many('e\u0007\u0301')).to.equal('é'));

  it('divides long runs of combining marks', () => {
    const [acute, cedilla, joiner] = ['\u0301', '\u0327', '\u034f'];
    expect(many(`x${acute.repeat(30)}`)).to.equal(`x${acute.repeat(30)}`);
    expect(many(`x${acute.repeat(61)}`)).to.equal(`x${acute.repeat(30)}${joiner}${acute.repeat(30)}${joiner}${acute}`);
    expect(many(many(`x${acute.repeat(61)}`))).to.equal(many(`x${acute.repeat(61)}`));
    // To sort them as one run would take hours.
    const endless = `x${acute.repeat(1_000_000)}${cedilla.repeat(1_000_000)}`;
    expect(many(endless)).to.have.lengthOf.above(2_000_000);
    expect(foldCase(endless)).to.have.lengthOf.above(2_000_000);
    expect(fold('ﾞ゙\u0591'.repeat(500_000))).to.have.lengthOf.above(1_000_000);
    expect(fold(endless)).to.equal('x');
  });

  it('is idempotent, and leaves nothing that it removes', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, lineFeeds) => {
        const cleaned = cleanText(text, { lineFeeds });
        expect(cleanText(cleaned, { lineFeeds })).to.equal(cleaned);
        expect(cleaned).to.not.match(lineFeeds ? /(?!\n)[\p{Cc}\p{Cs}]/u : /[\p{Cc}\p{Cs}]/u);
      }),
    );
  });
});

describe('passwords', () => {
  it('are measured before they are normalized', () => {
    const endless = `x${'\u0301'.repeat(1_000_000)}${'\u0327'.repeat(1_000_000)}`;
    for (const schema of [loginInput, setupInput]) {
      const { error } = schema.safeParse({ password: endless });
      expect(error?.issues.map(({ message }) => message)).to.deep.equal(['must have at most 200 characters']);
    }
  });

  it('may have four times as many characters as typed', () => {
    const typed = '\u03b1\u0313\u0300\u0345'.repeat(200);
    for (const schema of [loginInput, setupInput]) expect(schema.safeParse({ password: typed }).success).to.equal(true);
  });
});

describe('withoutTrailing', () => {
  it('removes only what is at the end', () => {
    expect(withoutTrailing('/a//b///', '/')).to.equal('/a//b');
    expect(withoutTrailing('///', '/')).to.equal('');
    expect(withoutTrailing('', '/')).to.equal('');
  });
});

describe('codePoints', () => {
  it('has the result of spreading', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(codePoints(text)).to.equal([...text].length);
      }),
    );
  });

  it('counts a million in well under a tenth of a second', () => {
    const text = '😀a'.repeat(500_000);
    const elapsed = stopwatch();
    expect(codePoints(text)).to.equal(1_000_000);
    expect(elapsed()).to.be.below(100);
  });
});

describe('escapeHtml and plainText', () => {
  it('escapes four characters, once', () =>
    expect(escapeHtml(`<a href="x">&amp;'`)).to.equal(`&lt;a href=&quot;x&quot;&gt;&amp;amp;'`));
  it('unescapes them once', () => expect(plainText('&amp;lt; &lt;b&gt; &quot;&#39;')).to.equal('&lt; <b> "&#39;'));
  it('accepts a comment', () => expect(plainText({ content: 'a &amp; b' })).to.equal('a & b'));

  it('plainText undoes escapeHtml', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(plainText(escapeHtml(text))).to.equal(text);
      }),
    );
  });
});

describe('storable', () => {
  it('removes NUL and lone surrogates and nothing else', () => {
    expect(storable('\ufeffa\0b\r\n\t\u0085\ud800 e\u0301 😀\udc00 ')).to.equal('\ufeffab\r\n\t\u0085 e\u0301 😀 ');
  });

  it('joins no surrogates that a NUL separated', () => expect(storable('\ud83d\0\ude00')).to.equal(''));

  it('keeps a text that both engines can store', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(storable(text).isWellFormed() && !storable(text).includes('\0')).to.equal(true);
      }),
    );
  });
});

describe('foldCase', () => {
  it('composes and lower-cases', () => expect(foldCase('CAFE\u0301')).to.equal('café'));
});
