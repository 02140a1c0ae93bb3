import type { Blog } from './blog.ts';

const HOUSE = `---
layout: post
title:  "It’s late: a Test"
date:   2024-03-10 03:30:00 +0000
author: Ada
tags:   night-sea  night
last_modified_at: 2024-03-11T08:00:00-04:00
---

# {{ page.title }}

[by name]({% post_url 2024-07-01-local-time %}#what-s-new) [by file]({%link travel/_posts/2024-05-06-Crossing.md%})
[by path](/journal/travel/sea/日本/2024/05/06/Crossing/) [by URL](https://ada.example/journal/2024/07/01/local-time/)
[page]({{ site.baseurl }}/about/) [{{ site.title }}](https://x.example/2024/07/01/local-time/)

![boat]({{ "/assets/boat.png" | relative_url }}) <img src="{{ site.baseurl }}/assets/boat.png" alt="again">
`;

/** A site of Jekyll: its own time zone, categories by folder and as words, drafts, HTML, pages beside the posts. */
export const jekyll = ([png]: readonly Uint8Array[]): Blog => ({
  generator: 'Jekyll',
  files: {
    '_config.yml':
      'title: Ada\nurl: https://ada.example\nbaseurl: /journal\npermalink: pretty\ntimezone: America/New_York\n',
    '_posts/2024-03-09-late.md': HOUSE,
    '_posts/2024-07-01-local-time.markdown':
      '---\ntitle: Local time\ndate: 2024-07-01 23:15\n---\n\n## What’s new?\n\nText.\n',
    'travel/_posts/2024-05-06-Crossing.md':
      '---\ntitle: Crossing\ncategories: sea 日本\nredirect_from:\n  - /old/crossing.html\n---\n\nA `{% post_url 2024-07-01-local-time %}` stays.\n',
    '_posts/2019-01-02-old.html':
      '---\ntitle: Old\n---\n<h2>Part</h2>\n<p>An <em>old</em> <a href="{% post_url 2024-03-09-late %}">post</a>.</p>\n<p><img src="/journal/assets/boat.png"></p>\n',
    '_posts/2018-01-02-textile.textile': '---\ntitle: Textile\n---\nh1. Textile',
    '_posts/2024-08-01-secret.md': '---\ntitle: Secret\npublished: false\n---\n\nNobody reads this.\n',
    '_drafts/idea.md': '---\ntitle: Idea\n---\n\nNot yet.\n',
    '_layouts/post.html': '<html>{{ content }}</html>',
    'about.md':
      '---\nlayout: page\ntitle: About\npermalink: /about/\n---\n\nI am Ada. [Back](/journal/2019/01/02/old/#part)\n',
    'contact.md': '---\ntitle: Contact\n---\n\nWrite.\n',
    'assets/boat.png': png!,
  },
  posts: [
    {
      id: 'late',
      file: '_posts/2024-03-09-late.md',
      title: 'It’s late: a Test',
      // 22:30 in New York is still the day before.
      date: '2024-03-09',
      created_at: '2024-03-10T03:30:00.000Z',
      updated_at: '2024-03-11T12:00:00.000Z',
      tags: ['night-sea', 'night'],
      author: 'Ada',
      addresses: ['/2024/03/09/late/', '/journal/2024/03/09/late/'],
      content:
        '# It’s late: a Test\n\n[by name](/posts/local-time#whats-new) [by file](/posts/crossing)\n' +
        '[by path](/posts/crossing) [by URL](/posts/local-time)\n' +
        '[page](/posts/about) [{{ site.title }}](https://x.example/2024/07/01/local-time/)\n\n' +
        '![boat](/media/boat.png) <img src="/media/boat.png" alt="again">\n',
    },
    {
      id: 'local-time',
      file: '_posts/2024-07-01-local-time.markdown',
      title: 'Local time',
      date: '2024-07-01',
      created_at: '2024-07-02T03:15:00.000Z',
      addresses: ['/journal/2024/07/01/local-time/'],
      content: '## What’s new?\n\nText.\n',
    },
    {
      id: 'crossing',
      file: 'travel/_posts/2024-05-06-Crossing.md',
      title: 'Crossing',
      date: '2024-05-06',
      created_at: '2024-05-06T00:00:00.000Z',
      tags: ['sea', '日本'],
      category: 'travel',
      addresses: ['/journal/travel/sea/%E6%97%A5%E6%9C%AC/2024/05/06/Crossing/', '/old/crossing.html'],
      content: 'A `{% post_url 2024-07-01-local-time %}` stays.\n',
    },
    {
      id: 'old',
      file: '_posts/2019-01-02-old.html',
      title: 'Old',
      date: '2019-01-02',
      created_at: '2019-01-02T00:00:00.000Z',
      addresses: ['/journal/2019/01/02/old/'],
      content: '## Part\n\nAn *old* [post](/posts/late).\n\n![](/media/boat.png)',
    },
    {
      id: 'secret',
      file: '_posts/2024-08-01-secret.md',
      title: 'Secret',
      date: '2024-08-01',
      created_at: '2024-08-01T00:00:00.000Z',
      status: 'draft',
      content: 'Nobody reads this.\n',
    },
    { id: 'idea', file: '_drafts/idea.md', title: 'Idea', status: 'draft', content: 'Not yet.\n' },
    {
      id: 'about',
      file: 'about.md',
      kind: 'page',
      title: 'About',
      addresses: ['/journal/about/'],
      content: 'I am Ada. [Back](/posts/old#part)\n',
    },
    { id: 'contact', file: 'contact.md', kind: 'page', title: 'Contact', status: 'draft', content: 'Write.\n' },
  ],
  left: ['_posts/2018-01-02-textile.textile'],
});
