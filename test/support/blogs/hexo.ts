import type { Blog } from './blog.ts';

/** A site of Hexo: its own time zone, folders below `_posts`, nested categories, asset folders, three front matters. */
export const hexo = ([png, other]: readonly Uint8Array[]): Blog => ({
  generator: 'Hexo',
  files: {
    '_config.yml':
      'title: 海\nurl: https://umi.example\nroot: /\npermalink: :year/:month/:day/:title/\nsource_dir: source\n' +
      'timezone: Asia/Tokyo\npost_asset_folder: true\nnew_post_name: :title.md\n',
    'source/_posts/你好.md':
      '---\ntitle: 你好\ndate: 2024-02-05 01:30:00\nupdated: 2024-02-06 09:00:00\ntags:\n\t- 海\n\t- c#\n' +
      'categories:\n- [Life, Sea]\n- [Work]\ntop: 3\n---\n\n{% asset_img ferry.png "A ferry" %}\n\n' +
      '{% post_link sub/second the second %} {% post_link sub/second %}\n<!-- more -->\n[about](/about/) ![](/images/logo.png)\n',
    'source/_posts/你好/ferry.png': png!,
    'source/images/logo.png': other!,
    'source/_posts/sub/second.md':
      'title: Second\ndate: 2024-02-04 23:59:59\ncategories: News\ntags: one\n---\n\n## 标题 One\n\n[back](../../../05/你好/#top)\n',
    'source/_posts/json.md': '"title": "JSON",\n"date": "2024-01-02 03:04:05"\n;;;\n\nFrom JSON.\n',
    'source/_posts/hidden.md': '---\ntitle: Hidden\ndate: 2024-01-01\npublished: false\n---\n\nSecret.\n',
    'source/_drafts/wip.md': '---\ntitle: WIP\n---\n\nSecret.\n',
    'source/about/index.md':
      '---\ntitle: About\nlayout: page\ndate: 2024-01-01 00:00:00\n---\n\nMe. [second](/2024/02/04/sub/second/)\n',
    'scaffolds/post.md': '---\ntitle: {{ title }}\ndate: {{ date }}\n---\n',
  },
  posts: [
    {
      id: '你好',
      file: 'source/_posts/你好.md',
      title: '你好',
      date: '2024-02-05',
      created_at: '2024-02-04T16:30:00.000Z',
      updated_at: '2024-02-06T00:00:00.000Z',
      tags: ['海', 'c#', 'Sea', 'Work'],
      category: 'Life',
      addresses: ['/2024/02/05/%E4%BD%A0%E5%A5%BD/'],
      content:
        '![A ferry](/media/ferry.png)\n\n[the second](/posts/second) [Second](/posts/second)\n<!-- more -->\n' +
        '[about](/posts/about) ![](/media/logo.png)\n',
    },
    {
      id: 'second',
      file: 'source/_posts/sub/second.md',
      title: 'Second',
      date: '2024-02-04',
      created_at: '2024-02-04T14:59:59.000Z',
      tags: ['one'],
      category: 'News',
      addresses: ['/2024/02/04/sub/second/'],
      content: '## 标题 One\n\n[back](/posts/%E4%BD%A0%E5%A5%BD#top)\n',
    },
    {
      id: 'json',
      file: 'source/_posts/json.md',
      title: 'JSON',
      date: '2024-01-02',
      created_at: '2024-01-01T18:04:05.000Z',
      addresses: ['/2024/01/02/json/'],
      content: 'From JSON.\n',
    },
    {
      id: 'hidden',
      file: 'source/_posts/hidden.md',
      title: 'Hidden',
      date: '2024-01-01',
      created_at: '2024-01-01T00:00:00.000Z',
      status: 'draft',
      content: 'Secret.\n',
    },
    { id: 'wip', file: 'source/_drafts/wip.md', title: 'WIP', status: 'draft', content: 'Secret.\n' },
    {
      id: 'about',
      file: 'source/about/index.md',
      kind: 'page',
      title: 'About',
      created_at: '2023-12-31T15:00:00.000Z',
      content: 'Me. [second](/posts/second)\n',
    },
  ],
  left: ['scaffolds/post.md'],
});
