import { expect } from 'chai';

import { forFeed } from '../server/site/render/feed-html.ts';
import { createRenderer } from '../server/site/render/markdown.ts';
import { change, write } from './support/posts.ts';
import { set } from './support/comments.ts';
import { describeService } from './support/service.ts';
import { playerOf } from '../shared/players.ts';

const renderer = createRenderer();

async function html(markdown: string, language?: string): Promise<string> {
  return (await renderer.render(markdown, { ...(language !== undefined && { language }) })).html;
}

describe('Markdown of the site', () => {
  // docs/interface.md, Y1
  it('has formulas in a line by the rule of Pandoc', async () => {
    for (const text of ['$5 and $10', 'US$5 and CA$10', 'a $ b $ c', '\\$a$ b', '$a $', '$a\n\nb$']) {
      expect(await html(text), text)
        .to.not.include('<math')
        .and.not.include('data-inline');
    }
    expect(await html('`$x$`')).to.include('<code>$x$</code>');
    const found = await html('A $x$$y$, $a\\$b$ and\n\n$z$');
    expect(found.match(/<math>/g)).to.have.lengthOf(4);
    expect(found).to.not.include('display="block"');
    expect(await html('$$z$$')).to.include('display="block"');
    expect(await html('$\\nonsense$')).to.match(/<code class="language-math" title="[^"]+">/);
  });

  // docs/interface.md, Y18
  it('shows an image in the size that the end of its URL names', async () => {
    const link = (look: string) =>
      `<a class="enlarge" href="/media/a.jpg"><img src="/media/a.jpg" alt="b" fetchpriority="high" decoding="async" class="picture${look} unsized"></a>`;
    for (const look of ['small', 'wide', 'full']) {
      const shown = await html(`![b](/media/a.jpg#${look})`);
      expect(shown).to.equal(`<figure class="${look}">${link(` ${look}`)}</figure>`);
      expect(forFeed(shown)).to.equal(`<figure>${link(` ${look}`)}</figure>`);
    }
    expect(await html('![b](/media/a.jpg#wide "c")')).to.equal(
      `<figure class="wide">${link(' wide')}<figcaption>c</figcaption></figure>`,
    );
    expect(await html('![b](/media/a.jpg#huge)'))
      .to.include('src="/media/a.jpg#huge"')
      .and.not.include('<figure');
    for (const text of [
      'a ![b](/media/a.jpg#wide)',
      '- ![b](/media/a.jpg#wide)',
      '<img src="/a.jpg" data-look="wide">',
    ]) {
      expect(await html(text), text).to.not.match(/wide|look/);
    }
    expect(await html('![b](/a.jpg#wide)\n![c](/c.jpg#full)'))
      .to.include('"gallery"')
      .and.not.match(/wide|full/);
  });

  // docs/interface.md, Y2
  it('has alerts with a title in the language of the site', async () => {
    for (const [kind, german] of Object.entries({ note: 'Hinweis', tip: 'Tipp', important: 'Wichtig' })) {
      const shown = `<blockquote class="alert ${kind}"><p class="alert-title"><strong>${german}</strong></p>\n<p>a <em>b</em></p>\n</blockquote>`;
      expect(await html(`> [!${kind.toUpperCase()}]\n> a *b*`, 'de')).to.equal(shown);
      expect(await html(`> [!${kind}]\n>\n> a *b*`, 'de')).to.equal(shown);
    }
    expect(await html('> [!WARNING]  \n> <b>x</b>\n\n> [!CAUTION]\n> - y')).to.match(
      /^<blockquote class="alert warning">.*<strong>Warning<.*<b>x<.*alert caution">.*<strong>Caution<.*<li>y/s,
    );
    for (const text of ['> \\[!NOTE]\n> a', '> [!NOTE] a', '> a\n> [!NOTE]', '[!NOTE]\na', '> [!NONE]\n> a']) {
      expect(await html(text), text).to.not.include('alert');
    }
    expect(await html('<blockquote class="alert note" data-alert="x">a</blockquote>')).to.equal(
      '<blockquote>a</blockquote>',
    );
  });

  // docs/interface.md, Y3
  it('highlights text between pairs of equals signs', async () => {
    expect(await html('a ==b *c* d==, 这是==重点==内容, ~~==e==~~ [==f==](/g)')).to.equal(
      '<p>a <mark>b <em>c</em> d</mark>, 这是<mark>重点</mark>内容, <del><mark>e</mark></del> <a href="/g"><mark>f</mark></a></p>',
    );
    for (const text of ['x==1 and y==2', 'a == b == c', '\\==a==', '===a===', '`==a==`', 'a==', '==a']) {
      expect(await html(text), text).to.not.include('<mark>');
    }
    expect(await html('a\n==')).to.include('<h2');
  });

  // docs/interface.md, Y4
  it('plays audio and video in place, and links to them elsewhere', async () => {
    const text = await html(
      '[A talk](/media/2026/01/talk-abcdef12.mp3)\n\n![A clip](https://own.example/clip.MP4)\n\n' +
        '<video autoplay width="320" poster="/p.jpg"><source src="/a.webm" type="video/webm"><track src="/a.vtt" kind="captions" srclang="en">no</video>\n\n' +
        'See [it](/media/2026/01/talk-abcdef12.mp3) <audio>none</audio>',
    );
    expect(text).to.include(
      '<p><audio controls preload="metadata" src="/media/2026/01/talk-abcdef12.mp3" aria-label="A talk"><a href="/media/2026/01/talk-abcdef12.mp3">A talk</a></audio></p>',
    );
    expect(text).to.include('<video controls preload="none" playsinline src="https://own.example/clip.MP4"');
    expect(text).to.include(
      '<source src="/a.webm" type="video/webm"><track src="/a.vtt" kind="captions" srclang="en">',
    );
    expect(text).to.include('<p>See <a href="/media/2026/01/talk-abcdef12.mp3">it</a> <span>none</span></p>');
    expect(text).to.not.include('autoplay');
    expect(forFeed(text)).to.not.match(/<(audio|video|source|track)/);
    expect(forFeed(text)).to.match(
      /<p><a href="[^"]*mp3">A talk<\/a><\/p>\n<p><a href="[^"]*MP4"[^>]*>A clip<\/a><\/p>/,
    );
    expect((await renderer.render('![words](/a.mp4) two')).words).to.equal(1);
  });

  // docs/interface.md, Y5, Y6
  it('shows URLs on lines of their own as cards, and names the players of videos', async () => {
    const link = (url: string) => `rel="noopener external" class="bare" data-host="example.com">${url}</a></p>`;
    expect(await html('https://example.com/a\nhttps://www.example.com/b')).to.equal(
      `<p class="card"><a href="https://example.com/a" ${link('https://example.com/a')}\n` +
        `<p class="card"><a href="https://www.example.com/b" ${link('https://www.example.com/b')}`,
    );
    for (const text of [
      'See https://example.com',
      '- https://example.com',
      '> https://example.com',
      '[a](https://b.example)',
    ]) {
      expect(await html(text), text).to.not.include('card');
    }
    expect(await html('https://youtu.be/abcdefghijk')).to.include(
      '<p class="card video" data-player="https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1">',
    );
    const players = {
      'https://www.youtube.com/watch?v=abcdefghijk&t=1m5s':
        'www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&start=65',
      'https://m.youtube.com/shorts/abcdefghijk': 'www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1',
      'https://vimeo.com/76979871': 'player.vimeo.com/video/76979871?autoplay=1&dnt=1',
      'https://vimeo.com/76979871/0a1b2c': 'player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=0a1b2c',
    };
    for (const [url, player] of Object.entries(players)) expect(playerOf(url)).to.equal(`https://${player}`);
    for (const url of [
      'https://youtube.com/watch?v=x',
      'https://youtube.com.evil.example/watch?v=abcdefghijk',
      'https://vimeo.com/about',
      'javascript:1',
    ]) {
      expect(playerOf(url), url).to.equal(undefined);
    }
  });
});

