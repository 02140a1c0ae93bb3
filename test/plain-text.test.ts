import { expect } from 'chai';
import { describe, it } from 'mocha';

import { plainTextOf } from '../routers/posts/plain-text.ts';
import { stopwatch } from './support/stopwatch.ts';

// beyond.md, chapter 9: no word is lost
describe('plainTextOf', () => {
  const cases: [what: string, markdown: string, text: string][] = [
    ['keeps refused tags without an end', 'The <select> element\n\n**b**', 'The <select> element b'],
    ['keeps them in upper case, and stray ends', 'a <TITLE> b </object> c', 'a <TITLE> b </object> c'],
    ['keeps them at the beginning of a line', '<script> is an element\n\na', '<script> is an element a'],
    ['keeps types of a programming language', 'Vec<String>, Map<K, V>', 'Vec<String>, Map<K, V>'],
    ['keeps empty tags', 'The <Foo /> component', 'The <Foo /> component'],
    ['keeps players without an end', 'The <video> element', 'The <video> element'],
    ['keeps what is no tag', 'a <b, c> d < e > f', 'a <b, c> d < e > f'],
    ['keeps players without a source', 'a <audio title="b"> c </video>', 'a <audio title="b"> c </video>'],
    ['takes players with a source off', 'a <video src="b"> c <audio src="d"></audio>', 'a c'],
    ['takes all tags of drawings off', '<svg viewBox="0"><path d="M0"/><text>a</text></svg> b', 'a b'],
    ['takes options without an end off', '<select><option>a<option>b</select>', 'a b'],
    ['takes refused tags with an end off', 'a<select>b</select>c <textarea>d</textarea>', 'a b c d'],
    ['pairs the inner one of two', 'a <title> b <title>c</title>', 'a <title> b c'],
    ['takes tags off across blocks that begin lines', '<object>\n\na\n\n</object>', 'a'],
    ['pairs no tags in lines of two blocks', 'a <object>\n\nb </object>', 'a <object> b </object>'],
    ['divides no word', 'w<font>or</font>d H<sub>2</sub>O', 'word H2O'],
    ['separates words', '<option>a</option><option>b</option><p>c</p><p>d</p>', 'a b c d'],
    ['drops the content of scripts and their kind', 'a <script>b</script> <iframe src="c">d</iframe>e', 'a e'],
    ['drops scripts of several blocks', '<script>\n`a\n\n# b\n</script>\nc', 'c'],
    ['drops void tags with attributes only', 'the <embed> tag <embed src="a">', 'the <embed> tag'],
    ['drops comments, instructions and declarations', 'a <!-- b --><?c?><!D e><![CDATA[f]]>g', 'a g'],
    ['drops what an open comment hides', 'a\n\n<!-- b\n\nc', 'a'],
    ['keeps a comment within a line that has no end', 'a <!-- b\n\nc', 'a <!-- b c'],
    ['keeps formulas and URLs', '$x_1$ $$y$$ https://a.b/c_d <https://e.f>', 'x_1 y https://a.b/c_d https://e.f'],
    ['keeps footnotes', 'a[^1] b[^2]\n\n[^1]: c\n    d\n\n    e\n\nf', 'a b[^2] f c d e'],
    ['keeps what is no definition', '[note]: this is a note', '[note]: this is a note'],
    ['keeps what is no image', 'wow![a] b ![c](d)', 'wow![a] b'],
    ['keeps the titles of images', 'a ![b](c "d &amp; e") f', 'a d & e f'],
    ['keeps what is no reference', '[a][b] [c][d]\n\n[d]: /e', '[a][b] c'],
    ['decodes every named entity', '&eacute;&notin;&nbsp;x &copy', 'é∉ x &copy'],
    ['keeps code by its indentation', 'a\n\n    <b> *c*\n\n- d\n\n    *e*', 'a d e <b> *c*'],
    ['keeps brackets in their block', 'a ![\n\nb\n\n](c)', 'a ![ b ](c)'],
  ];
  for (const [what, markdown, text] of cases) it(what, () => expect(plainTextOf(markdown)).to.equal(text));

  it('takes linear time for adversarial input', function () {
    this.timeout(60_000);
    const units =
      '< [ * ~ $ https:// 「 <a␣b=" ](a␣" [a]( <x> <x></x> <x/> ![ \\ & _a *a ~~a ==a $a $$a $a$$ <!-- <? <![CDATA[ ' +
      '<script> <style>⏎ -␣ 1.␣ > | $$⏎ ⏎ [^a] [a]:␣b⏎ [^a]:␣b⏎ <a␣b `a`` <y>⏎⏎ [](< **a* ***a_ ![]( [a][ <x>![ ![a](b)<x> $\\$ ␣{#a}';
    for (const written of units.split(' ')) {
      const unit = written.replaceAll('␣', ' ').replaceAll('⏎', '\n');
      const elapsed = stopwatch();
      plainTextOf(unit.repeat(1_000_000 / unit.length));
      expect(elapsed(), written).to.be.below(1500);
    }
  });
});
