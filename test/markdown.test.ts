import { expect } from 'chai';

import { absolute } from '../server/site/render/absolute.ts';
import { maxHtmlLength, TIME_LIMITS } from '../server/site/render/limits.ts';
import { createRenderer, type Renderer } from '../server/site/render/markdown.ts';
import type { Source } from '../server/site/render/rendered.ts';
import { renderThread, renderThreads } from '../server/site/render/thread.ts';

describe('Markdown', () => {
  const renderMarkdown = htmlOf(createRenderer());

  it('is rendered as CommonMark and GFM', async () => {
    const html = await renderMarkdown(
      '# One\n\n*a* ~~b~~ `c` https://d.example\n\n- [x] e\n\n| f | g |\n|--:|---|\n| 1 | 2 |\n\n```ts\nh < i\n```\n',
    );
    expect(html).to.include('<h2 id="one">One<a class="anchor"');
    expect(html).to.include('<em>a</em> <del>b</del> <code>c</code> <a href="https://d.example"');
    expect(html).to.include('<input type="checkbox" checked disabled> e');
    expect(html).to.include('<td class="align-right">1</td>');
    expect(html).to.include('<code class="language-ts">h &#x3C; i\n</code>');
  });

  it('keeps safe HTML', async () => {
    const html = await renderMarkdown(
      '<details open><summary>a</summary>b <kbd>c</kbd> <img src="/d.png" alt="e"></details>',
    );
    expect(html).to.equal(
      '<details open><summary>a</summary>b <kbd>c</kbd> <img src="/d.png" alt="e" fetchpriority="high" decoding="async"></details>',
    );
  });

  it('links footnotes and anchors within the text to their prefixed ids', async () => {
    const html = await renderMarkdown('a[^1] [b](#c)\n\n<span id="c">d</span>\n\n[^1]: e\n');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target);
    expect(ids).to.satisfy((all: string[]) => all.every((id) => id.startsWith('user-content-')));
    expect(targets).to.have.lengthOf(3);
    expect(ids).to.include.members(targets);
  });

  it('links footnotes with encoded names', async () => {
    const html = await renderMarkdown('a[^注]\n\n[^注]: b\n');
    for (const kind of ['fn', 'fnref']) {
      expect(html).to.include(` id="user-content-${kind}-%E6%B3%A8"`).and.include(`"#user-content-${kind}-%E6%B3%A8"`);
    }
  });

  for (const [title, markdown] of Object.entries({
    'a script element': 'x <script>steal()</script>',
    'a script inside SVG': '<svg><script>steal()</script></svg> x',
    'an event handler': '<img src="/x" onerror="steal()">x',
    'a style element': '<style>steal()</style> x',
    'a style attribute': '<p style="background:url(steal)">x</p>',
    'a frame': '<iframe srcdoc="steal()">steal</iframe> x',
    'an object': '<object data="steal">steal</object> x',
    'a javascript: link': '[x](javascript:steal())',
    'a javascript: link in capitals': '[x](JaVaScRiPt:steal())',
    'a javascript: link with a line feed in it': '<a href="java&#10;script:steal()">x</a>',
    'a javascript: link behind a control character': '<a href="&#1;javascript:steal()">x</a>',
    'a vbscript: link': '[x](vbscript:steal())',
    'a data: link': '[x](data:text/html,steal)',
    'a data: picture': '![x](data:image/svg+xml,steal)',
    'a form': '<form action="/steal"><input name="steal" value="steal">x</form>',
    'a base': '<base href="//steal">x',
    'a meta refresh': '<meta http-equiv="refresh" content="0;steal">x',
    'a class of the page': '<p class="steal">x</p>',
    'text that becomes an element once parsed again':
      '<noscript><p title="</noscript><img src=x onerror=steal()>"></noscript>x',
    'an attribute that breaks out of its element': '[x](/y "\\"><img src=z onerror=steal()>")',
  })) {
    it(`removes ${title}`, async () => {
      const html = await renderMarkdown(markdown);
      expect(html).to.include('x');
      const tags = html.match(/<[a-z](?:"[^"]*"|[^">])*>/gi) ?? [];
      expect(tags.join(' ').replace(/ title="[^"]*"/g, '')).to.not.include('steal');
      expect(html).to.not.match(/<(script|style|iframe|object|form|base|meta|svg)/i);
    });
  }

  it('creates no ids that conflict with those of the page', async () => {
    expect(await renderMarkdown('<p id="content">x</p>')).to.equal('<p id="user-content-content">x</p>');
  });

  it('renders the same text once', async () => {
    const rendered: string[] = [];
    const counting = createRenderer(({ markdown }) => {
      rendered.push(markdown);
      return Promise.resolve({ html: markdown, toc: [], words: 1 });
    });
    await Promise.all([counting.render('a'), counting.render('a'), counting.render('b')]);
    await counting.render('a');
    expect(rendered).to.deep.equal(['a', 'b']);
  });

  it('evicts the least recently used rendering', async () => {
    const rendered: string[] = [];
    const large = createRenderer(({ markdown }) => {
      rendered.push(markdown);
      return Promise.resolve({ html: 'x'.repeat(6_000_000), toc: [], words: 1 });
    });
    for (const markdown of ['a', 'b', 'a', 'c', 'a', 'b']) await large.render(markdown);
    expect(rendered).to.deep.equal(['a', 'b', 'c', 'b']);
  });
});

