const tomorrow = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000).toISOString();

/** A text in the format of Ghost's editor. */
export function lexicalOf(text: string): string {
  const words = { detail: 0, format: 0, mode: 'normal', style: '', text, type: 'extended-text', version: 1 };
  const paragraph = { children: [words], direction: 'ltr', format: '', indent: 0, type: 'paragraph', version: 1 };
  return JSON.stringify({ root: { children: [paragraph], direction: 'ltr', format: '', indent: 0, type: 'root' } });
}

interface Row {
  slug: string;
  title: string;
  html?: string | null;
  status?: string;
  type?: string;
  visibility?: string;
  [column: string]: unknown;
}

let count = 0;

/** A row of posts as Ghost 5 exports it. */
function row({ slug, title, html = `<p>The text of ${slug}.</p>`, ...more }: Row) {
  count++;
  const text = (html ?? `The text of ${slug}.`).replace(/<[^>]*>/g, '');
  return {
    id: String(count).padStart(24, '6500000000000000000000aa'),
    uuid: `0b5e7a3e-0000-4000-8000-${String(count).padStart(12, '0')}`,
    title,
    slug,
    mobiledoc: null,
    lexical: lexicalOf(text),
    html,
    comment_id: String(count),
    plaintext: text,
    feature_image: null as string | null,
    featured: 0,
    type: 'post',
    status: 'published',
    locale: null,
    visibility: 'public',
    email_recipient_filter: 'all',
    created_at: '2024-03-01T08:00:00.000Z',
    updated_at: '2024-03-05T09:00:00.000Z',
    published_at: '2024-03-01T10:00:00.000Z' as string | null,
    custom_excerpt: null as string | null,
    codeinjection_head: null as string | null,
    codeinjection_foot: null as string | null,
    custom_template: null,
    canonical_url: null,
    newsletter_id: null,
    show_title_and_feature_image: 1,
    ...more,
  };
}

const posts = [
  row({
    slug: 'harbour',
    title: 'The harbour',
    html:
      '<p>The <strong>ferry</strong> leaves at six; see <a href="__GHOST_URL__/second/#a-part">the second one</a> or go ' +
      '<a href="__GHOST_URL__">home</a>.</p><h2 id="a-heading">A heading</h2><ul><li>One</li><li>Two</li></ul>' +
      '<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/2024/03/quay.jpg" class="kg-image" ' +
      'alt="The quay" loading="lazy" width="2000" height="1333" srcset="__GHOST_URL__/content/images/size/w600/2024/03/quay.jpg 600w"></figure>',
    feature_image: '__GHOST_URL__/content/images/2024/03/ferry.jpg',
    featured: 1,
    custom_excerpt: 'About ferries',
    published_at: '2024-03-01T23:30:00.000Z',
  }),
  row({
    slug: 'second',
    title: 'Second <one> & more',
    html: '<p>Nothing but text.</p><h2 id="a-part">A part</h2><blockquote>Quoted</blockquote>',
    codeinjection_head: '<style>p { color: red }</style>',
  }),
  row({ slug: 'idea', title: 'An idea', status: 'draft', published_at: null }),
  row({ slug: 'later', title: 'Later', status: 'scheduled', published_at: tomorrow }),
  row({ slug: 'ahead', title: 'Ahead of its time', published_at: tomorrow }),
  row({ slug: 'today', title: 'Today', published_at: new Date(Date.now() - 60_000).toISOString() }),
  row({ slug: 'letter', title: 'A letter', status: 'sent' }),
  row({ slug: 'paid', title: 'Paid', visibility: 'paid' }),
  row({ slug: 'members', title: 'For members', visibility: 'members' }),
  row({ slug: 'tier', title: 'For one tier', visibility: 'tiers' }),
  row({ slug: 'about', title: 'About', type: 'page' }),
  row({
    slug: 'gated',
    title: 'In part for members',
    html:
      '<p>For all.</p><!--kg-gated-block:begin nonMember:false memberSegment:"status:free,status:-free" -->' +
      '<p>For members.</p><!--kg-gated-block:end-->',
  }),
  row({ slug: 'sketch', title: 'A sketch', status: 'draft', published_at: null, html: null }),
  row({ slug: 'unrendered', title: 'Without HTML', html: null }),
];

/** An export of Ghost 5 with posts of every kind. */
export const ghostExport = {
  db: [
    {
      meta: { exported_on: 1_710_000_000_000, version: '5.80.0' },
      data: {
        posts,
        tags: [
          { id: 't1', name: 'Sea', slug: 'sea', visibility: 'public' },
          { id: 't2', name: '#hidden', slug: 'hash-hidden', visibility: 'internal' },
          { id: 't3', name: 'Boats', slug: 'boats', visibility: 'public' },
        ],
        posts_tags: [
          { id: 'l1', post_id: posts[0]!.id, tag_id: 't1', sort_order: 2 },
          { id: 'l2', post_id: posts[0]!.id, tag_id: 't2', sort_order: 1 },
          { id: 'l3', post_id: posts[0]!.id, tag_id: 't3', sort_order: 0 },
        ],
        users: [
          { id: '1', name: 'Ada Lovelace', slug: 'ada', email: 'ada@example.org' },
          { id: '2', name: 'Grace Hopper', slug: 'grace', email: 'grace@example.org' },
        ],
        posts_authors: posts.flatMap(({ id }, at) => [
          { id: `a${at}`, post_id: id, author_id: '1', sort_order: 0 },
          ...(at === 0 ? [{ id: 'b', post_id: id, author_id: '2', sort_order: 1 }] : []),
        ]),
        posts_meta: [],
        members: [{ id: 'm1', email: 'reader@example.org' }],
        settings: [{ id: 's1', group: 'site', key: 'timezone', value: 'Pacific/Kiritimati' }],
      },
    },
  ],
};
