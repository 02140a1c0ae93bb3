import { expect } from 'chai';

import { builtApp } from '../server/site/admin/built.ts';
import { comment, set } from './support/comments.ts';
import { newKey } from './support/keys.ts';
import { change, write } from './support/posts.ts';
import { inBase64, wordsIn } from './support/needles.ts';
import { newToken, setMustChange } from './support/sessions.ts';
import type { TestService } from './support/service.ts';
import { take } from './support/transfer.ts';
import { describeVisited, freshAddress } from './support/visitors.ts';
import { readTargets } from './support/walk.ts';

/** The prefix of all markers. A search for it finds them all, and no response echoes a marker. */
const ROOT = 'zqvleak';
const words: string[] = [];

/** A marker. */
function marker(name: string): string {
  const word = `${ROOT}${name}`;
  words.push(word);
  return word;
}

/** Every text field of a post, each with its own marker. */
function marked(name: string) {
  return {
    title: `Title ${marker(`${name}title`)}`,
    content: `# ${marker(`${name}heading`)}\n\nSome ${marker(`${name}content`)} text ${'and more '.repeat(60)}${marker(`${name}end`)}`,
    excerpt: `Excerpt ${marker(`${name}excerpt`)}`,
    cover: `https://pictures.example/${marker(`${name}cover`)}.png`,
    tags: [marker(`${name}tag`)],
    category: marker(`${name}category`),
  };
}

/** Ids and cursors for the queries. */
interface Hidden {
  posts: string[];
  comments: string[];
  previews: string[];
  paths: string[];
  /** Receipts of other comments. */
  receipts: string[];
}

const EVERYWHERE = [
  ...['/', '/?page=1', '/?page=2', '/guestbook', '/guestbook?gb-note=c-none', '/nowhere', '/posts/', '/preview/x'],
  ...[
    '/assets/site.css',
    '/assets/site.js',
    '/assets/icon.svg',
    '/assets/none.js',
    '/sw.js',
    '/robots.txt',
    '/llms.txt',
    '/admin',
  ],
  ...['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/sitemap-1.xml', '/api/feed.xml', '/api/sitemap.xml'],
  ...['/.well-known/ard.json', '/.well-known/ai-catalog.json', '/api/openapi.json', '/api/docs', '/api/nowhere'],
  ...['/healthz', '/readyz', '/metrics', '/trpc/none', '/trpc/posts.list,stats.get,search.query?batch=1&input={}'],
];

/** Where an approved guestbook entry may appear; not in feeds, sitemap, search or statistics. */
const GUESTBOOK = /^\/guestbook|^\/api\/posts\/gb-note\/comments|^\/trpc\/comments\.(list|get)\?/;

describeVisited.onBothEngines('leaks of private data', (use, engine) => {
  let hidden: Hidden;
  let targets: string[];
  before(async () => {
    await builtApp();
    words.length = 0;
    hidden = await hide(use());
    const known = {
      id: [...hidden.posts, 'open-post', 'gb-note', 'gb-idea'],
      commentId: hidden.comments,
      token: hidden.previews,
      post: hidden.posts,
      ...Object.fromEntries(['q', 'search'].map((name) => [name, [ROOT, ROOT.slice(0, 3), `"${ROOT}`, 'text']])),
      tag: words.filter((word) => word.endsWith('tag')),
      category: words.filter((word) => word.endsWith('category')),
      days: [1, 90],
      before: ['c-none', ...hidden.comments],
    };
    const pages = hidden.posts.flatMap((id) => [`/posts/${id}`, `/posts/${id}/`]);
    targets = [...EVERYWHERE, ...pages, ...hidden.paths, ...hidden.previews.map((token) => `/preview/${token}`)];
    targets.push(...readTargets(known));
  });

  /** All leaks for a caller with these headers. */
  async function leaks(headers: Record<string, string>): Promise<string[]> {
    const found: string[] = [];
    for (const target of targets) {
      const request = { headers: { ...headers, ...freshAddress() }, redirect: 'manual' } as const;
      const answer = await fetch(use().url + target, request);
      expect(answer.status, target).to.be.below(500);
      const seen = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`;
      // Every marker begins with it, in every form.
      if (wordsIn(seen, [ROOT]).length === 0) continue;
      const asked = target.toLowerCase();
      const secret = words
        .filter((word) => !asked.includes(word)) // what the request brings itself is no secret
        .filter((word) => !word.includes('guestbook') || !GUESTBOOK.test(target));
      found.push(...wordsIn(seen, secret).map((word) => `${word} in ${target}`));
    }
    return found;
  }

  it('are searched for in every query of the router, over REST and tRPC', () => {
    expect(targets.length).to.be.above(150);
    expect(targets).to.include('/api/posts/zqvleak-drafted').and.include('/api/popular?range=7d');
  });

  it('do not occur for visitors', async () => {
    expect(await leaks({})).to.deep.equal([]);
  });

  // Who may read does not depend on the engine.
  if (engine === 'SQLite') {
    it('do not occur for an invalid token', async () => {
      expect(await leaks({ authorization: `Bearer ${'A'.repeat(43)}` })).to.deep.equal([]);
    });

    it('do not occur for a token whose password must be changed', async () => {
      const token = await newToken(use());
      await setMustChange(use(), true);
      const found = await leaks({ authorization: `Bearer ${token}` }).finally(() => setMustChange(use(), false));
      expect(found).to.deep.equal([]);
    });

    // docs/interface.md, A25
    it('do not occur for API keys without the scope drafts, but for what their scopes are about', async () => {
      const token = await newKey(use(), 'read', 'comments', 'media', 'events');
      const found = await leaks({ authorization: `Bearer ${token}` });
      const isOwn = (leak: string) => /^zqvleak(?:guestbook|held|media)/.test(leak);
      expect(found.filter((leak) => !isOwn(leak))).to.deep.equal([]);
      expect(found.some(isOwn)).to.equal(true);
    });

    it('do not occur for receipts of other comments', async () => {
      expect(await leaks({ 'x-comment-receipt': hidden.receipts.join(',') })).to.deep.equal([]);
    });

    it('would be detected: the administrator sees the markers, in every form', async () => {
      const seen = await leaks({ authorization: `Bearer ${use().token}` });
      expect(seen.length).to.be.above(50);
      const [word = ''] = words;
      const entities = [...word].map((char) => `&#${char.charCodeAt(0)};`).join('');
      const escapes = [...word].map((char) => `\\u00${char.charCodeAt(0).toString(16)}`).join('');
      const forms = [word.toUpperCase(), entities, escapes, Buffer.from(word).toString('hex'), ...inBase64(word)];
      for (const form of [...forms, `<mark>${word.slice(0, 4)}</mark>${word.slice(4)}`]) {
        expect(wordsIn(`before ${form} after`, [word]), form).to.deep.equal([word]);
      }
    });
  }
});

