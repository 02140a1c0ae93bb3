import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'chai';

import { withoutCards } from '../../client/importers/ghost/cards.ts';
import { ghost } from '../../client/importers/ghost/ghost.ts';
import { htmlToMarkdown } from '../../client/importers/html/to-markdown.ts';
import { allOf } from '../support/all-of.ts';
import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';
import { ghostExport, lexicalOf } from '../support/ghost-export.ts';
import { exported } from '../support/transfer.ts';

describe('Cards of Ghost', () => {
  for (const [name, html, markdown] of [
    [
      'bookmarks',
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/b"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A title</div><div class="kg-bookmark-description">More</div></div></a></figure>',
      '[A title](https://a.example/b)',
    ],
    [
      'callouts',
      '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind <b>this</b></div></div>',
      '> 💡 Mind **this**',
    ],
    [
      'code with a caption',
      '<figure class="kg-card kg-code-card"><pre><code class="language-ts">a\n\nb</code></pre><figcaption>Why</figcaption></figure>',
      '```ts\na\n\nb\n```\n\nWhy',
    ],
    [
      'videos',
      '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/content/media/a.mp4"></video><div class="kg-video-player-container"><span>0:00</span><button>1×</button></div></div></figure>',
      '<video controls src="/content/media/a.mp4"></video>',
    ],
    [
      'images',
      '<!--kg-card-begin: html--><figure class="kg-card kg-image-card kg-card-hascaption"><img src="/a.png" class="kg-image" alt="b"><figcaption>c</figcaption></figure><!--kg-card-end: html-->',
      '![b](/a.png "c")',
    ],
  ] as const) {
    it(name, () => expect(htmlToMarkdown(withoutCards(html).html).markdown).to.equal(markdown));
  }

  it('names sign-up forms and scripts', () => {
    const { html, notes } = withoutCards(
      '<p>a</p><script src="/x.js"></script><div class="kg-card kg-signup-card"><form>Subscribe</form></div>',
    );
    expect(html).to.not.include('Subscribe');
    expect(notes).to.have.length(2);
  });
});

