import { readFile } from 'node:fs/promises';
import { expect } from 'chai';

import { formats } from '../server/site/feeds/formats.ts';
import { ownPage, pages } from '../server/site/pages/routes.ts';
import { nameFolders } from '../server/process/paths.ts';
import { comment, submit } from './support/comments.ts';
import { databaseKinds } from './support/databases.ts';
import { expectFailure } from './support/http.ts';
import { expectRefusedField, write } from './support/posts.ts';
import { everyRow } from './support/sessions.ts';
import { describeVisited, freshAddress, refusal } from './support/visitors.ts';

/** A NUL, a lone surrogate of either kind, and a surrogate pair separated by a NUL. */
const DIRT = ['\0', '\ud800', '\udfff', '\ud83d\0\ude00'];

// docs/interface.md, W19
describeVisited('http: text that databases cannot store', (use) => {
  it('is removed from the fields of a post', async () => {
    for (const [at, dirt] of DIRT.entries()) {
      const dirty = (text: string) => `${dirt}${text}${dirt}`;
      const fields = { title: dirty('Ti'), content: dirty('Co'), excerpt: dirty('Ex'), category: dirty('Ca') };
      const id = `dirt-${at}`;
      const made = await use().admin('POST', '/api/posts', { ...fields, id, tags: [dirty('Ta'), 'Ta'] });
      expect(made.status, JSON.stringify(made.body)).to.equal(201);
      const { post } = (await use().admin('GET', `/api/posts/${id}`)).body;
      expect(post).to.include({ title: 'Ti', content: 'Co', excerpt: 'Ex', category: 'Ca' });
      expect(post.tags).to.deep.equal(['Ta']);
      expect((await use().admin('PUT', `/api/posts/${id}`, fields)).body.version).to.equal(post.version);
    }
  });

  it('is rejected in ids, dates, statuses and URLs', async () => {
    for (const dirt of DIRT) {
      const wrong = { id: `a${dirt}`, date: `2026-01-31${dirt}`, status: `draft${dirt}`, cover: `/x${dirt}` };
      for (const [field, value] of Object.entries(wrong)) {
        expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', [field]: value }), field);
      }
      expectRefusedField(await use().admin('POST', '/api/media', { url: `https://a.example/${dirt}x` }), 'url');
      const settings = { siteUrl: `https://a.example${dirt}`, language: `en${dirt}`, commentModeration: `off${dirt}` };
      for (const [field, value] of Object.entries(settings)) {
        expectRefusedField(await use().admin('PUT', '/api/admin/settings', { [field]: value }), field);
      }
      expectRefusedField(await use().admin('PUT', '/api/admin/settings', { title: dirt.slice(0, 1) }), 'title');
    }
  });

  it('is removed from media, settings, comments and error reports', async () => {
    for (const dirt of DIRT) {
      const media = { url: 'https://a.example/x.png', name: `Na${dirt}`, alt: `${dirt}Al` };
      expect((await use().admin('POST', '/api/media', media)).body.media).to.include({ name: 'Na', alt: 'Al' });
      const settings = { title: `T${dirt}`, description: `${dirt}D`, author: `A${dirt}` };
      const set = await use().admin('PUT', '/api/admin/settings', settings);
      expect(set.body).to.include({ title: 'T', description: 'D', author: 'A' });
      const made = await comment(use(), 'gb-note', { author: `A${dirt}`, content: `${dirt}${DIRT.indexOf(dirt)}` });
      expect(made.comment).to.include({ author: 'A', content: String(DIRT.indexOf(dirt)) });
      const report = { message: `M${dirt}`, source: dirt, stack: `at x ${dirt}`, url: `https://a.example/${dirt}` };
      expect((await use().call('POST', '/api/errors', { body: report })).status).to.equal(200);
    }
    const rows = await everyRow(use());
    expect(rows).to.not.match(/\\u0000|\\ud[89a-f]/);
    expect(rows).to.not.include('\ufffd');
  });

  it('is allowed in passwords', async () => {
    for (const password of [...DIRT, '\0'.repeat(8)]) {
      const body = { password };
      expectFailure(await use().call('POST', '/api/admin/login', { body }), 401, 'WRONG_PASSWORD');
    }
    const made = await use().admin('POST', '/api/posts', { title: 'Locked', content: 'x', password: 'a\0b\ud800c' });
    expect(made.status).to.equal(201);
  });

  it('finds nothing as an id, over REST and tRPC, without errors', async () => {
    for (const id of ['%00', 'a%00b', '%EF%BF%BD', '..', '%2e%2e', '%2e%2e%2fposts', '%5c..%5c', '%F0%9F%98%80']) {
      const reads = [`/api/posts/${id}x`, `/api/posts/${id}x/comments`, `/api/posts/gb-note/comments/${id}x`];
      for (const path of reads) expectFailure(await use().call('GET', path), 404, 'NOT_FOUND');
      const writes = ['/api/posts', '/api/comments', '/api/media'];
      for (const path of writes) expectFailure(await use().admin('DELETE', `${path}/${id}x`), 404, 'NOT_FOUND');
      for (const kind of ['view', 'like']) {
        expectFailure(await use().call('POST', `/api/posts/${id}x/${kind}`), 404, 'NOT_FOUND');
      }
    }
    for (const id of DIRT) {
      const { posts, comments, media } = use().trpc();
      const calls = [
        () => posts.get.query({ id }),
        () => posts.delete.mutate({ id }),
        () => comments.list.query({ id }),
        () => comments.get.query({ id: 'gb-note', commentId: id }),
        () => comments.like.mutate({ id }),
        () => media.delete.mutate({ id }),
      ];
      for (const call of calls) expect(await refusal(call())).to.include({ status: 404, code: 'NOT_FOUND' });
    }
  });

  it('is ignored in searches, without errors', async () => {
    for (const dirt of [
      '%00',
      'x%00',
      '%EF%BF%BD',
      '%1F',
      '%F3%A0%80%81',
      "'",
      '%25',
      '_',
      '%5C',
      '"',
      '*',
      'a%20AND%20(',
    ]) {
      const queries = ['search', 'category', 'tag'].map((field) => `/api/posts?${field}=${dirt}`);
      for (const path of [...queries, `/api/search?q=${dirt}`]) {
        expect((await use().call('GET', path)).status, path).to.equal(200);
      }
      for (const field of ['search', 'post']) {
        expect((await use().admin('GET', `/api/comments?${field}=${dirt}`)).status).to.equal(200);
      }
    }
    for (const dirt of DIRT) await use().trpc().posts.list.query({ search: dirt, tag: dirt, category: dirt });
  });
});

