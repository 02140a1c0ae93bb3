import { expect } from 'chai';

import { ApiKey } from '../entities/api-key.ts';
import type { Scope } from '../shared/key-scopes.ts';
import { hearAll } from './support/hear-all.ts';
import { newKey } from './support/keys.ts';
import { databaseKinds } from './support/databases.ts';
import { describeService, itOnSqlite, PASSWORD, startTestService } from './support/service.ts';
import { everyRow, setMustChange, startOver } from './support/sessions.ts';
import { statementsOf } from './support/statements.ts';
import { describeVisited, freshAddress } from './support/visitors.ts';

const KEYS = '/api/admin/keys';
const DAY = 86_400_000;
const UNKNOWN = `oct_${'A'.repeat(43)}`;

describeVisited.onBothEngines('API keys', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const create = (body: unknown) => use().admin('POST', KEYS, body);
  const get = (path: string, token?: string) => use().call('GET', path, token === undefined ? {} : { token });
  const statusOf = async (secret: string, path = '/api/admin/posts') => (await get(path, secret)).status;

  beforeEach(async () => {
    await use()
      .services.em.fork()
      .transactional((tx) => tx.nativeDelete(ApiKey, {}));
    await startOver(use());
    await use().signIn();
  });

  // docs/interface.md, A21
  it('are created with a name and scopes; the secret is shown once and only its SHA-256 is stored', async () => {
    const { status, body } = await create({ name: ' Static\tsite ', scopes: ['posts', 'read', 'read'] });
    expect(status).to.equal(201);
    const { id } = body.key;
    expect(id).to.match(/^k-/);
    expect(body.secret).to.match(/^oct_[\w-]{43}$/);
    const key = {
      id,
      name: 'Static site',
      scopes: ['read', 'posts'],
      hint: `${body.secret.slice(0, 8)}…`,
      createdAt: '2026-03-01T12:00:00.000Z',
      expiresAt: null,
      lastUsedAt: null,
    };
    expect({ ...body.key, createdAt: key.createdAt }).to.deep.equal(key);
    expect((await use().admin('GET', KEYS)).body.keys).to.deep.equal([body.key]);
    expect(await everyRow(use())).to.not.include(body.secret);
    expect(JSON.stringify(use().logged)).to.not.include(body.secret);
  });

  // docs/interface.md, A21
  itOnce('require a name and known scopes, within the length limits', async () => {
    const fits = { name: 'x', scopes: ['read'] };
    for (const [field, value] of [
      ['name', ''],
      ['name', 'x'.repeat(81)],
      ['scopes', []],
      ['scopes', ['everything']],
      ['scopes', 'read'],
      ['expiresInDays', 0],
      ['expiresInDays', 3651],
      ['expiresInDays', 1.5],
    ] as const) {
      const { status, body } = await create({ ...fits, [field]: value });
      expect(status, `${field} ${String(value)}`).to.equal(400);
      expect(body.issues[0].path).to.match(new RegExp(`^${field}`));
    }
    const { body } = await create({ ...fits, scopes: [] });
    expect(body.issues[0].message).to.equal('"scopes" must have at least 1 item.');
    expect((await use().admin('GET', KEYS)).body.keys).to.deep.equal([]);
  });

  // docs/interface.md, A21
  it('are limited to 50, also when they are created concurrently', async () => {
    for (let made = 0; made < 45; made++) await newKey(use(), 'read');
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'x', scopes: ['read'] })));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(5);
    const { status, body } = answers.find((answer) => answer.status !== 201)!;
    expect([status, body.code]).to.deep.equal([409, 'TOO_MANY_KEYS']);
  });

  // docs/interface.md, A22
  it('expire, and can be revoked', async () => {
    const { body } = await create({ name: 'short', scopes: ['drafts'], expiresInDays: 1 });
    expect(Date.parse(body.key.expiresAt) - Date.parse(body.key.createdAt)).to.equal(DAY);
    const lasting = await newKey(use(), 'drafts');
    use().clock.advance(DAY - 1);
    expect(await statusOf(body.secret)).to.equal(200);
    use().clock.advance(1);
    expect(await statusOf(body.secret)).to.equal(401);
    expect(await statusOf(lasting)).to.equal(200);
    await use().signIn();
    const { keys } = (await use().admin('GET', KEYS)).body;
    expect(keys.map(({ name }: { name: string }) => name)).to.have.members(['short', 'drafts']);
    const { id } = keys.find(({ name }: { name: string }) => name === 'drafts');
    expect((await use().admin('DELETE', `${KEYS}/${id}`)).body).to.deep.equal({ ok: true, id });
    expect(await statusOf(lasting)).to.equal(401);
    expect((await use().admin('DELETE', `${KEYS}/${id}`)).body.code).to.equal('NOT_FOUND');
  });

  // docs/interface.md, A22
  itOnce('survive a change of the password', async () => {
    const secret = await newKey(use(), 'drafts');
    const change = { current: PASSWORD, password: 'another password' };
    expect((await use().admin('POST', '/api/admin/change-password', change)).status).to.equal(200);
    expect(await statusOf(secret)).to.equal(200);
  });

  // docs/interface.md, A22
  it('are looked up in each request, and record their last use once a minute', async () => {
    const secret = await newKey(use(), 'drafts');
    const used = async () => {
      const { last_used_at: at } = await use()
        .database.kysely.selectFrom('api_keys')
        .select('last_used_at')
        .executeTakeFirstOrThrow();
      return at;
    };
    const noted = async (at: number) => {
      while ((await used()) !== new Date(at).toISOString()) await new Promise(setImmediate);
    };
    await hearAll(use());
    await statusOf(secret, '/api/admin/health');
    const first = use().clock.now();
    await noted(first);
    use().clock.advance(59_999);
    const sent = await statementsOf(use(), async () =>
      expect(await statusOf(secret, '/api/admin/health')).to.equal(403),
    );
    expect(sent).to.have.length(1);
    expect(sent[0]).to.match(/^select .* from "api_keys"/);
    expect(await used()).to.equal(new Date(first).toISOString());
    use().clock.advance(1);
    await statusOf(secret, '/api/admin/health');
    await noted(use().clock.now());
  });

  // docs/interface.md, A25
  itOnce('return hidden posts with the scope drafts, and public ones without it', async () => {
    await use().admin('POST', '/api/posts', { id: 'hidden', title: 'Hidden', status: 'draft' });
    await use().admin('POST', '/api/posts', { id: 'shown', title: 'Shown' });
    const seen = async (...scopes: Scope[]) => {
      const token = await newKey(use(), ...scopes);
      const { body } = await get('/api/posts', token);
      const statuses = await Promise.all(['shown', 'hidden'].map((id) => statusOf(token, `/api/posts/${id}`)));
      return [...statuses, body.posts.length];
    };
    // With the cache and without it.
    for (let round = 0; round < 2; round++) {
      expect(await seen('read', 'comments', 'media', 'transfer', 'events')).to.deep.equal([200, 404, 1]);
      expect(await seen('drafts')).to.deep.equal([200, 200, 2]);
      expect(await seen('posts')).to.deep.equal([200, 200, 2]);
    }
  });

  // docs/interface.md, A23
  itOnce(
    'with the scope comments moderate comments that visitors do not see; those of hidden posts with drafts',
    async () => {
      await use().admin('POST', '/api/posts', { id: 'discussed', title: 'Discussed' });
      const written = await use().call('POST', '/api/posts/discussed/comments', {
        body: { author: 'Ada', content: 'Held by a key' },
      });
      const moderate = async (body: object, ...more: Scope[]) => {
        const token = await newKey(use(), 'comments', ...more);
        const answer = await use().call('PUT', `/api/comments/${written.body.comment.id}`, { token, body });
        return [answer.status, answer.body.comment?.status];
      };
      expect(await moderate({ status: 'pending' })).to.deep.equal([200, 'pending']);
      await use().admin('PUT', '/api/posts/discussed', { status: 'draft' });
      expect(await moderate({ status: 'approved' })).to.deep.equal([404, undefined]);
      expect(await moderate({ status: 'approved' }, 'drafts')).to.deep.equal([200, 'approved']);
    },
  );

  // docs/interface.md, A26
  itOnce('are ignored on public endpoints while the password must be changed', async () => {
    await use().admin('POST', '/api/posts', { id: 'waiting', title: 'Waiting', status: 'draft' });
    const secret = await newKey(use(), 'posts', 'read');
    expect(await statusOf(secret, '/api/posts/waiting')).to.equal(200);
    await setMustChange(use(), true);
    expect(await statusOf(secret, '/api/posts/waiting')).to.equal(404);
    expect((await get('/api/posts', secret)).headers.get('ratelimit-limit')).to.equal('240');
    await setMustChange(use(), false);
    expect(await statusOf(secret, '/api/posts/waiting')).to.equal(200);
  });

  // docs/interface.md, W9
  itOnce('may send 4 MiB to procedures within their scopes; elsewhere the body is not read', async () => {
    const large = { title: 'Large', content: 'x'.repeat(900_000) };
    const send = async (...scopes: Scope[]) => {
      const { status, body } = await use().call('POST', '/api/posts', {
        token: await newKey(use(), ...scopes),
        body: large,
      });
      return [status, body.code];
    };
    expect(await send('posts')).to.deep.equal([201, undefined]);
    expect(await send('drafts')).to.deep.equal([403, 'SCOPE_MISSING']);
  });

  itOnce('are logged when they are created and revoked', async () => {
    use().logged.length = 0;
    const { id } = (await create({ name: 'x', scopes: ['read'] })).body.key;
    await use().admin('DELETE', `${KEYS}/${id}`);
    const events = use().logged.filter(({ event }) => event !== undefined);
    expect(events.map(({ event, key, scopes }) => ({ event, key, scopes }))).to.deep.equal([
      { event: 'key.created', key: id, scopes: ['read'] },
      { event: 'key.revoked', key: id, scopes: undefined },
    ]);
  });

  // docs/interface.md, A12, A13
  itOnce('count as invalid tokens without failed sign-ins when they are wrong', async () => {
    const headers = freshAddress();
    const refused = await use().call('GET', '/api/admin/posts', { token: 'x', headers });
    for (let attempt = 0; attempt < 8; attempt++) {
      const { status, body } = await use().call('GET', '/api/admin/posts', { token: UNKNOWN, headers });
      expect([status, body]).to.deep.equal([refused.status, refused.body]);
    }
    expect((await use().call('POST', '/api/admin/login', { body: { password: PASSWORD }, headers })).status).to.equal(
      200,
    );
    // A key does not allow guessing the password either.
    const change = { token: await newKey(use(), 'posts'), body: { current: 'guess', password: 'another password' } };
    for (let attempt = 0; attempt < 8; attempt++) {
      const { body } = await use().call('POST', '/api/admin/change-password', { ...change, headers });
      expect(body.code).to.equal('SCOPE_MISSING');
    }
  });
});