describe('octavo import ghost', () => {
  let terminal: Terminal;
  let file: string;
  before(async () => {
    terminal = await openTerminal();
    const folder = await writeFiles(join(terminal.folder, 'ghost'), { 'export.json': JSON.stringify(ghostExport) });
    file = join(folder, 'export.json');
  });
  after(() => terminal?.close());

  /** The tables, as an independent reading of the file. */
  const source = async () => (JSON.parse(await readFile(file, 'utf8')) as typeof ghostExport).db[0]!.data;
  const postOf = async (id: string) => (await exported(terminal.service)).find((post) => post.id === id)!;

  it('imports every post once, in a dry run and for real', async () => {
    const { posts } = await source();
    const tried = await terminal.json(['import', 'ghost', file, '--dry-run']);
    expect(await exported(terminal.service)).to.deep.equal([]);
    const report = await terminal.json(['import', 'ghost', file]);
    for (const one of [tried, report]) {
      // A page has the path that it had.
      const redirects = posts.length - 1;
      expect(one).to.include({ new: posts.length, changed: 0, unchanged: 0, redirects });
      expect(one.refused).to.deep.equal([]);
      expect(one.skipped).to.deep.equal([]);
      expect(one.notes.map(({ reason }: { reason: string }) => reason)).to.include(
        'These tables are not imported: members (1), settings (1).',
      );
    }
    const again = await terminal.json(['import', 'ghost', file]);
    expect(again).to.include({ new: 0, changed: 0, unchanged: posts.length });
  });

  it('keeps titles, days, times, tags, authors, status, excerpts, covers and pins', async () => {
    const { posts, posts_tags, tags, posts_authors, users } = await source();
    const stored = await exported(terminal.service);
    for (const row of posts) {
      const post = stored.find(({ sourceKey }) => sourceKey === `ghost:${row.uuid}`)!;
      expect(post.title).to.equal(row.title);
      expect(post.id).to.equal(row.slug);
      const time = row.published_at ?? row.created_at;
      // The service takes its own time, which is a fixed one in tests, instead of a later one.
      if (time < '2026') expect(post.created_at).to.equal(time);
      const names = posts_tags
        .filter((link) => link.post_id === row.id)
        .toSorted((one, other) => one.sort_order - other.sort_order)
        .map((link) => tags.find((tag) => tag.id === link.tag_id)!.name);
      expect(post.tags, row.title).to.deep.equal(names.filter((name) => !name.startsWith('#')));
      const authors = posts_authors.filter((link) => link.post_id === row.id);
      const authorNames = authors.map((link) => users.find((user) => user.id === link.author_id)!.name);
      expect(post.author, row.title).to.equal(authorNames.join(', '));
      const isWhole = row.html !== null && !row.html.includes('kg-gated-block');
      const isPublic = row.visibility === 'public' && isWhole;
      expect(post.kind).to.equal(row.type);
      const wasPublic = ['published', 'scheduled'].includes(row.status);
      expect(post.status, row.title).to.equal(isPublic && wasPublic ? 'published' : 'draft');
      const isToCome = row.published_at !== null && Date.parse(row.published_at) > Date.now();
      expect(post.publishAt, row.title).to.equal(isToCome ? row.published_at : null);
      expect(post.pinned).to.equal(row.featured ? 1 : 0);
      if (row.custom_excerpt !== null) expect(post.excerpt).to.equal(row.custom_excerpt);
      expect(post.cover).to.equal((row.feature_image ?? '').replace('__GHOST_URL__', ''));
    }
    // 23:30 in UTC is the next day in the time zone of the blog.
    expect((await postOf('harbour')).date).to.equal('2024-03-02');
  });

  it('keeps the text, and links posts with each other', async () => {
    const { posts } = await source();
    for (const row of posts.filter(({ slug }) => ['harbour', 'second'].includes(slug))) {
      const { body } = await terminal.service.call('GET', `/api/posts/${row.slug}?include=html`);
      const { html } = body.post as { html: string };
      expect(wordsOf(html), row.title).to.equal(wordsOf(row.html!));
    }
    const { content } = await postOf('harbour');
    expect(content).to.include('[the second one](/posts/second#a-part)').and.include('[home](/)');
    expect(content).to.not.include('GHOST_URL');
    const { status, headers } = await terminal.service.call('GET', '/second/');
    expect(status).to.equal(301);
    expect(headers.get('location')).to.match(/\/posts\/second$/);
  });

  it('says why posts are drafts, and what is left out', async () => {
    const report = await terminal.json(['import', 'ghost', file, '--dry-run']);
    const reasons = (notes: { file: string; reason: string }[]) =>
      Object.fromEntries(notes.map((one) => [one.file, one.reason]));
    const drafts = reasons(report.drafts);
    // docs/interface.md, G8
    expect(drafts['page about']).to.equal(undefined);
    await terminal.json(['import', 'ghost', file]);
    expect((await terminal.service.call('GET', '/api/pages/about')).status).to.equal(200);
    expect(drafts['post paid']).to.equal('Only some readers may see it: its visibility is paid.');
    expect(drafts['post letter']).to.equal('It was sent by e-mail only.');
    expect(drafts['post idea']).to.equal('Its status is draft.');
    expect(drafts['post unrendered']).to.equal(
      'It has no HTML, and Octavo does not read lexical: open and save it in Ghost, and export again.',
    );
    expect(drafts['post gated']).to.equal('A part of it is for members only.');
    const notes = reasons(report.notes);
    expect(drafts['post sketch']).to.equal('Its status is draft.');
    expect(notes['post sketch']).to.equal(drafts['post unrendered']);
    expect(notes['post second']).to.include('Its code injection is left out.');
    expect(report.notes.map(({ reason }: { reason: string }) => reason).join()).to.include('--old-url');
  });

  it('knows the old blog by --old-url, also below a path, and takes the bare form of older exports', async () => {
    const { posts } = await source();
    const [harbour] = posts;
    const old = {
      meta: { exported_on: 1_500_000_000_000, version: '0.11.0' },
      data: {
        posts: [
          { ...harbour, uuid: 'old-1', slug: 'old-one', published_at: 1_388_534_400_000, page: 0, author_id: 1 },
          { id: 7, uuid: 'old-2', title: 'Old two', slug: 'old-two', markdown: 'An **old** text', status: 'published' },
        ],
        users: [{ id: 1, name: 'Ada' }],
      },
    };
    const folder = await writeFiles(join(terminal.folder, 'old'), { 'old.json': JSON.stringify(old) });
    const report = await terminal.json([
      'import',
      'ghost',
      join(folder, 'old.json'),
      '--old-url',
      'https://old.example/blog/',
    ]);
    expect(report).to.include({ new: 2 });
    const post = await postOf('old-one');
    expect(post).to.include({ created_at: '2014-01-01T00:00:00.000Z', date: '2014-01-01', author: 'Ada' });
    expect(post.cover).to.equal('https://old.example/blog/content/images/2024/03/ferry.jpg');
    expect(post.aliases).to.deep.equal(['/blog/old-one']);
    expect((await postOf('old-two')).content).to.equal('An **old** text');
  });

  it('redirects the addresses of posts of a blog with routes of its own, in the time zone of that blog', async () => {
    const read = ghost.read(
      {
        name: 'export.json',
        open: async function* () {
          yield JSON.stringify(ghostExport);
        },
      },
      { permalink: '/{year}/{month}/{day}/{slug}/', oldUrl: 'https://old.example/blog' },
    );
    const items = (await allOf(read)).filter((item) => item.kind === 'post');
    const aliasesOf = (slug: string) => items.find((item) => item.slug === slug)?.aliases;
    expect(aliasesOf('harbour')).to.deep.equal(['/blog/2024/03/02/harbour/', '/blog/harbour/']);
    expect(aliasesOf('about')).to.deep.equal(['/blog/about/']);
  });

  it('publishes a draft that was published in Ghost, and keeps what the owner decided here', async () => {
    const changed = structuredClone(ghostExport);
    const row = changed.db[0]!.data.posts.find(({ slug }) => slug === 'unrendered')!;
    row.html = '<p>Now it has HTML.</p>';
    row.lexical = lexicalOf('Now it has HTML.');
    await terminal.service.admin('PUT', '/api/posts/harbour', { status: 'draft' });
    const folder = await writeFiles(join(terminal.folder, 'changed'), { 'export.json': JSON.stringify(changed) });
    await terminal.json(['import', 'ghost', join(folder, 'export.json')]);
    expect(await postOf('unrendered')).to.include({ status: 'published', content: 'Now it has HTML.' });
    expect((await postOf('harbour')).status).to.equal('draft');
  });

  it('publishes nothing of a blog that was private', async () => {
    const closed = structuredClone(ghostExport);
    closed.db[0]!.data.settings.push({ id: 's2', group: 'private', key: 'is_private', value: 'true' });
    const folder = await writeFiles(join(terminal.folder, 'private'), { 'export.json': JSON.stringify(closed) });
    const report = await terminal.json(['import', 'ghost', join(folder, 'export.json'), '--dry-run']);
    const { reason } = report.drafts.find((one: { file: string }) => one.file === 'post harbour') as { reason: string };
    expect(reason).to.equal('The whole blog was private.');
  });

  it('refuses what is no export of Ghost, damaged or too large, with a sentence', async () => {
    const folder = await writeFiles(join(terminal.folder, 'damaged'), {
      'short.json': JSON.stringify(ghostExport).slice(0, 2000),
      'other.json': '{"posts":[]}',
    });
    for (const [name, sentence] of [
      ['short.json', /^short\.json is damaged: it is not JSON\. Export it again\.\n$/],
      ['other.json', /^other\.json is not an export of Ghost: it has no list "posts" in "data"\.\n$/],
    ] as const) {
      const { code, stderr } = await terminal.run(['import', 'ghost', join(folder, name)]);
      expect(code).to.equal(1);
      expect(stderr).to.match(sentence);
    }
    const piece = ' '.repeat(1_000_000);
    const large = {
      name: 'large.json',
      async *open() {
        for (let at = 0; at <= 200; at++) yield piece;
      },
    };
    const refusal = await ghost
      .read(large)
      .next()
      .catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Error);
    expect((refusal as Error).message).to.match(/^large\.json is larger than 200 MB.*octavo import jsonl\.$/);
  });
});

/** The words of HTML, without its elements. */
function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/[\s#]+/g, ' ')
    .trim();
}
