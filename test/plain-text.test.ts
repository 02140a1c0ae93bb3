import { expect } from 'chai';
import { describe, it } from 'mocha';

import { markdownToPlainText } from '../routers/posts/text/plain-text.ts';
import { stopwatch } from './support/stopwatch.ts';

// beyond.md, chapter 9: no word is lost
describe('markdownToPlainText', () => {
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
  for (const [what, markdown, text] of cases) it(what, () => expect(markdownToPlainText(markdown)).to.equal(text));

  const names =
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br ' +
    'button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div ' +
    'dl dt element em embed fencedframe fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark ' +
    'marquee math menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option ' +
    'output p param picture plaintext portal pre progress q rb rbc rp rt rtc ruby s samp script search section select ' +
    'selectedcontent shadow slot small source spacer span strike strong style sub summary sup svg table tbody td template ' +
    'textarea tfoot th thead time title tr track tt u ul var video wbr xmp';
  const withContent = /^(?:script|style|template|noscript|noembed|noframes|iframe)$/;
  const contexts: Record<string, (name: string) => string> = {
    unclosed: (name) => `one <${name}> two\n\nthree`,
    'a stray end': (name) => `one </${name}> two\n\nthree`,
    closed: (name) => `one <${name}>two</${name}> three`,
    nested: (name) => `one <${name}>two <${name}>two</${name}></${name}> three`,
    'upper case': (name) => `one <${name.toUpperCase()}> two\n\nthree`,
    'in a list': (name) => `- one <${name}> two\n- three`,
    'in a table': (name) => `| one | <${name}> two |\n|--|--|\n| three |`,
    'in a heading': (name) => `# one <${name}> two\n\nthree`,
    'at the beginning': (name) => `one\n\n<${name}> two\n\nthree`,
    'across blocks': (name) => `one <${name}> two\n\nthree </${name}>`,
  };
  for (const [what, markdown] of Object.entries(contexts)) {
    it(`keeps the words around tags of all elements: ${what}`, () => {
      for (const name of names.split(' ')) {
        const isGone = withContent.test(name) && /^(?:closed|nested)$/.test(what);
        const words = markdownToPlainText(markdown(name)).split(/[^a-z]+/i);
        expect(words, name).to.include.members(isGone ? ['one', 'three'] : ['one', 'two', 'three']);
      }
    });
  }

  it('takes linear time for adversarial input', function () {
    this.timeout(60_000);
    const units =
      '< [ * ~ $ https:// 「 <a␣b=" ](a␣" [a]( <x> <x></x> <x/> ![ \\ & _a *a ~~a ==a $a $$a $a$$ <!-- <? <![CDATA[ ' +
      '<script> <style>⏎ -␣ 1.␣ > | $$⏎ ⏎ [^a] [a]:␣b⏎ [^a]:␣b⏎ <a␣b `a`` <y>⏎⏎ [](< **a* ***a_ ![]( [a][ <x>![ ![a](b)<x> $\\$ ␣{#a}';
    for (const written of units.split(' ')) {
      const unit = written.replaceAll('␣', ' ').replaceAll('⏎', '\n');
      const elapsed = stopwatch();
      markdownToPlainText(unit.repeat(500_000 / unit.length));
      expect(elapsed(), written).to.be.below(750);
    }
  });
});
