import { expect } from 'chai';

import { htmlToMarkdown } from '../client/importers/html/to-markdown.ts';
import { pastedToMarkdown } from '../client/importers/pasted/pasted-html.ts';
import { linkUrls } from '../server/site/render/link-urls.ts';
import { renderSource } from '../server/site/render/pipeline.ts';
import { allowedTags, droppedTags } from '../shared/allowed-html.ts';
import { textOfHtml } from './support/html-text.ts';
import { stopwatch } from './support/stopwatch.ts';

/** All elements of HTML, current and obsolete, of SVG and MathML their roots, and some that do not exist. */
const names = (
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br ' +
  'button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div ' +
  'dl dt element em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
  'hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee ' +
  'math menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p ' +
  'param picture plaintext portal pre progress q rb rbc rp rt rtc ruby s samp script search section select ' +
  'selectedcontent shadow slot small source spacer span strike strong style sub summary sup svg table tbody td template ' +
  'textarea tfoot th thead time title tr track tt u ul var video wbr xmp octavo-card Foo T'
).split(' ');

/** Ways to write an element in Markdown. Each word is to be seen. */
const contexts: Record<string, (name: string) => string> = {
  unclosed: (name) => `<${name}> alfa **bravo**\ncharlie\n\ndelta *echo*\n\n## foxtrot\n\n- golf`,
  closed: (name) => `<${name}>alfa</${name}>\n\n<${name}>\n\nbravo **charlie**\n\n</${name}>\n\ndelta`,
  nested: (name) => `<div><${name}><${name}>alfa</${name}> bravo</div>\n\ncharlie <b><${name}>delta</b>\n\necho`,
  'upper case': (name) =>
    `alfa <${name.toUpperCase()}> bravo\n\n<${name.toUpperCase()}>charlie</${name}> delta\n\necho`,
  'in a list': (name) => `- <${name}> alfa\n- bravo <${name}> charlie\n- <${name}>delta</${name}>\n\necho`,
  'in a table': (name) =>
    `| <${name}> alfa | bravo |\n|---|---|\n| charlie <${name}>delta</${name}> | echo |\n\nfoxtrot`,
  'in a heading': (name) => `## alfa <${name}> bravo\n\n## <${name}>charlie</${name}> delta\n\necho`,
  inline: (name) => `alfa <${name}> bravo *charlie*\n\ndelta <${name}>echo</${name}> foxtrot </${name}> golf`,
};

