import { expect } from 'chai';

import { procedures } from '../server/routes.ts';
import { databaseKinds } from './support/databases.ts';
import { overRest, overTrpc, type Face, type Outcome } from './support/faces.ts';
import { cases, furnish } from './support/parity-cases.ts';
import { startTestService, type TestService } from './support/service.ts';
import { newToken } from './support/sessions.ts';
import { freshAddress } from './support/visitors.ts';

describe('the two faces', () => {
  it('are compared for every procedure', () => {
    expect(Object.keys(cases).toSorted()).to.deep.equal(Object.keys(procedures).toSorted());
  });
});

// Two services that go through the same things, one over REST and one over tRPC.
for (const kind of databaseKinds) {
  // docs/interface.md, W1
  describe(`the two faces (${kind.name})`, () => {
    let rest: TestService;
    let trpc: TestService;

    before(async () => {
      [rest, trpc] = await Promise.all([startTestService(kind), startTestService(kind)]);
      await Promise.all([furnish(rest), furnish(trpc)]);
    });
    after(() => Promise.all([rest?.close(), trpc?.close()]));

    for (const [name, { good, bad, headers = {} }] of Object.entries(cases)) {
      const ask = async (face: Face, service: TestService, input: typeof good) => {
        const given = typeof input === 'function' ? await input(service) : input;
        const options = { token: await newToken(service), headers: { ...headers, ...freshAddress() } };
        return comparable(await face(service, name, given, options));
      };

      // docs/interface.md, T1
      it(`${name}: the same answer to a good input`, async () => {
        const [one, other] = [await ask(overRest, rest, good), await ask(overTrpc, trpc, good)];
        expect(one).to.deep.equal(other);
        expect(one.code).to.equal(cases[name]?.refused);
      });

      if (bad === undefined) continue;
      // docs/interface.md, T4
      it(`${name}: the same refusal of a bad input`, async () => {
        const [one, other] = [await ask(overRest, rest, bad), await ask(overTrpc, trpc, bad)];
        expect(one).to.deep.equal(other);
        expect(one.code).to.be.a('string');
        expect(one.status).to.be.within(400, 499);
      });
    }
  });
}

/** Without what is random, or measured: ids and tokens keep only their form. */
function comparable({ status, code, value }: Outcome) {
  const text = JSON.stringify(value)
    .replaceAll(/"([cklms])-(?!fixed)[a-z0-9-]{10,}"/g, '"$1-…"')
    .replaceAll(/"(uptime|bytes|free|resident)":\d+/g, '"$1":0')
    .replaceAll(/"hint":"oct_[\w-]{4}…"/g, '"hint":"…"')
    .replaceAll(/"(token|receipt|secret)":"[\w.-]{20,}"/g, '"$1":"…"')
    .replaceAll(/"clientIp":"[\d.:a-f]+"/g, '"clientIp":"…"')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/preview\/[\w.-]+/g, 'http://…/preview/…');
  return { status, code, value: JSON.parse(text) as unknown };
}
