import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';

import { slugCandidates, makeSlug } from '../routers/posts/slug.ts';
import { foldId, idPattern } from '../shared/post-id.ts';

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('-', ' ', 'g', 'b', '漢', 'か', 'ー', 'っ', 'ß', '\ud800'),
    fc.string({ unit: 'binary' }),
  ),
});

function first(count: number, base: string): string[] {
  const candidates = slugCandidates(base);
  return Array.from({ length: count }, () => candidates.next().value);
}

describe('makeSlug', () => {
  const titles: [title: string, slug: string][] = [
    ['Hello, World!', 'hello-world'],
    ['  --Rust 1.88.0--  ', 'rust-1-88-0'],
    ["Don't panic: it’s Rust’s", 'dont-panic-its-rusts'],
    ['Ünïcödé Straße ﬁn', 'unicode-strasse-fin'],
    ['Crème brûlée in İstanbul', 'creme-brulee-in-istanbul'],
    ['Tiếng Việt', 'tieng-viet'],
    ['Привет, мир', 'privet-mir'],
    ['Καλημέρα κόσμε', 'kalimera-kosme'],
    ['你好世界', 'nihao-shijie'],
    ['重庆银行很重要，长大了', 'chongqing-yinhang-hen-zhongyao-zhangda-le'],
    ['2024年总结', '2024-nian-zongjie'],
    ['使用 TypeScript', 'shiyong-typescript'],
    ['こんにちは', 'konnichiha'],
    ['がっこうのコンピューター', 'gakkou-no-konpyuta'],
    ['ファイルを買いました', 'fairu-o-maiimashita'],
    ['ﾃｨｰﾁｪｯｸ', 'ti-chekku'],
    ['인사: 안녕하세요 세계', 'insa-annyeonghaseyo-segye'],
    ['Ｆｕｌｌ ｗｉｄｔｈ', 'full-width'],
    ['!!!', 'post'],
    ['🎉🎉', 'post'],
    ['\ud800', 'post'],
    ['GB News', 'post-gb-news'],
    ['gb', 'gb'],
  ];
  for (const [title, slug] of titles)
    it(`converts ${JSON.stringify(title)} to ${slug}`, () => expect(makeSlug(title)).to.equal(slug));

  it('cuts at a hyphen if one is near, else at 80 characters', () => {
    expect(makeSlug('word '.repeat(40))).to.equal('word-'.repeat(16).slice(0, -1));
    expect(makeSlug('seven77 '.repeat(40))).to.equal('seven77-'.repeat(10).slice(0, -1));
    expect(makeSlug('x'.repeat(300))).to.equal('x'.repeat(80));
    expect(makeSlug(`gb ${'x'.repeat(300)}`)).to.equal(`post-gb-${'x'.repeat(72)}`);
  });

  it('returns a valid post id for any title', () => {
    fc.assert(
      fc.property(anyText, (title) => {
        expect(makeSlug(title))
          .to.match(/^(?!gb-)[a-z0-9]+(?:-[a-z0-9]+)*$/)
          .and.to.match(/^.{1,80}$/);
      }),
    );
  });

  it('loads dictionaries only when a title needs them', () => {
    const script = `
      import { makeSlug } from './routers/posts/slug.ts';
      import { createRequire } from 'node:module';
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter(file => /pinyin|transliteration/.test(file)).length;
      const before = (makeSlug('Plain'), loaded());
      const latin = (makeSlug('Grüße'), loaded());
      console.log(before, latin, (makeSlug('你好'), loaded()));`;
    const options = { cwd: new URL('..', import.meta.url), encoding: 'utf8' } as const;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], options).trim()).to.equal('0 1 2');
  });
});

describe('slugCandidates', () => {
  it('continues with -2, -3 …', () => expect(first(3, 'name')).to.deep.equal(['name', 'name-2', 'name-3']));

  it('stays within 80 code points and leaves no trailing hyphen', () => {
    expect(first(2, 'x'.repeat(80))[1]).to.equal(`${'x'.repeat(78)}-2`);
    expect(first(2, `${'x'.repeat(77)}-yz`)[1]).to.equal(`${'x'.repeat(77)}-2`);
    expect(first(2, '𐐨'.repeat(80))[1]).to.equal(`${'𐐨'.repeat(78)}-2`);
  });

  it('never returns ids of the guestbook', () =>
    expect(first(3, 'gb')).to.deep.equal(['gb', 'post-gb-2', 'post-gb-3']));
});

describe('foldId and idPattern', () => {
  it('normalizes all spellings of an id', () => {
    expect(foldId('CAFE\u0301')).to.equal('café');
    expect(foldId('ПРИВЕТ')).to.equal('привет');
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (id) => {
        expect(foldId(foldId(id))).to.equal(foldId(id));
      }),
    );
  });

  for (const id of ['a', '2024-02-04-name', 'नमस्ते', 'สวัสดี', '你好', '-', 'x'.repeat(80), '𐐨'.repeat(80)]) {
    it(`accepts ${id.slice(0, 20)}`, () => expect(idPattern.test(foldId(id))).to.equal(true));
  }

  for (const id of [
    '',
    'a b',
    'a/b',
    '..',
    'a.b',
    'a_b',
    'x'.repeat(81),
    '\u0301a',
    'a\u200db',
    '\u3164',
    'a\ufe0f',
    'a\n',
    '\ud800',
    '½',
  ]) {
    it(`rejects ${JSON.stringify(id.slice(0, 20))}`, () => expect(idPattern.test(foldId(id))).to.equal(false));
  }
});