/** Stores everything that visitors must not see. */
async function hide(service: TestService): Promise<Hidden> {
  const { admin, call } = service;
  await set(service, { siteUrl: 'https://blog.example' });
  await write(service, { id: 'open-post', title: 'Open', content: 'text', tags: ['open'] });
  const elsewhere = await comment(service, 'open-post');

  const draft = await write(service, { ...marked('draft'), id: `${ROOT}-draft`, status: 'draft' });
  // It was public, and has been read, liked and commented.
  const drafted = await write(service, { ...marked('drafted'), id: `${ROOT}-drafted`, pinned: true });
  const underneath = await comment(service, drafted, byline('underdraft'));
  await call('POST', `/api/posts/${drafted}/view`);
  await call('POST', `/api/posts/${drafted}/like`);
  await change(service, drafted, { status: 'draft' });

  // Only its publish time hides this one.
  const waiting = await write(service, { ...marked('waiting'), id: `${ROOT}-waiting` });
  await change(service, waiting, { publishAt: new Date(service.clock.now() + 3_600_000).toISOString() });
  const unpublished = { baseVersion: 1, fields: marked('workingcopy') };
  expect((await admin('PUT', '/api/posts/open-post/working-copy', unpublished)).status).to.equal(200);

  const sealed = { title: 'Sealed', password: marker('password') };
  const { content } = marked('sealed');
  const created = await write(service, { ...sealed, content });
  const { content: plain } = marked('plainfirst');
  const later = await write(service, { title: 'Sealed later', content: plain });
  await change(service, later, { protected: true, password: marker('laterpassword') });

  const removed = await write(service, { ...marked('removed'), id: `${ROOT}-removed` });
  const gone = await comment(service, removed, byline('removedcomment'));
  const { token } = (await admin('POST', `/api/posts/${removed}/preview-link`, {})).body as { token: string };
  await admin('DELETE', `/api/posts/${removed}`);

  const [imported] = await take(service, [
    { ...marked('imported'), status: 'draft', sourceKey: `${marker('sourcekey')}.md`, aliases: ['/old/secret'] },
  ]);
  const drawn = (await admin('POST', `/api/posts/${draft}/preview-link`, {})).body as { token: string };

  const entry = await comment(service, 'gb-note', byline('guestbook'));
  await set(service, { commentModeration: 'all' });
  const held = [
    await comment(service, 'open-post', byline('held')),
    await comment(service, 'gb-note', byline('heldentry')),
    await comment(service, 'open-post', { ...byline('heldreply'), parentId: elsewhere.comment.id }),
  ];
  await admin('POST', '/api/media', {
    url: `https://pictures.example/${marker('mediaurl')}.png`,
    name: marker('medianame'),
    alt: marker('mediaalt'),
  });
  const report = { message: marker('message'), source: marker('source'), stack: marker('stack'), url: marker('url') };
  await call('POST', '/api/errors', { body: report });
  await service.services.views.flush();

  return {
    posts: [draft, drafted, waiting, created, later, removed, imported?.id ?? ''],
    comments: [underneath, gone, entry, ...held].map((one) => one.comment.id),
    previews: [
      token,
      `${drawn.token.slice(0, -2)}${drawn.token.endsWith('AA') ? 'EE' : 'AA'}`,
      drawn.token.slice(0, -8),
      'x',
    ],
    paths: ['/old/secret', '/old/secret/'],
    receipts: [elsewhere.receipt, entry.receipt, 'A'.repeat(43)],
  };
}

/** Author and content of a comment, both with markers. */
function byline(name: string): { author: string; content: string } {
  return { author: marker(`${name}author`), content: `Comment ${marker(`${name}text`)}` };
}