describe('links and headings of the site', () => {
  // docs/interface.md, Y17
  it('have known schemes in any case, and lead to places of the page', async () => {
    const found = await html(
      '[a](HTTPS://EXAMPLE.COM/x) ![b](HTTP://E.example/y.png) [c](tel:+123) [d](SMS:+1) [e](xmpp:f@g.example) [h](JavaScript:x)',
    );
    for (const part of ['href="https://EXAMPLE.COM/x"', 'src="http://E.example/y.png"', 'href="tel:+123"']) {
      expect(found).to.include(part);
    }
    expect(found).to.include('href="sms:+1"').and.include('href="xmpp:f@g.example"').and.include('<a>h</a>');
    expect(await html('<video src="HTTPS://E.example/a.mp4"></video>')).to.include('src="https://E.example/a.mp4"');
    expect(await html('[a](#comments) [b](#top) [c](#c-0mm5lxs00a1b2c3d4e5f60718) [d](#none)')).to.include(
      '<a href="#comments">a</a> <a href="#top">b</a> <a href="#c-0mm5lxs00a1b2c3d4e5f60718">c</a> <a>d</a>',
    );
    expect(await html('<b id="top">a</b> [b](#top)')).to.include('href="#user-content-top"');
    expect(await html('<ol><li value="4">a</li></ol>')).to.include('<li value="4">');
  });

  it('are listed without marks of footnotes, and with a space for a line break', async () => {
    const { toc } = await renderer.render('## C[^1] D\n\n## E<br>F\n\n[^1]: n');
    expect(toc.map(({ id, text }) => [id, text])).to.deep.equal([
      ['c-d', 'C D'],
      ['e-f', 'E F'],
    ]);
  });

  it('are struck and stressed beside Chinese, Japanese and Korean too', async () => {
    expect(await html('**真，**她 これは**「重要」**です ~~删除。~~后 ==高亮。==后 ~a~')).to.equal(
      '<p><strong>真，</strong>她 これは<strong>「重要」</strong>です <del>删除。</del>后 <mark>高亮。</mark>后 <del>a</del></p>',
    );
  });
});

