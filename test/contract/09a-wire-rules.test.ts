import { expect } from 'chai';

import { routes } from '../../server/routes.ts';
import { expectRefusal } from '../support/comments.ts';
import { heldBy } from '../support/held.ts';
import { write } from '../support/posts.ts';
import { describeVisited } from '../support/visitors.ts';

const BODIES = 'test/http-bodies.test.ts';
const TARGETS = 'test/http-targets.test.ts';
const LIST = 'test/posts-list.test.ts';

/** decisions.md, "Wire rules", in its order. */
describeVisited('decisions: wire rules', (use) => {
  heldBy(
    'REST and native tRPC are two faces of one router',
    'test/parity.test.ts',
    '${name}: the same answer to a good input',
  );
  heldBy(
    'Never a stack, never an SQL text',
    'test/http-answers.test.ts',
    'tells of a crash in one sentence on both faces',
  );

  it('201 with Location: posts, comments, media', () => {
    const located = routes.filter(({ meta }) => meta.location).map(({ name, meta }) => [name, meta.status]);
    expect(located).to.have.deep.members([
      ['posts.create', 201],
      ['comments.submit', 201],
      ['comments.reply', 201],
      ['media.add', 201],
    ]);
  });
  it('201 without: set-up, preview link; everything else 200', () => {
    const made = routes.filter(({ meta }) => meta.status === 201 && !meta.location).map(({ name }) => name);
    expect(made).to.have.members(['admin.setup', 'preview.link']);
  });
  heldBy(
    'GET /api/posts/:id/comments/:commentId exists',
    'test/comments-own.test.ts',
    'shows a pending comment to whoever holds its receipt',
  );
  heldBy('HEAD works wherever GET does', 'test/http-methods.test.ts', 'answers everywhere as GET does, without a body');
  heldBy(
    'OPTIONS 204 with Allow; a wrong method 405 with Allow',
    'test/http-methods.test.ts',
    'answers OPTIONS ${path} with 204',
  );
  heldBy(
    'A bodyless POST, PUT or DELETE needs no Content-Type',
    BODIES,
    'needs no content type for a POST, PUT or DELETE',
  );
  heldBy('application/json; charset=utf-8 is JSON', BODIES, 'takes the content type ${type}');
  heldBy(
    'Paths: exact case, one trailing slash accepted',
    'test/posts-rest.test.ts',
    'takes one trailing slash',
    'wants the exact case',
  );

  heldBy(
    'CORS: the site address and CORS_ORIGINS; preflight and exposed headers',
    'test/cors.test.ts',
    'lets pages of ${origin} read answers and failures',
    'answers a preflight of ${origin}',
  );
  heldBy(
    'Origins in CORS_ORIGINS may also comment',
    'test/comments-origin.test.ts',
    'takes both, also when the browser calls',
  );

  heldBy('Everything under /api/ and /trpc is JSON: unknown path', TARGETS, 'answers 404 in JSON to');
  heldBy(
    '… malformed percent-encoding',
    TARGETS,
    'answers 400 to the bad percent-encoding',
    'answers 400 to bad percent-encoding in a tRPC',
  );
  heldBy('… broken JSON', BODIES, 'answers 400 PARSE_ERROR to ${JSON.stringify(raw)}');
  heldBy('… JSON nested deeper than 64', BODIES, 'answers 400 NESTING_TOO_DEEP beyond 64 levels');
  heldBy(
    '… body over the limit: 4 MiB, 256 KiB, and a batch 256 KiB without a valid token',
    BODIES,
    'cuts the administrator off at 4 MiB',
    'cuts the public off at 256 KiB',
    'refuses a batch of more than 256 KiB without a valid token',
  );
  heldBy('… a strange Host header', TARGETS, 'answers 400 to ${JSON.stringify(host)}');
  heldBy('… a crash in a handler', 'test/http-answers.test.ts', 'tells of a crash in one sentence');
  heldBy('A compressed request body is 415', BODIES, 'answers 415 to a compressed body, on both faces');
  heldBy(
    'Which answer wins',
    'test/http-order.test.ts',
    '${code} for ${method} ${path} of a visitor',
    'a limit wins over the token',
  );

  for (const [path, items] of [
    ['posts', 'posts'],
    ['comments', 'comments'],
    ['media', 'media'],
    ['admin/errors', 'errors'],
    ['search', 'results'],
  ] as const) {
    const most = path === 'search' ? 50 : 100;

    it(`GET /api/${path} carries total, page, pageSize and its items under ${items}; defaults 1 and 10`, async () => {
      const { body } = await use().admin('GET', `/api/${path}`);
      expect(body[items]).to.be.an('array');
      expect(body).to.include({ total: 0, page: 1, pageSize: 10 });
    });
    it(`… pageSize above ${most} is cut and the answer tells the size used; below 1: 400`, async () => {
      const asked = async (size: string) => use().admin('GET', `/api/${path}?pageSize=${size}`);
      expect((await asked(`${most + 1}`)).body.pageSize).to.equal(most);
      expect((await asked('99999999999999999999')).body.pageSize).to.equal(most);
      expectRefusal(await asked('0'), 400, 'BAD_REQUEST');
    });
    it(`… page above 200 ${/posts|search/.test(path) ? 'is 400' : 'is taken'}, and past the end is an empty list`, async () => {
      const { body } = await use().admin('GET', `/api/${path}?page=200`);
      expect([body.ok, body[items]]).to.deep.equal([true, []]);
      const beyond = await use().admin('GET', `/api/${path}?page=201`);
      expect(beyond.status).to.equal(/posts|search/.test(path) ? 400 : 200);
    });
    it('… anything but plain decimal digits or a repeated key: 400', async () => {
      for (const query of ['page=1e1', 'page=0x10', 'page=%2B1', 'page=1.0', 'page=-1', 'page=1&page=1', 'page=٣']) {
        expectRefusal(await use().admin('GET', `/api/${path}?${query}`), 400, 'BAD_REQUEST');
      }
    });
  }
  heldBy(
    'Export walks a cursor of its own (Bearer)',
    'test/transfer-export.test.ts',
    'walks over all posts in the order',
  );

  heldBy(
    'An empty query value means absent; unknown parameters are ignored',
    LIST,
    'takes an empty value as absent and ignores',
  );
  heldBy(
    'null or "" for password and id mean absent',
    'test/posts-write.test.ts',
    'takes null and "" for password and id',
  );
  heldBy(
    'null or "" for parentId mean absent',
    'test/comments-submit.test.ts',
    'takes null and "" for parentId as absent',
  );
  heldBy(
    'Fields that only the server sets are ignored',
    'test/posts-write.test.ts',
    'ignores unknown fields and those that only',
  );
  heldBy(
    "… a comment's status when a visitor sends it",
    'test/comments-submit.test.ts',
    'ignores the fields that a visitor may not set',
  );
  heldBy(
    'The typed client catches slips at compile time',
    'test/client-types.test.ts',
    'let a consumer compile, and catch its slips',
  );
  heldBy(
    'Posts: what GET gives, PUT accepts whole and nothing changes',
    'test/posts-change.test.ts',
    'takes ${what} back whole',
  );
  heldBy('Settings: what GET gives, PUT accepts whole', 'test/settings.test.ts', 'come back whole as they were read');
  heldBy(
    'A PUT that changes nothing leaves version and updated_at',
    'test/posts-change.test.ts',
    'leaves version and updated_at',
  );

  it('429 always carries Retry-After in whole seconds; error says which limit and when to come back', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.1' };
    const like = () => use().call('POST', '/api/posts/x/like', { headers });
    for (let time = 0; time < 30; time++) await like();
    use().clock.advance(59_999);
    const refused = await like();
    expectRefusal(refused, 429, 'RATE_LIMITED');
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect(refused.body.error).to.match(/30 likes a minute.* a second/);
  });

  it('On public endpoints a stale token counts as no token, never as 401', async () => {
    await write(use(), { id: 'draft', status: 'draft' });
    const { status, body } = await use().call('GET', '/api/posts?status=draft', { token: 'stale' });
    expect([status, body.posts]).to.deep.equal([200, []]);
  });
  heldBy(
    '… nor an expired or a must-change one',
    'test/who-may.test.ts',
    '${name}: everybody, and a token that is none',
  );
});
