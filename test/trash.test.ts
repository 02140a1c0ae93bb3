import { expect } from 'chai';
import { sql } from 'kysely';

import { startHousekeeping } from '../server/background/housekeeping.ts';
import { startSmtp } from './support/smtp.ts';
import { newKey } from './support/keys.ts';
import { visit } from './support/pages.ts';
import { write } from './support/posts.ts';
import { itOnSqlite } from './support/service.ts';
import { until } from './support/until.ts';
import { describeVisited } from './support/visitors.ts';

const DAY = 24 * 60 * 60 * 1000;
const SITE = 'https://blog.example';
const smtp = await startSmtp();

after(() => smtp.stop());

describeVisited.onBothEngines(
  'the trash',
  (use, engine) => {
    const itOnce = itOnSqlite(engine);
    const admin = (method: string, path: string, body?: object, headers = {}) =>
      use().admin(method, path, body, headers);
    const trash = async (id: string, kind = 'posts') => {
      const answer = await admin('POST', `/api/${kind}/${id}/trash`, {});
      expect(answer.status, id).to.equal(200);
      return answer.body as { id: string; expiresAt: string };
    };
    const listed = async () => (await admin('GET', '/api/admin/trash')).body;
    const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id);
    const totals = async () => {
      const rows = use().database.kysely.selectFrom('list_totals').selectAll().orderBy('kind').orderBy('name');
      return rows.orderBy('status').execute();
    };
    const comment = (id: string, content: string) =>
      use().call('POST', `/api/posts/${id}/comments`, { body: { author: 'Ada', content } });

    beforeEach(() => use().signIn());
    afterEach(async () => {
      await admin('DELETE', '/api/admin/trash');
      for (const { id } of (await admin('GET', '/api/admin/posts?pageSize=100')).body.posts) {
        await admin('DELETE', `/api/posts/${id}`);
      }
    });

    // docs/interface.md, B10
    it('keeps a post for 30 days, of which it tells what it was', async () => {
      const publishAt = new Date(use().clock.now() + DAY).toISOString();
      await write(use(), { id: 'public', title: 'Public' });
      await write(use(), { id: 'later', publishAt });
      await write(use(), { id: 'draft', status: 'draft' });
      await admin('POST', '/api/pages', { id: 'about', title: 'About', content: '', status: 'published' });
      const before = await totals();
      const { expiresAt } = await trash('public');
      expect(Date.parse(expiresAt)).to.equal(use().clock.now() + 30 * DAY);
      await trash('later');
      await trash('draft');
      await trash('about', 'pages');
      const { posts, total, page, pageSize } = await listed();
      expect({ total, page, pageSize }).to.deep.equal({ total: 4, page: 1, pageSize: 10 });
      expect(
        posts.map((post: Record<string, unknown>) => [post['id'], post['kind'], post['status'], post['publishAt']]),
      ).to.deep.equal([
        ['about', 'page', 'published', null],
        ['draft', 'post', 'draft', null],
        ['later', 'post', 'scheduled', publishAt],
        ['public', 'post', 'published', null],
      ]);
      expect(posts[3]).to.include({ title: 'Public', expiresAt });
      expect(Date.parse(posts[3].trashedAt)).to.equal(use().clock.now());
      // As an earlier version sees it.
      const rows = await sql<object>`select distinct status, publish_at, public_since from posts`.execute(
        use().database.kysely,
      );
      expect(rows.rows).to.deep.equal([{ status: 'draft', publish_at: null, public_since: null }]);
      expect(await totals()).to.deep.equal([]);
      for (const id of ['public', 'later', 'draft', 'about']) await admin('POST', `/api/admin/trash/${id}/restore`, {});
      expect((await totals()).map(({ total: n }) => n)).to.include(4);
      await admin('PUT', '/api/posts/public', { status: 'published' });
      await admin('PUT', '/api/posts/later', { status: 'published', publishAt });
      await admin('PUT', '/api/pages/about', { status: 'published' });
      expect(await totals()).to.deep.equal(before);
      await admin('DELETE', '/api/pages/about');
    });

    // docs/interface.md, B8
    it('is found nowhere', async () => {
      const text = { content: 'An unusual heronry', tags: ['birds'], category: 'Walks' };
      await write(use(), { id: 'first', ...text });
      await admin('POST', '/api/posts/first/rename', { newId: 'heron' });
      const { id: commentId } = (await comment('heron', 'what a bird')).body.comment;
      await use().call('POST', '/api/posts/heron/like', {});
      const { token } = (await admin('POST', '/api/posts/heron/preview-link', {})).body;
      await trash('heron');
      const key = await newKey(use(), 'read', 'drafts', 'posts', 'comments');
      for (const caller of [use().token, key, undefined]) {
        const get = async (path: string) => use().call('GET', path, caller === undefined ? {} : { token: caller });
        for (const path of ['/api/posts/heron', '/api/posts/heron/comments', '/api/posts/first']) {
          expect((await get(path)).status, path).to.equal(404);
        }
        for (const path of [
          '/api/posts',
          '/api/posts?status=draft',
          '/api/posts?tag=birds',
          '/api/posts?search=heronry',
          '/api/posts?sort=title',
          '/api/posts?tags=birds',
          '/api/search?q=heronry',
          '/api/popular',
        ]) {
          const { body } = await get(path);
          expect(body.posts ?? body.results, path).to.deep.equal([]);
          if ('total' in body) expect(body.total, path).to.equal(0);
        }
        expect((await get('/api/stats')).body).to.include({ posts: 0, comments: 0, likes: 0 });
      }
      for (const path of [
        '/api/posts/heron/revisions',
        '/api/posts/heron/working-copy',
        '/api/posts/heron/preview-links',
        '/api/posts/heron/mailing',
      ]) {
        expect((await admin('GET', path)).status, path).to.equal(404);
      }
      for (const query of ['', '?status=draft', '?search=heronry', '?tag=birds', '?category=Walks', '?sort=title']) {
        expect((await admin('GET', `/api/admin/posts${query}`)).body, query).to.include({ total: 0 });
      }
      for (const [method, path, body] of [
        ['PUT', '/api/posts/heron', { title: 'x' }],
        ['DELETE', '/api/posts/heron', undefined],
        ['POST', '/api/posts/heron/trash', {}],
        ['POST', '/api/posts/heron/rename', { newId: 'x' }],
        ['POST', '/api/posts/heron/preview-link', {}],
        ['POST', '/api/posts/heron/comments', { author: 'a', content: 'b' }],
        ['POST', '/api/posts/heron/view', {}],
        ['POST', '/api/posts/heron/like', {}],
        ['PUT', `/api/comments/${commentId}`, { status: 'pending' }],
        ['POST', `/api/comments/${commentId}/like`, {}],
        ['DELETE', `/api/comments/${commentId}`, undefined],
      ] as const) {
        expect((await admin(method, path, body)).status, `${method} ${path}`).to.equal(404);
      }
      const bulk = { ids: ['heron'], action: 'publish' };
      expect((await admin('POST', '/api/posts/bulk', bulk)).body).to.include({ changed: 0 });
      expect((await admin('GET', '/api/comments')).body).to.deep.include({ comments: [], total: 0 });
      expect((await admin('GET', '/api/admin/export')).body.posts).to.deep.equal([]);
      expect((await admin('GET', '/api/admin/names/tag')).body.names).to.deep.equal([]);
      const preview = async () => (await use().call('GET', `/api/preview/${token}`)).status;
      expect(await preview()).to.equal(403);
      for (const path of ['/posts/heron', '/posts/first']) expect((await visit(use(), path)).status).to.equal(404);
      for (const path of ['/feed.xml', '/sitemap.xml', '/']) {
        expect((await visit(use(), path)).text, path).to.not.include('heron');
      }
      await admin('POST', '/api/admin/trash/heron/restore', {});
      expect(await preview(), 'its links have ended').to.equal(403);
    });

    // docs/interface.md, B11
    it('comes back as a draft with everything that belongs to it', async () => {
      await write(use(), { id: 'first', content: 'one', tags: ['t'] });
      await admin('PUT', '/api/posts/first', { content: 'two' });
      await admin('POST', '/api/posts/first/rename', { newId: 'back' });
      await comment('back', 'still here');
      const before = (await admin('GET', '/api/posts/back')).body.post;
      const versions = (await admin('GET', '/api/posts/back/revisions')).body.revisions;
      await trash('back');
      const restored = await admin('POST', '/api/admin/trash/back/restore', {});
      expect(restored.status).to.equal(200);
      expect(restored.body.version).to.be.above(before.version);
      const after = (await admin('GET', '/api/posts/back')).body.post;
      expect(after).to.deep.include({ content: 'two', status: 'draft', tags: ['t'], created_at: before.created_at });
      expect((await use().call('GET', '/api/posts/back')).status).to.equal(404);
      const kept = (await admin('GET', '/api/posts/back/revisions')).body.revisions;
      expect(kept.map(({ version }: { version: number }) => version)).to.include.members(
        versions.map(({ version }: { version: number }) => version),
      );
      expect((await admin('GET', '/api/admin/posts')).body.posts).to.have.length(1);
      await admin('PUT', '/api/posts/back', { status: 'published' });
      expect((await use().call('GET', '/api/posts/back/comments')).body.total).to.equal(1);
      expect((await visit(use(), '/posts/first')).status).to.equal(301);
      expect((await admin('POST', '/api/admin/trash/back/restore', {})).status).to.equal(404);
    });

    // docs/interface.md, B9
    it('keeps the id', async () => {
      await write(use(), { id: 'taken', title: 'Taken' });
      await trash('taken');
      const again = await admin('POST', '/api/posts', { id: 'taken', title: 'x', content: '' });
      expect(again.status).to.equal(409);
      expect(again.body).to.include({ code: 'POST_EXISTS' });
      expect(again.body.error).to.include('in the trash');
      const made = await admin('POST', '/api/posts', { title: 'Taken', content: '' });
      expect(made.body.id).to.equal('taken-2');
      await write(use(), { id: 'other' });
      expect((await admin('POST', '/api/posts/other/rename', { newId: 'taken' })).status).to.equal(409);
    });

    itOnce('asks for the version like other writes', async () => {
      await write(use(), { id: 'checked' });
      const { version } = (await admin('GET', '/api/posts/checked')).body.post;
      const refused = await admin('POST', '/api/posts/checked/trash', { ifVersion: version + 1 });
      expect(refused.status).to.equal(412);
      expect(refused.body).to.include({ currentVersion: version });
      expect((await admin('POST', '/api/posts/checked/trash', {}, { 'if-match': `"${version + 1}"` })).status).to.equal(
        412,
      );
      expect((await admin('POST', '/api/posts/checked/trash', { ifVersion: version })).status).to.equal(200);
      expect((await admin('POST', '/api/admin/trash/checked/restore', { ifVersion: version })).status).to.equal(412);
    });

    // docs/interface.md, B12
    it('hides a post at once, and deletes it with the events of a deletion', async () => {
      const types = async () => {
        const rows = await use()
          .database.kysely.selectFrom('events')
          .select(['type', 'subject'])
          .orderBy('id')
          .execute();
        return rows.filter(({ subject }) => subject === 'told').map(({ type }) => type);
      };
      const changes = async () => {
        const rows = use().database.kysely.selectFrom('post_changes').select(['post_id', 'deleted']).orderBy('seq');
        return (await rows.execute()).filter(({ post_id }) => post_id === 'told').map(({ deleted }) => deleted);
      };
      await write(use(), { id: 'told' });
      await comment('told', 'gone soon');
      await trash('told');
      expect(await types()).to.deep.equal(['post.published', 'post.unpublished']);
      expect((await changes()).at(-1)).to.equal(1);
      expect((await admin('DELETE', '/api/admin/trash/told')).body).to.deep.equal({ ok: true, id: 'told' });
      expect((await types()).at(-1)).to.equal('post.deleted');
      expect((await admin('DELETE', '/api/admin/trash/told')).status).to.equal(404);
      const left = await use().database.kysely.selectFrom('comments').select('key').execute();
      expect(left).to.deep.equal([]);
      await write(use(), { id: 'unknown', status: 'draft' });
      await trash('unknown');
      await admin('DELETE', '/api/admin/trash');
      const events = use().database.kysely.selectFrom('events').select('type').where('subject', '=', 'unknown');
      expect(await events.execute()).to.deep.equal([]);
    });

    // docs/interface.md, B7
    it('cancels schedule and mailing', async () => {
      await admin('POST', '/api/admin/subscribers/import', { csv: 'ada@reader.example\n' });
      const publishAt = new Date(use().clock.now() + DAY).toISOString();
      await write(use(), { id: 'planned', publishAt, notifySubscribers: true });
      await trash('planned');
      const jobs = await use()
        .database.kysely.selectFrom('jobs')
        .select('kind')
        .where('kind', '=', 'publish')
        .execute();
      expect(jobs).to.deep.equal([]);
      expect(await use().database.kysely.selectFrom('mailings').selectAll().execute()).to.deep.equal([]);
      use().clock.advance(2 * DAY);
      await use().signIn();
      await use().changes.hear(['jobs']);
      expect((await use().call('GET', '/api/posts/planned')).status).to.equal(404);
      await admin('POST', '/api/admin/trash/planned/restore', {});
      expect((await admin('GET', '/api/posts/planned')).body.post).to.include({ status: 'draft', publishAt: null });
      await admin('PUT', '/api/posts/planned', { status: 'published' });
      expect(smtp.mails).to.deep.equal([]);
    });

    it('counts as a use of its files, without its name', async () => {
      const media = (await admin('POST', '/api/media', { url: 'https://cdn.example/a.png', name: 'a' })).body;
      await write(use(), { id: 'picture', content: '![a](https://cdn.example/a.png)' });
      await trash('picture');
      const uses = await admin('GET', `/api/media/${media.media?.id ?? media.id}/uses`);
      expect(uses.body).to.deep.include({ posts: [], total: 1, hidden: 1 });
    });

    it('takes many at once, and is emptied by a session only', async () => {
      for (const id of ['a1', 'a2', 'a3']) await write(use(), { id });
      const key = await newKey(use(), 'posts');
      const bulk = await use().call('POST', '/api/posts/bulk', {
        token: key,
        body: { ids: ['a1', 'a2', 'unknown'], action: 'trash' },
      });
      expect(bulk.body).to.deep.include({ changed: 2 });
      expect((await use().call('POST', '/api/posts/a3/trash', { token: key, body: {} })).status).to.equal(200);
      expect(idsOf((await use().call('GET', '/api/admin/trash?pageSize=2', { token: key })).body.posts)).to.have.length(
        2,
      );
      for (const path of ['/api/admin/trash', '/api/admin/trash/a1']) {
        expect((await use().call('DELETE', path, { token: key })).status).to.equal(403);
      }
      expect((await use().call('POST', '/api/admin/trash/a1/restore', { token: key, body: {} })).status).to.equal(200);
      expect((await admin('DELETE', '/api/admin/trash')).body).to.deep.equal({ ok: true, deleted: 2 });
      expect((await listed()).total).to.equal(0);
    });

    // docs/interface.md, B11, B12
    // docs/interface.md, W6
    itOnce('is not emptied by the URL of a post whose id is empty', async () => {
      await write(use(), { id: 'kept' });
      await trash('kept');
      const { url, token } = use();
      const options = { method: 'DELETE', headers: { authorization: `Bearer ${token}` } };
      for (const end of ['/', '/?id=', '//', '/%20']) {
        expect((await fetch(`${url}/api/admin/trash${end}`, options)).status, end).to.equal(404);
      }
      expect(idsOf((await listed()).posts)).to.deep.equal(['kept']);
    });

    it('is emptied after 30 days', async () => {
      await write(use(), { id: 'old' });
      await trash('old');
      use().clock.advance(DAY);
      await use().signIn();
      await write(use(), { id: 'young' });
      await trash('young');
      use().clock.advance(29 * DAY);
      await use().signIn();
      expect(idsOf((await listed()).posts)).to.deep.equal(['young']);
      expect((await admin('POST', '/api/admin/trash/old/restore', {})).status).to.equal(404);
      const stop = startHousekeeping(use().services);
      const left = () => use().database.kysely.selectFrom('posts').select('slug').orderBy('slug').execute();
      await until(async () => (await left()).length === 1);
      await stop();
      expect(await left()).to.deep.equal([{ slug: 'young' }]);
    });

    // docs/interface.md, B7, P17
    it('leaves the contract: a deletion is immediate', async () => {
      await write(use(), { id: 'now' });
      await admin('DELETE', '/api/posts/now');
      expect((await listed()).total).to.equal(0);
      expect((await admin('POST', '/api/posts', { id: 'now', title: 'x', content: '' })).status).to.equal(201);
    });

    // docs/interface.md, B13
    it('loses what an earlier version publishes', async () => {
      await write(use(), { id: 'published', tags: ['t'] });
      const before = await totals();
      await trash('published');
      await use().database.kysely.updateTable('posts').set({ status: 'published' }).execute();
      expect((await listed()).total).to.equal(0);
      expect((await use().call('GET', '/api/posts/published')).status).to.equal(200);
      expect(await totals()).to.deep.equal(before);
    });
  },
  { SMTP_URL: smtp.url, MAIL_FROM: 'blog@blog.example', SITE_URL: SITE },
);