describeService('the Markdown of posts', (use) => {
  // docs/interface.md, Y7
  it('is rendered with the names of what was dropped, also when the post is stored', async () => {
    const content =
      '<p style="x" onclick="y">a</p><iframe src="https://b.example"><p class="c">d</p></iframe> <script>e</script>\n\n$$f$$';
    const id = await write(use(), { content });
    expect((await use().call('GET', `/posts/${id}`)).status).to.equal(200);
    const { body } = await use().admin('POST', '/api/posts/render', { content });
    expect(body.dropped).to.deep.equal(['<p style>', '<p onclick>', '<iframe>', '<script>']);
    expect(body.droppedAt).to.deep.equal(body.dropped.map((name: string) => ({ name, line: 1 })));
    const clean =
      '- [x] a[^1]\n\n[^1]: b\n\n| c |\n|:-:|\n| d |\n\n```ts\ne\n```\n\n![f](/g.png) <kbd>h</kbd>\n\n> [!TIP]\n> $i$';
    expect((await use().admin('POST', '/api/posts/render', { content: clean })).body.dropped).to.deep.equal([]);
  });

  // docs/interface.md, Y4, Y6
  it('lets only pages with the card of a video show its player, and `html` has links', async () => {
    await set(use(), { siteUrl: 'https://blog.example' });
    const policyOf = async (id: string) =>
      (await use().call('GET', `/posts/${id}`)).headers.get('content-security-policy');
    const content = 'https://youtu.be/abcdefghijk\n\n[A talk](/media/2026/01/talk-abcdef12.mp3)';
    const id = await write(use(), { content });
    const plain = await write(use(), { content: '`<p class="card video" data-player="https://player.vimeo.com/`' });
    for (let again = 0; again < 2; again++) {
      expect(await policyOf(id)).to.match(
        /;media-src 'self' https:;.*;frame-src https:\/\/www\.youtube-nocookie\.com$/,
      );
      expect(await policyOf(plain)).to.not.include('frame-src');
    }
    const { body: preview } = await use().admin('POST', `/api/posts/${id}/preview-link`, {});
    const path = `/preview/${String(preview.token)}`;
    expect((await use().call('GET', path)).headers.get('content-security-policy')).to.include(
      'frame-src https://www.youtube',
    );
    const { body } = await use().call('GET', `/api/posts/${id}?include=html`);
    expect(body.post.html).to.include('>A talk</a></p>').and.not.include('<audio');
    await change(use(), id, { content: 'Nothing.' });
    expect(await policyOf(id)).to.not.include('frame-src');
  });
});