describeService('read limits and API keys', (use) => {
  const times = async (count: number, path: string, token: string, headers = {}) => {
    const answers = await Promise.all(Array.from({ length: count }, () => use().call('GET', path, { token, headers })));
    return answers.filter(({ status }) => status === 429).length;
  };

  // docs/interface.md, L4
  it('do not apply with the scope read, also for cached responses and feeds, except to GET /api/comments', async () => {
    const read = await newKey(use(), 'read', 'comments');
    const headers = freshAddress();
    expect(await times(250, '/api/posts', read, headers)).to.equal(0);
    expect(await times(250, '/api/posts?page=2', read, headers)).to.equal(0);
    expect(await times(250, '/feed.xml', read, headers)).to.equal(0);
    expect(await times(250, '/api/comments', read, headers)).to.equal(10);
  });

  // docs/interface.md, L4
  it('apply without it, to public and administrator procedures alike', async () => {
    const posts = await newKey(use(), 'posts');
    // The second one sees what visitors see, from the read cache.
    for (const token of [posts, await newKey(use(), 'media')]) {
      expect(await times(250, '/api/posts', token, freshAddress())).to.equal(10);
    }
    expect(await times(250, '/api/admin/posts', posts, freshAddress())).to.equal(10);
  });
});

for (const kind of databaseKinds.slice(1)) {
  describe(`API keys of two instances on ${kind.name}`, () => {
    // docs/interface.md, A22
    it('are created and revoked for both at once', async () => {
      const url = await kind.freshUrl('administrator');
      const one = await startTestService(kind, { DATABASE_URL: url });
      const other = await startTestService(kind, { DATABASE_URL: url });
      const status = async (token: string) => (await other.call('GET', '/api/admin/posts', { token })).status;
      const becomes = async (expected: number, token: string) => {
        while ((await status(token)) !== expected) await new Promise(setImmediate);
      };
      // The other instance has cached the list by now.
      expect(await status(UNKNOWN)).to.equal(401);
      const { key, secret } = (await one.admin('POST', KEYS, { name: 'x', scopes: ['drafts'] })).body;
      await becomes(200, secret);
      await one.admin('DELETE', `${KEYS}/${key.id}`);
      await becomes(401, secret);
      await one.close();
      await other.close();
    });
  });
}