describeVisited('http: input beyond the limits', (use) => {
  it('answers 400 for a content of 1,000,001 characters, and accepts 1,000,000 of any size in bytes', async () => {
    const send = (content: string) => use().admin('POST', '/api/posts', { title: 'Long', content });
    expectRefusedField(await send('x'.repeat(1_000_001)), 'content');
    expect((await send('x'.repeat(1_000_000))).status).to.equal(201);
    expect((await send('😀'.repeat(1_000_000))).status).to.equal(201);
    expectRefusedField(await send('😀'.repeat(1_000_001)), 'content');
  });

  it('answers 400 for 10,000 tags, 10,000 issues and fields of 50 KiB, with a response of limited length', async () => {
    const tags = Array.from({ length: 10_000 }, (_, at) => `tag ${at}`);
    expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', tags }), 'tags');
    const wrong = await use().admin('POST', '/api/posts', { title: 'x', tags: tags.map(Number) });
    expectRefusedField(wrong, 'tags');
    expect(JSON.stringify(wrong.body).length).to.be.below(10_000);
    const long = 'x'.repeat(50 * 1024);
    const answer = await submit(use(), 'gb-note', { author: long, content: long, parentId: long, [long]: long });
    expectFailure(answer, 400, 'BAD_REQUEST');
    expect(JSON.stringify(answer.body).length).to.be.below(10_000);
    const fields = Object.fromEntries(tags.map((tag) => [tag, 1]));
    expectFailure(await submit(use(), 'gb-note', fields), 400, 'BAD_REQUEST');
  });

  it('answers 400 for wrong types of every field of a post, by name', async () => {
    const fields = [
      'title',
      'content',
      'excerpt',
      'cover',
      'tags',
      'category',
      'pinned',
      'protected',
      'status',
      'date',
    ];
    for (const field of fields) {
      for (const value of [{}, [{}], 1.5]) {
        expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', [field]: value }), field);
      }
    }
    for (const field of ['pinned', 'protected']) {
      for (const value of ['false', 'true', '', 2, -1]) {
        expectRefusedField(await use().admin('POST', '/api/posts', { title: 'x', [field]: value }), field);
      }
    }
  });
});

interface Described {
  paths: Record<string, { get?: { parameters?: { name: string; in: string }[] } }>;
}

