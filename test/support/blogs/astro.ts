import type { Blog } from './blog.ts';

/** A site of Astro: a collection, pages, pictures beside posts and in `public`, MDX. */
export const astro = ([png, other]: readonly Uint8Array[]): Blog => ({
  generator: 'Astro',
  files: {
    'astro.config.mjs':
      "import { defineConfig } from 'astro/config';\nexport default defineConfig({ site: 'https://astro.example' });\n",
    'src/content/blog/first-post.md':
      "---\ntitle: 'First: post'\npubDate: 'Jul 08 2022'\nupdatedDate: 2022-07-10T10:00:00Z\nheroImage: '../../assets/hero.png'\ntags: ['a b']\n---\n\n" +
      '[a](/blog/second/#1-start) [b](https://astro.example/blog/second) [c](./second/index.md) ![](/star.png)\n',
    'src/content/blog/second/index.md':
      '---\ntitle: Second\ndate: 2022-08-01T23:00:00.000-05:00\nauthors:\n  - name: Ada\n  - name: Bob\n---\n\n## 1. Start\n\n![x](./star.png "s")\n',
    'src/content/blog/second/star.png': other!,
    'src/content/blog/secret.md': '---\ntitle: Secret\npubDate: 2022-08-02\ndraft: true\n---\n\nSecret.\n',
    'src/content/blog/later.mdx': '---\ntitle: Later\n---\nexport const x = 1;\n',
    'src/pages/about.md': '---\nlayout: ../layouts/Base.astro\ntitle: About\n---\n\nMe.\n',
    'src/assets/hero.png': png!,
    'public/star.png': other!,
  },
  posts: [
    {
      id: 'first-post',
      file: 'src/content/blog/first-post.md',
      title: 'First: post',
      date: '2022-07-08',
      created_at: '2022-07-08T00:00:00.000Z',
      updated_at: '2022-07-10T10:00:00.000Z',
      tags: ['a b'],
      cover: '/media/hero.png',
      addresses: ['/blog/first-post/'],
      content: '[a](/posts/second#1-start) [b](/posts/second) [c](/posts/second) ![](/media/star.png)\n',
    },
    {
      id: 'second',
      file: 'src/content/blog/second/index.md',
      title: 'Second',
      date: '2022-08-01',
      created_at: '2022-08-02T04:00:00.000Z',
      author: 'Ada, Bob',
      addresses: ['/blog/second/'],
      content: '## 1. Start\n\n![x](/media/star.png "s")\n',
    },
    {
      id: 'secret',
      file: 'src/content/blog/secret.md',
      title: 'Secret',
      date: '2022-08-02',
      status: 'draft',
      content: 'Secret.\n',
    },
    {
      id: 'later',
      file: 'src/content/blog/later.mdx',
      kind: 'page',
      title: 'Later',
      status: 'draft',
      content: 'export const x = 1;\n',
    },
    // At its old address.
    { id: 'about', file: 'src/pages/about.md', kind: 'page', title: 'About', content: 'Me.\n' },
  ],
  left: [],
});
