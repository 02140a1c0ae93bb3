import { expect } from 'chai';

import { piecesOf } from '../shared/text-links.ts';
import { comment, set } from './support/comments.ts';
import { write } from './support/posts.ts';
import { describeService } from './support/service.ts';
import { stopwatch } from './support/stopwatch.ts';

describe('URLs in comments', () => {
  // docs/interface.md, Y12
  it('are found without the punctuation behind them', () => {
    const hrefs = (text: string) => piecesOf(text).flatMap(({ href }) => href ?? []);
    const texts = [
      'See https://a.example/b. And (http://c.example/d_(e)), "https://f.example"!',
      'https://g.example/?h=1&i=2#j、https://k.example',
      'javascript:alert(1) xhttps://l.example https:// ftp://m.example',
    ];
    for (const text of texts)
      expect(
        piecesOf(text)
          .map((piece) => piece.text)
          .join(''),
      ).to.equal(text);
    expect(texts.flatMap(hrefs)).to.deep.equal([
      'https://a.example/b',
      'http://c.example/d_(e)',
      'https://f.example/',
      'https://g.example/?h=1&i=2#j',
      'https://k.example/',
    ]);
  });

  it('are found in linear time, whatever follows them', () => {
    const elapsed = stopwatch();
    for (const sign of [')', '.', '(', '()']) piecesOf(`https://a.example/${sign.repeat(1900)} `.repeat(200));
    expect(elapsed()).to.be.below(2000);
  });
});

describeService('corners of the site', (use) => {
  const open = async (path: string) => {
    const answer = await use().call('GET', path);
    return { ...answer, text: String(answer.body) };
  };

  // docs/interface.md, Y9
  it('a new blog leads to the app, and its not-found page has no posts', async () => {
    expect((await open('/')).text).to.match(/<p class="empty">.*<a href="\/admin"/);
    expect((await open('/none/at/all')).text)
      .to.include('<form class="search"')
      .and.not.include('id="recent"');
  });

  // docs/interface.md, Y8, Y9
  it('names are listed, and the not-found page offers the newest posts', async () => {
    for (const path of ['/tags', '/categories']) expect((await open(path)).text).to.include('class="empty"');
    await write(use(), { title: 'One', tags: ['sea', 'a/b'], category: 'Travel' });
    await write(use(), { title: 'Two', tags: ['sea'], date: '2026-03-02' });
    await write(use(), { title: 'Hidden', tags: ['land'], status: 'draft' });
    expect((await open('/tags')).text.match(/#[^<]+<small>\d/g)).to.deep.equal(['#sea <small>2', '#a/b <small>1']);
    expect((await open('/categories')).text).to.include('<a href="/categories/Travel">Travel <small>1</small></a>');
    const { status, text } = await open('/posts/none');
    expect(status).to.equal(404);
    expect(text)
      .to.match(/id="recent".*Two.*One/s)
      .and.not.include('Hidden');
    expect((await open('/')).text).to.not.include('/admin');
    expect((await open('/search?q=nowhere')).text)
      .to.match(/id="recent".*Two.*One/s)
      .and.not.include('Hidden');
    expect((await open('/search?q=-two')).text)
      .to.include('There is no word to search for.')
      .and.not.include('posts found');
    expect((await open('/search')).text)
      .to.include('-word leaves out posts')
      .and.not.include('There is no word');
    for (const path of ['/search', '/search?q=two']) expect((await open(path)).text).to.not.include('id="recent"');
  });

  // docs/interface.md, Y8
  it('the feed has its usual aliases, and there is an icon for programs', async () => {
    for (const path of ['/rss', '/feed', '/feed/']) {
      const answer = await fetch(use().url + path, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')], path).to.deep.equal([301, '/feed.xml']);
    }
    const icon = await fetch(`${use().url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
  });

  // docs/interface.md, Y12, Y13
  it('posts are described for other programs, and comments link safely', async () => {
    const tags = ['sea'];
    const id = await write(use(), {
      title: 'A',
      category: 'Travel',
      tags,
      author: 'Bea',
      date: '2026-03-02',
      content: 'x',
    });
    await comment(use(), id, { content: 'See <b>https://b.example/?a&"c</b>.' });
    await set(use(), { siteUrl: 'https://blog.example', language: 'de' });
    const { text } = await open(`/posts/${id}`);
    expect(text).to.include(
      '&lt;b&gt;<a href="https://b.example/?a&amp;" rel="ugc nofollow">https://b.example/?a&amp;</a>&quot;c',
    );
    expect(text).to.include('<meta property="og:locale" content="de_DE">');
    expect(text).to.include('<meta property="article:published_time" content="2026-03-02">');
    expect(text).to.include('<meta property="article:section" content="Travel">');
    expect(text).to.include('<meta property="article:tag" content="sea">');
    for (const name of ['h-entry', 'p-name', 'dt-published', 'e-content', 'p-category', 'p-author']) {
      expect(text, name).to.match(new RegExp(`class="[^"]*\\b${name}\\b`));
    }
    const data = dataIn(text);
    expect(data.map((one) => one['@type'])).to.deep.equal(['BlogPosting', 'BreadcrumbList']);
    expect(JSON.stringify(data[1])).to.include('"position":3,"name":"A","item":"https://blog.example/posts/');
    expect(dataIn((await open('/')).text)[0]).to.include({ '@type': 'WebSite', url: 'https://blog.example/' });
  });
});

function dataIn(page: string): Record<string, unknown>[] {
  const scripts = page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g);
  return Array.from(scripts, ([, json = '']) => JSON.parse(json) as Record<string, unknown>);
}
