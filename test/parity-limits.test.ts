import { request as open } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';

import { readLimit } from '../routers/core/consume.ts';
import { limits, type Limit } from '../routers/base/limits.ts';
import { BODY_LIMITS } from '../server/http/body.ts';
import { routes } from '../server/http/procedure-routes.ts';
import { faces, type Face, type Outcome } from './support/faces.ts';
import { cases } from './support/parity-cases.ts';
import { describeService, type TestService } from './support/service.ts';
import { freshAddress } from './support/visitors.ts';

/** The first limit that applies to a procedure, if any. */
function limitOf({ name, type, meta }: (typeof routes)[number]): Limit | undefined {
  if (type === 'query') return name.startsWith('search.') ? limits.search : readLimit(name);
  return meta.limit && limits[meta.limit];
}

/** Calls from a client IP that has used up a limit; the counters are set directly. */
async function beyond(service: TestService, limit: Limit, name: string, face: Face): Promise<Outcome> {
  const headers = freshAddress();
  const address = headers['cf-connecting-ip'];
  for (let time = 0; time < limit.max; time++) await service.services.counters.increment(limit.name, address ?? '');
  const { good } = cases[name] ?? {};
  return face(service, name, typeof good === 'function' ? {} : { id: 'x', token: 'x', commentId: 'x', ...good }, {
    headers,
  });
}

describeService('limits over REST and tRPC', (use) => {
  for (const route of routes) {
    const limit = limitOf(route);
    if (!limit) continue;
    // docs/interface.md, T4, L2
    it(`${route.name}: the same 429 and the same Retry-After`, async () => {
      const seen = [];
      for (const [, face] of faces) {
        const { status, code, value, headers } = await beyond(use(), limit, route.name, face);
        const headerNames = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];
        seen.push({ status, code, value, headers: headerNames.map((one) => headers.get(one)) });
      }
      expect(seen[0]).to.deep.equal(seen[1]);
      expect(seen[0]).to.deep.include({ status: 429, code: 'RATE_LIMITED' });
      expect(seen[0]?.headers).to.deep.equal(['60', String(limit.max), '0', '60']);
    });
  }

  for (const { name, type, method, path, meta } of routes) {
    if (type !== 'mutation') continue;
    it(`${name}: the same cap of the body`, async () => {
      const isPublic = meta.access === 'public';
      const cap = isPublic ? BODY_LIMITS.public : BODY_LIMITS.administrator;
      const targets = [`${method} ${path.replaceAll(/\{\w+\}/g, 'x')}`, `POST /trpc/${name}`];
      const [rest, trpc] = await Promise.all(targets.map((one) => announce(use(), one, cap + 1, !isPublic)));
      const error = `The body is larger than ${cap / 1024} KiB.`;
      expect(rest).to.deep.equal({ status: 413, answer: { ok: false, error, code: 'PAYLOAD_TOO_LARGE' } });
      expect(trpc!.status).to.equal(413);
      expect(trpc!.answer).to.have.nested.property('error.json.message', error);
      expect(trpc!.answer).to.have.nested.property('error.json.data.reason', 'PAYLOAD_TOO_LARGE');
    });
  }
});

/**
 * Announces a body, and sends none of it. test/http-bodies.test.ts shows that its bytes are counted too.
 *
 * @param target the method and the path
 */
function announce({ url, token }: TestService, target: string, length: number, isSignedIn: boolean) {
  const [method, path = ''] = target.split(' ');
  const headers = {
    ...freshAddress(),
    'content-type': 'application/json',
    'content-length': String(length),
    // The service answers without waiting for the body.
    expect: '100-continue',
    ...(isSignedIn && { authorization: `Bearer ${token}` }),
  };
  return new Promise<{ status: number | undefined; answer: unknown }>((resolve, reject) => {
    const sending = open(url + path, { method, headers }, async (response) => {
      resolve({ status: response.statusCode, answer: await json(response) });
      sending.destroy();
    });
    sending.on('error', reject).flushHeaders();
  });
}