/** The path of every GET with parameters, as `/posts/:id`, with those of its query. */
async function readsWithParameters(): Promise<[path: string, query: string[]][]> {
  const { paths } = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8')) as Described;
  const described = Object.entries(paths).flatMap(([path, { get }]): [string, string[]][] => {
    const query = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    return get ? [[path.replaceAll(/\{(\w+)\}/g, ':$1'), query]] : [];
  });
  const ofSite = [...pages, ownPage].map(({ path, parameters = {} }): [string, string[]] => [
    path,
    Object.keys(parameters),
  ]);
  const feeds = Object.values(nameFolders).flatMap((folder) => formats.map(({ file }) => `${folder}/:name/${file}`));
  const others = ['/posts/:id.md', '/posts/:id/comments.xml', '/posts/:id/comments/:commentId', '/:id.md'];
  const files = ['/media/:name', '/assets/:name', '/embed/:language.json', '/sitemap-:part.xml'];
  return [...described, ...ofSite, ...[...feeds, ...others, ...files].map((path): [string, string[]] => [path, []])];
}

// docs/interface.md, W19. PostgreSQL reports an error for a NUL.
describeVisited.onBothEngines(
  'http: NUL in URLs',
  (use, engine) => {
    if (engine !== databaseKinds.at(-1)!.name) return;
    before(() => write(use(), { id: 'known' }));

    it('is 4xx in every parameter of a path, and never 500 in those of a query', async () => {
      const owner = { authorization: `Bearer ${use().token}` };
      /** Of a visitor, and in the API of the administrator. */
      const statuses = async (path: string) => {
        const seen: number[] = [];
        for (const headers of path.startsWith('/api/') ? [{}, owner] : [{}]) {
          const answer = await fetch(use().url + path, {
            headers: { ...freshAddress(), ...headers },
            redirect: 'manual',
          });
          await answer.body?.cancel();
          seen.push(answer.status);
        }
        return seen;
      };
      for (const [route, query] of await readsWithParameters()) {
        const names = route.match(/:\w+/g) ?? [];
        for (const at of names.keys()) {
          for (const other of names.length === 1 ? [''] : ['known', 'gb-note']) {
            let seen = 0;
            const path = route.replaceAll(/:\w+/g, () => (seen++ === at ? 'a%00b' : other));
            for (const status of await statuses(path)) expect(status, path).to.be.within(400, 499);
          }
        }
        for (const name of query) {
          const path = `${route.replaceAll(/:\w+/g, 'known')}?${name}=%00`;
          for (const status of await statuses(path)) expect(status, path).to.be.below(500);
        }
      }
    });

    it('is 404 in the id of a file to replace, and 400 in a cursor', async () => {
      const { status } = await use().admin('POST', '/api/media/%00/replace', {});
      expect(status).to.equal(404);
      expectRefusedField(await use().admin('GET', '/api/admin/subscribers/export?cursor=%00'), 'cursor');
    });

    it('is no error where a bulk call goes on', async () => {
      const filter = { tag: 'none' };
      const body = { action: 'publish', filter, expected: 0, after: 'known\0' };
      expect((await use().admin('POST', '/api/posts/bulk', body)).body).to.include({ ok: true, changed: 0 });
    });
  },
  { SITE: 'on' },
);

// docs/interface.md, W19
describeVisited.onBothEngines('http: NUL in the records of an archive', (use) => {
  it('is removed', async () => {
    const archive = 'ab'.repeat(32);
    const created_at = '2026-01-31T08:00:00.000Z';
    await use().admin('POST', '/api/admin/archive', { archive, lastVersion: 1 });
    const post = {
      ...{ id: 'one', title: 'One', version: 1, created_at, updated_at: created_at, views: 0, likes: 0, days: [] },
      ...{ automaticExcerpt: false, automaticId: false, sourceState: 'x\0', formerIds: [], aliases: ['/one\0'] },
      sourceKey: 'one\0.md',
    };
    const written = {
      ...{ id: 'c-1', post: 'one', parent: null, author: 'A', content: 'B', created_at, status: 'approved' },
      ...{ heldBecause: null, likes: 0, pinned: false, featured: false, owner: false, sourceKey: '\0c' },
    };
    const link = { id: 'm-1', name: 'Na\0', alt: '\0Al', created_at, url: 'https://a.example/x.png', kind: 'image' };
    const records = { archive, posts: [post], comments: [written], links: [link] };
    const { body } = await use().admin('POST', '/api/admin/archive/records', records);
    expect(body).to.deep.equal({ ok: true, added: 3, unchanged: 0, refused: [] });
    expect(await everyRow(use())).to.not.include('\\u0000');
    const { media } = (await use().admin('GET', '/api/media')).body;
    expect(media[0]).to.include({ name: 'Na', alt: 'Al' });
  });
});
