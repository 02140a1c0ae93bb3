import type { Blog } from './blog.ts';

/** A site of Zola: bundles with languages, dates in names, internal links, sections that are drafts. */
export const zola = ([png, other]: readonly Uint8Array[]): Blog => ({
  generator: 'Zola',
  files: {
    'config.toml': 'base_url = "https://zola.example"\ntitle = "Z"\n[extra]\nx = 1\n',
    'content/blog/_index.md': '+++\ntitle = "Blog"\nsort_by = "date"\n+++\n',
    'content/blog/2024-02-04-first.md':
      '+++\ntitle = "First"\naliases = ["old/first", "/old/two.html"]\n[taxonomies]\ntags = ["a", "b c"]\ncategories = ["Sea"]\n[extra]\nauthor = "Ada"\n+++\n\n' +
      '[a](@/blog/second/index.md#part-two) [`b`][] ![p](../second/photo.png) ![r](/root.png)\n\n[`b`]: @/blog/second/index.md\n',
    'content/blog/second/index.md':
      '+++\ntitle = "Second"\ndate = 2024-02-28T23:30:00-08:00\nupdated = 2024-03-01T08:00:00+02:00\nauthors = ["Ada", "Bob"]\n+++\n\n## Part two\n\n![p](photo.png)\n\n{{ youtube(id="abc") }}\n',
    'content/blog/second/index.fr.md':
      '+++\ntitle = "Deuxième"\ndate = 2024-02-28\n+++\n\nTexte. [anglais](@/blog/second/index.md)\n',
    'content/blog/second/photo.png': png!,
    'content/blog/moved.md':
      '+++\ntitle = "Moved"\ndate = 2024-03-02\npath = "elsewhere/here"\nslug = "not-this"\n+++\n\nText.\n',
    'content/blog/slug.md': '+++\ntitle = "Slug"\ndate = 2024-03-03\nslug = "a-slug"\n+++\n\nText.\n',
    'content/blog/draft.md': '+++\ntitle = "Draft"\ndate = 2024-03-04\ndraft = true\n+++\n\nSecret.\n',
    'content/private/_index.md': '+++\ndraft = true\n+++\n',
    'content/private/note.md': '+++\ntitle = "Note"\ndate = 2024-03-05\n+++\n\nSecret.\n',
    'static/root.png': other!,
  },
  posts: [
    {
      id: 'first',
      file: 'content/blog/2024-02-04-first.md',
      title: 'First',
      date: '2024-02-04',
      created_at: '2024-02-04T00:00:00.000Z',
      tags: ['a', 'b c'],
      category: 'Sea',
      addresses: ['/blog/first/', '/old/first/', '/old/two.html'],
      content:
        '[a](/posts/second#part-two) [`b`][] ![p](/media/photo.png) ![r](/media/root.png)\n\n[`b`]: /posts/second\n',
    },
    {
      id: 'second',
      file: 'content/blog/second/index.md',
      title: 'Second',
      date: '2024-02-28',
      created_at: '2024-02-29T07:30:00.000Z',
      updated_at: '2024-03-01T06:00:00.000Z',
      author: 'Ada, Bob',
      addresses: ['/blog/second/'],
      content: '## Part two\n\n![p](/media/photo.png)\n\n{{ youtube(id="abc") }}\n',
    },
    {
      id: 'second-fr',
      file: 'content/blog/second/index.fr.md',
      title: 'Deuxième',
      date: '2024-02-28',
      addresses: ['/fr/blog/second/'],
      content: 'Texte. [anglais](/posts/second)\n',
    },
    {
      id: 'not-this',
      file: 'content/blog/moved.md',
      title: 'Moved',
      date: '2024-03-02',
      addresses: ['/elsewhere/here/'],
      content: 'Text.\n',
    },
    {
      id: 'a-slug',
      file: 'content/blog/slug.md',
      title: 'Slug',
      date: '2024-03-03',
      addresses: ['/blog/a-slug/'],
      content: 'Text.\n',
    },
    {
      id: 'draft',
      file: 'content/blog/draft.md',
      title: 'Draft',
      date: '2024-03-04',
      status: 'draft',
      content: 'Secret.\n',
    },
    {
      id: 'note',
      file: 'content/private/note.md',
      title: 'Note',
      date: '2024-03-05',
      status: 'draft',
      content: 'Secret.\n',
    },
  ],
  left: ['content/blog/_index.md', 'content/private/_index.md'],
});