const words = ['alfa', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf'];
/** Elements that a paste leaves out together with their content. */
const NOT_PASTED = /^(?:script|style|template|title|svg|noembed|noframes|noscript|iframe)$/;
const WITH_CONTENT = new Set(droppedTags.map((name) => `<${name}>`));

/** Imports of different elements often become the same Markdown. */
const known = new Map<string, ReturnType<typeof renderAnew>>();

function render(markdown: string): ReturnType<typeof renderAnew> {
  const rendered = known.get(markdown) ?? renderAnew(markdown);
  known.set(markdown, rendered);
  return rendered;
}

async function renderAnew(markdown: string) {
  const { html, gone = [] } = await renderSource({ markdown, site: '', language: 'en' });
  return { text: textOfHtml(html), html, gone: gone.map(({ name }) => name) };
}

/** Markdown that is HTML too. */
function asHtml(markdown: string): string {
  return markdown
    .split('\n\n')
    .map((block) => `<p>${block.replaceAll(/[*|#]|---/g, '')}</p>`)
    .join('\n');
}

function missing(source: string, text: string): string[] {
  return words.filter((word) => source.includes(word) && !text.includes(word));
}

describe('no word is lost', () => {
  for (const [context, write] of Object.entries(contexts)) {
    it(`of a post or page, whatever element is ${context}`, async () => {
      for (const name of names) {
        const source = write(name);
        const { text, gone } = await render(source);
        if (gone.some((one) => WITH_CONTENT.has(one))) continue;
        expect(missing(source, text), `${source}\n---\n${text}`).to.deep.equal([]);
      }
    });

    it(`of a comment, whatever element is ${context}`, () => {
      for (const name of names) expect(textOfHtml(linkUrls(write(name)))).to.equal(write(name));
    });

    it(`of imported HTML, whatever element is ${context}`, async () => {
      for (const name of names) {
        const source = asHtml(write(name));
        const { markdown, notes } = htmlToMarkdown(source);
        if (notes.some((note) => note.includes(`<${name.toLowerCase()}>`)) || /^(?:script|style)$/.test(name)) continue;
        const { text } = await render(markdown);
        expect(missing(source, text), `${source}\n---\n${markdown}\n---\n${text}`).to.deep.equal([]);
      }
    });

    it(`of pasted HTML, whatever element is ${context}`, async () => {
      for (const name of names) {
        const source = asHtml(write(name));
        if (context !== 'unclosed' && NOT_PASTED.test(name)) continue;
        const pasted = pastedToMarkdown(source);
        // Without formatting the editor takes the plain text.
        if (!pasted) continue;
        const { text } = await render(pasted.markdown);
        expect(missing(source, text), `${source}\n---\n${pasted.markdown}\n---\n${text}`).to.deep.equal([]);
      }
    });
  }

  it('at the end of a text, whatever element is open', async () => {
    for (const name of names) {
      for (const source of [`<${name}>alfa`, `bravo\n\n<table><${name}>alfa`, `<${name}> **alfa**`]) {
        const { text, gone } = await render(source);
        if (gone.some((one) => WITH_CONTENT.has(one))) continue;
        expect(missing(source, text), `${source}\n---\n${text}`).to.deep.equal([]);
      }
    }
  });

  it('and a refused tag without its end is text', async () => {
    const refused = names.filter((name) => !allowedTags.includes(name.toLowerCase()));
    for (const name of refused) {
      const source = `The <${name}> element is **neat**.\n\n<${name}> begins a *line*.\n\nThe end: </${name}>. And <${name} />.`;
      const { text, html, gone } = await render(source.replace(`The end: </${name}>. `, ''));
      expect(text.split(`<${name}>`), source).to.have.length(3);
      expect(text).to.include(`<${name} />`);
      expect(html).to.include('<strong>neat</strong>').and.include('<em>line</em>');
      expect(gone).to.deep.equal([]);
      expect((await render(`a </${name}> b`)).text).to.include(`</${name}>`);
    }
  });
});

describe('what a post does not show', () => {
  it('is named with its first line', async () => {
    const markdown =
      'a\n\n<p style="x">b</p>\n\n> c <font>d</font>\n> <script>\n> e\n> </script>\n\n' +
      '[f](https://g.example) <a href="javascript:h">i</a>\n\n<iframe src="https://j.example"></iframe>\n\n<embed src="k">\n\n<p style="y">l</p>\n\n<input type="text" name="m">\n\n<!-- n\n\no';
    const { gone } = await renderSource({ markdown, site: '', language: 'en' });
    expect(gone).to.deep.equal([
      { name: '<p style>', line: 3 },
      { name: '<font>', line: 5 },
      { name: '<script>', line: 6 },
      { name: '<a href>', line: 10 },
      { name: '<iframe>', line: 12 },
      { name: '<embed>', line: 14 },
      { name: '<input>', line: 18 },
      { name: '<!--', line: 20 },
    ]);
  });

  it('are no comments, declarations and processing instructions', async () => {
    const markdown =
      'a <!-- b --> c<!---->d <?e f?> <!G h> <![CDATA[i > j]]> k\n\n<!--more-->\n\n<?l\n\nm?>\n\n<!DOCTYPE n>\n\no';
    const { text, gone } = await render(markdown);
    expect(text.replaceAll(/\s+/g, ' ').trim()).to.equal('a cd k o');
    expect(gone).to.deep.equal([]);
  });

  it('is taken out in linear time', async () => {
    for (const part of [
      '<',
      '<a',
      '<a b="',
      '<a b=\'"',
      '<title>',
      '</title>',
      '<script>',
      '<script></script>',
      '<!--',
      '<?',
      '<![CDATA[',
      '<svg><a/>',
      '<!-- -->',
      '<select>\n\n',
    ]) {
      const elapsed = stopwatch();
      await render(part.repeat(100_000 / part.length));
      expect(elapsed(), part).to.be.below(2000);
    }
  });
});

describe('HTML that stays', () => {
  it('glues no words and parts none', async () => {
    expect(
      (await render('<select><option>a</option><option>b</option></select> w<font>or</font>d')).text.trim(),
    ).to.match(/^a\s+b\s+word$/);
  });

  it('of players that are not closed ends behind their sources', async () => {
    const { html } = await render('<video src="/a.mp4">\nb\n\n<audio>\n<source src="/c.mp3">\nd\n\n**e**');
    expect(html).to.match(/<video [^>]*><a [^>]*>a\.mp4<\/a><\/video>\s*b\s*<audio [^]*<\/audio>\s*d\s*<p><strong>e/);
    expect((await render('The <video> element')).text.trim()).to.equal('The <video> element');
  });

  it('may have attributes without quotation marks', async () => {
    const { html } = await render(
      '<a href=https://a.example/b?c&d>e</a> <img src=https://f.example/g.png alt=h> <a b=c/>',
    );
    expect(html).to.include('<a href="https://a.example/b?c&#x26;d"').and.include('>e</a>');
    expect(html).to.include('<img src="https://f.example/g.png" alt="h"').and.include('<a></a>');
    expect((await render('<a href=b`c>d')).text).to.include('<a href=b`c>d');
  });

  it('of an empty element has an attribute that makes it something', async () => {
    for (const name of ['img', 'input', 'source', 'track']) {
      expect((await render(`The <${name}> element`)).text, name).to.include(`The <${name}> element`);
    }
    const { html, gone } = await render('- <input type="checkbox" checked> a\n\n<input type="text" name="b"> c');
    expect(html.match(/<input/g)).to.have.length(1);
    expect(gone).to.deep.equal(['<input>']);
  });

  it('of a picture is its image', async () => {
    const { html } = await render('<picture><source srcset="a.webp"><img src="a.png" alt="x"></picture>');
    expect(html).to.include('<img src="a.png"').and.not.include('<source').and.not.include('<picture');
  });
});
