import type { Blog } from './blog.ts';

/** A site of Eleventy: its input folder, languages of front matter, templates in permalinks, `permalink: false`. */
export const eleventy = ([png]: readonly Uint8Array[]): Blog => ({
  generator: 'Eleventy',
  files: {
    'eleventy.config.js': 'export default () => ({ dir: { input: "src" } });\n',
    'src/posts/2024-02-04-first.md':
      '---\ntitle: First\ntags: [sea, été]\ndescription: In short\n---\n\n[a](/posts/Second/#über-alles) [b](../toml/) [c](./second-folder/Second.md) [d](posts/toml.md)\n\n![](/img/a.png)\n',
    'src/posts/Second/Second.md':
      '---\ntitle: Second\ndate: 2024-02-05T23:30:00-08:00\n---\n\n## Über alles\n\n[first](../2024-02-04-first/)\n',
    'src/posts/toml.md': '---toml\ntitle = "In TOML"\ndate = 2024-02-06T07:08:09Z\nauthor = "Ada"\n---\n\nText.\n',
    'src/posts/json.md': '---json\n{ "title": "In JSON", "date": "2024-02-07", "draft": true }\n---\n\nSecret.\n',
    'src/posts/moved.md':
      '---\ntitle: A Move\ndate: 2024-02-08\npermalink: "/moved/{{ title | slugify }}/index.html"\n---\n\nText.\n',
    'src/posts/by-slug.md':
      '---\ntitle: T\ndate: 2024-02-09\npermalink: "notes/{{ page.fileSlug }}.html"\n---\n\nText.\n',
    'src/posts/none.md': '---\ntitle: None\ndate: 2024-02-10\npermalink: false\n---\n\nSecret.\n',
    'src/posts/of-file.md': '---\ntitle: Of the file\ndate: git Last Modified\n---\n\nText.\n',
    'src/posts/script.md': '---js\n{ title: "Script" }\n---\n\nText.\n',
    'src/img/a.png': png!,
    'src/index.njk': '---\nlayout: base.njk\n---\n{% for post in collections.post %}{% endfor %}',
  },
  posts: [
    {
      id: 'first',
      file: 'src/posts/2024-02-04-first.md',
      title: 'First',
      date: '2024-02-04',
      created_at: '2024-02-04T00:00:00.000Z',
      tags: ['sea', 'été'],
      addresses: ['/posts/2024-02-04-first/'],
      content:
        '[a](/posts/second#über-alles) [b](/posts/toml) [c](./second-folder/Second.md) [d](/posts/toml)\n\n![](/media/a.png)\n',
    },
    {
      id: 'second',
      file: 'src/posts/Second/Second.md',
      title: 'Second',
      date: '2024-02-05',
      created_at: '2024-02-06T07:30:00.000Z',
      content: '## Über alles\n\n[first](/posts/first)\n',
    },
    {
      id: 'toml',
      file: 'src/posts/toml.md',
      title: 'In TOML',
      date: '2024-02-06',
      created_at: '2024-02-06T07:08:09.000Z',
      author: 'Ada',
      addresses: [],
      content: 'Text.\n',
    },
    {
      id: 'json',
      file: 'src/posts/json.md',
      title: 'In JSON',
      date: '2024-02-07',
      status: 'draft',
      content: 'Secret.\n',
    },
    {
      id: 'moved',
      file: 'src/posts/moved.md',
      title: 'A Move',
      date: '2024-02-08',
      addresses: ['/moved/a-move/', '/moved/a-move/index.html'],
      content: 'Text.\n',
    },
    {
      id: 'by-slug',
      file: 'src/posts/by-slug.md',
      title: 'T',
      date: '2024-02-09',
      addresses: ['/notes/by-slug.html'],
      content: 'Text.\n',
    },
    {
      id: 'none',
      file: 'src/posts/none.md',
      title: 'None',
      date: '2024-02-10',
      status: 'draft',
      content: 'Secret.\n',
    },
    { id: 'of-file', file: 'src/posts/of-file.md', title: 'Of the file', status: 'draft', content: 'Text.\n' },
  ],
  left: ['src/posts/script.md'],
});
