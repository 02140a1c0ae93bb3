import type { Blog } from './blog.ts';

/** A site of Hugo: three front matters, a pattern for a section, bundles, cascades, times of publication and expiry. */
export const hugo = ([png, other]: readonly Uint8Array[]): Blog => ({
  generator: 'Hugo',
  files: {
    'hugo.toml':
      'baseURL = "https://hugo.example/blog/"\ntimeZone = "Europe/Berlin"\n[permalinks]\nposts = "/:year/:month/:slug/"\n',
    'content/posts/first.md':
      '+++\ntitle = "First & “only”"\ndate = 2024-02-04T23:30:00-08:00\nlastmod = 2024-02-06T01:00:00Z\ntags = ["sea", "Été"]\ncategories = ["News", "More"]\naliases = ["/old/first.html"]\n+++\n\n' +
      '[a]({{< ref "second#part" >}}) [b]({{< relref "/posts/json.md" >}}) [c](/blog/2024/02/second-one/) [d](https://hugo.example/blog/notes/note/#x)\n\n![r](/img/root.png)\n',
    'content/posts/second/index.md':
      '---\ntitle: Second one\ndate: 2024-02-05 00:30:00\nauthor: Ada\ntags: [a,\n\tb]\n---\n\n## Part\n\n![p](ferry.png) {{< figure src="ferry.png" >}}\n',
    'content/posts/second/ferry.png': png!,
    'content/posts/json.md':
      '{ "title": "JSON", "date": "2024-02-07", "slug": "from-json", "summary": "Short" }\n\nText.\n',
    'content/posts/draft.md': '---\ntitle: Draft\ndate: 2024-02-08\ndraft: true\n---\n\nSecret.\n',
    'content/posts/expired.md': '---\ntitle: Expired\ndate: 2020-02-08\nexpiryDate: 2021-01-01\n---\n\nSecret.\n',
    'content/posts/unlisted.md': '---\ntitle: Unlisted\ndate: 2024-02-09\nbuild: { list: never }\n---\n\nSecret.\n',
    'content/notes/note.md': '---\ntitle: Note\ndate: 2024-02-10\n---\n\n## X\n',
    'content/notes/url.md': '---\ntitle: Own address\ndate: 2024-02-11\nurl: /own/address.html\n---\n\nText.\n',
    'content/hidden/_index.md': '---\ntitle: Hidden\ncascade:\n  draft: true\n---\n',
    'content/hidden/one.md': '---\ntitle: One\ndate: 2024-02-12\n---\n\nSecret.\n',
    'content/raw.html': '---\ntitle: Raw\ndate: 2024-02-12\n---\n<p>Text.</p>\n',
    'static/img/root.png': other!,
    'layouts/_default/single.html': '{{ .Content }}',
  },
  posts: [
    {
      id: 'first',
      file: 'content/posts/first.md',
      title: 'First & “only”',
      date: '2024-02-04',
      created_at: '2024-02-05T07:30:00.000Z',
      updated_at: '2024-02-06T01:00:00.000Z',
      tags: ['sea', 'Été', 'More'],
      category: 'News',
      addresses: ['/blog/2024/02/first-only/', '/blog/old/first.html'],
      content:
        '[a](/posts/second#part) [b](/posts/from-json) [c](/posts/second) [d](/posts/note#x)\n\n![r](/media/root.png)\n',
    },
    {
      id: 'second',
      file: 'content/posts/second/index.md',
      title: 'Second one',
      date: '2024-02-05',
      created_at: '2024-02-04T23:30:00.000Z',
      tags: ['a', 'b'],
      author: 'Ada',
      addresses: ['/blog/2024/02/second-one/'],
      content: '## Part\n\n![p](/media/ferry.png) {{< figure src="ferry.png" >}}\n',
    },
    {
      id: 'from-json',
      file: 'content/posts/json.md',
      title: 'JSON',
      date: '2024-02-07',
      addresses: ['/blog/2024/02/from-json/'],
      content: 'Text.\n',
    },
    ...['draft', 'expired'].map((id) => ({
      id,
      file: `content/posts/${id}.md`,
      title: id.charAt(0).toUpperCase() + id.slice(1),
      status: 'draft' as const,
      content: 'Secret.\n',
    })),
    {
      id: 'unlisted',
      file: 'content/posts/unlisted.md',
      title: 'Unlisted',
      kind: 'page',
      addresses: ['/blog/2024/02/unlisted/'],
      content: 'Secret.\n',
    },
    { id: 'raw', file: 'content/raw.html', title: 'Raw', addresses: ['/blog/raw/'], content: 'Text.' },
    { id: 'note', file: 'content/notes/note.md', title: 'Note', addresses: ['/blog/notes/note/'], content: '## X\n' },
    {
      id: 'url',
      file: 'content/notes/url.md',
      title: 'Own address',
      addresses: ['/own/address.html'],
      content: 'Text.\n',
    },
    { id: 'one', file: 'content/hidden/one.md', title: 'One', status: 'draft', content: 'Secret.\n' },
  ],
  left: ['content/hidden/_index.md'],
});