describe('hostile Markdown', () => {
  const deep = 10_000;
  const hostile: Record<string, string> = {
    quotes: `${'>'.repeat(deep)}a`,
    brackets: `${'['.repeat(deep)}a${']'.repeat(deep)}`,
    pictures: '!['.repeat(deep),
    emphasis: `${'*'.repeat(deep)}a${'*'.repeat(deep)}`,
    'crossed emphasis': '*a_ '.repeat(deep),
    lists: `${'- '.repeat(deep)}a`,
    elements: '<div>'.repeat(deep),
    'formatting elements': `${'<b><i><u>'.repeat(deep)}${'<p>x'.repeat(10)}`,
    'unclosed CDATA': 'a <![CDATA['.repeat(deep),
    'one definition used often': `[a]: ${'x'.repeat(deep)}\n\n${'[a]'.repeat(deep)}`,
  };
  const renderMarkdown = htmlOf(createRenderer(renderThread({ cpu: 500, total: 60_000 })));
  // The thread loads its modules once.
  before(() => renderMarkdown('a'));

  for (const [name, markdown] of Object.entries(hostile)) {
    it(`with 10,000 ${name} is finished without blocking the process`, async () => {
      const before = process.threadCpuUsage();
      const html = await renderMarkdown(markdown);
      // Processor time of this thread, which is all that could block: a stopwatch also measures what else the machine does.
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1000).to.be.below(1000);
      expect(html.length).to.be.within(1, 1_000_000 + 10 * markdown.length);
    });
  }

  it('is shown as plain text when it cannot be rendered', async () => {
    expect(await htmlOf(createRenderer(() => Promise.resolve(null)))('<b> & "c"')).to.equal(
      '<pre tabindex="0">&lt;b&gt; &amp; &quot;c&quot;</pre>',
    );
  });

  it('does not prevent the rendering of the next text', async () => {
    const own = htmlOf(createRenderer(renderThread({ cpu: 200, total: 60_000 })));
    const [first, second] = await Promise.all([own(hostile['lists'] ?? ''), own('*a*')]);
    expect(first).to.match(/^<pre tabindex="0">- - - /);
    expect(second).to.equal('<p><em>a</em></p>');
  });

  // docs/interface.md, P31
  it('is limited to two seconds of CPU time, and HTML to ten times the length', () => {
    expect(TIME_LIMITS.cpu).to.equal(2000);
    expect(maxHtmlLength('> '.repeat(500_000))).to.equal(11_000_000);
  });

  it('is aborted after its CPU time, regardless of the load of the machine', async () => {
    const render = renderThread({ cpu: 300, total: 60_000 });
    const begun = process.cpuUsage();
    expect(await render(sourceOf('> '.repeat(500_000)))).to.equal(null);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1000).to.be.within(300, 3000);
  });

  it('may be rendered later when the thread ends for another reason', async () => {
    const render = renderThread(TIME_LIMITS, new URL('data:text/javascript,process.exit(1)'));
    const error = await render(sourceOf('a')).catch((thrown: unknown) => thrown);
    expect(error).to.be.an('error').with.property('message', 'The text cannot be rendered at the moment; try again.');
  });

  it('may be rendered later when the machine is overloaded', async () => {
    let tries = 0;
    const busy = createRenderer(() => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('busy')) : Promise.resolve({ html: 'b', toc: [], words: 1 });
    });
    expect((await busy.render('a')).html).to.match(/^<pre/);
    expect((await busy.render('a')).html).to.equal('b');
  });

  it('does not delay other texts when it is long', async () => {
    const render = renderThreads({ cpu: 500, total: 60_000 });
    const order: string[] = [];
    const long = render(sourceOf('> '.repeat(60_000))).then(() => order.push('long'));
    await render(sourceOf('*a*')).then(() => order.push('short'));
    await long;
    expect(order).to.deep.equal(['short', 'long']);
  });
});

describe('absolute URLs', () => {
  const page = 'https://blog.example/posts/a';
  const renderMarkdown = htmlOf(createRenderer());

  for (const [written, expected] of [
    ['[x](/b?c=1&d=2)', 'href="https://blog.example/b?c=1&amp;d=2"'],
    ['[x](b)', 'href="https://blog.example/posts/b"'],
    ['[x](//c.example/d)', 'href="https://c.example/d"'],
    ['[x](#c)', 'href="https://blog.example/posts/a#c"'],
    ['[x](mailto:a@b.example)', 'href="mailto:a@b.example"'],
    ['![x](/b.png)', 'src="https://blog.example/b.png"'],
    ['![x](https://c.example/b.png "a > <img src=\\"/z\\"> b")', 'src="https://c.example/b.png"'],
  ] as const) {
    it(`replace ${written}`, async () => {
      expect(absolute(await renderMarkdown(`${written}\n\n## c\n`), page)).to.include(expected);
    });
  }

  it('do not affect text and titles', async () => {
    const html = await renderMarkdown('a href="/b" `src="/c"` ![d](https://e.example/f "<img src=\\"/g\\">")');
    expect(absolute(html, page)).to.equal(html);
  });
});

function htmlOf(renderer: Renderer): (markdown: string) => Promise<string> {
  return async (markdown) => (await renderer.render(markdown)).html;
}

function sourceOf(markdown: string): Source {
  return { markdown, site: '', language: 'en' };
}
