import { expect } from 'chai';

import { write } from './support/posts.ts';
import { describeService } from './support/service.ts';

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
});
