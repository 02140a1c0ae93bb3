import { expect } from 'chai';
import { z } from 'zod';

import { procedures } from '../server/http/procedure-routes.ts';
import { databaseKinds } from './support/databases.ts';
import { overRest, overTrpc, type Face, type Outcome } from './support/faces.ts';
import { cases, furnish } from './support/parity-cases.ts';
import { startTestService, type TestService } from './support/service.ts';
import { newToken } from './support/sessions.ts';
import { freshAddress } from './support/visitors.ts';

describe('REST and tRPC', () => {
  it('are compared for every procedure', () => {
    // test/trpc-subscription.test.ts shows the subscription on both.
    const called = Object.keys(procedures).filter((name) => name !== 'events.stream');
    expect(Object.keys(cases).toSorted()).to.deep.equal(called.toSorted());
  });
});

// Two services receive the same calls, one over REST on SQLite, and one over tRPC on PostgreSQL: the database makes no
// difference either.
// docs/interface.md, W1
describe('REST and tRPC, on both engines', () => {
  let rest: TestService;
  let trpc: TestService;

  before(async () => {
    const [one, other] = [databaseKinds[0]!, databaseKinds.at(-1)!];
    [rest, trpc] = await Promise.all([startTestService(one), startTestService(other)]);
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
    it(`${name}: the same response to valid input`, async () => {
      const [one, other] = [await ask(overRest, rest, good), await ask(overTrpc, trpc, good)];
      expect(one).to.deep.equal(other);
      expect(one.code).to.equal(cases[name]?.refused);
    });

    const optional = optionalFieldsOf(name);
    // docs/interface.md, W12
    if (optional.length > 0) {
      it(`${name}: the same response to empty values`, async () => {
        const input = Object.fromEntries(optional.map((field) => [field, '']));
        const given = { ...(typeof good === 'function' ? await good(rest) : good), ...input };
        const [one, other] = [await ask(overRest, rest, given), await ask(overTrpc, trpc, given)];
        expect(one).to.deep.equal(other);
        expect(one.code).to.equal(cases[name]?.refused);
      });
    }

    if (bad === undefined) continue;
    // docs/interface.md, T4
    it(`${name}: the same error for invalid input`, async () => {
      const [one, other] = [await ask(overRest, rest, bad), await ask(overTrpc, trpc, bad)];
      expect(one).to.deep.equal(other);
      expect(one.code).to.be.a('string');
      expect(one.status).to.be.within(400, 499);
    });
  }
});

/** The fields that the input of a query may have. */
function optionalFieldsOf(name: string): string[] {
  const { type, inputs } = procedures[name]!._def as unknown as { type: string; inputs: z.ZodType[] };
  if (type !== 'query' || !inputs[0]) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(inputs[0], { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties).filter((field) => !required.includes(field));
}

/** Removes random and measured values; only the format of ids and tokens stays. */
function comparable({ status, code, value }: Outcome) {
  const text = JSON.stringify(value)
    .replaceAll(/"([bcklms]|ma|mf|pk|rr|sub|wd?)-(?!fixed)[a-z0-9-]{10,}"/g, '"$1-…"')
    .replaceAll(/"(uptime|bytes|free|resident)":\d+/g, '"$1":0')
    .replace(/"database":\{[^}]*\}/, '"database":"…"')
    .replace(/"disk":(?:\{[^}]*\}|null)/, '"disk":"…"')
    .replaceAll(/"hint":"oct_[\w-]{4}…"/g, '"hint":"…"')
    .replaceAll(/secret=[A-Z2-7]{32}/g, 'secret=…')
    .replaceAll(/"(token|receipt|secret)":"[\w.+/=-]{20,}"/g, '"$1":"…"')
    .replaceAll(/,([a-z]{1,3})-0[a-z0-9]{20,40}(?=,)/g, ',$1-…')
    .replaceAll(/,[\d.]+\/24(?=\\r)/g, ',…')
    .replaceAll(/"network":"[\d./]+"/g, '"network":"…"')
    .replaceAll(/"clientIp":"[\d.:a-f]+"/g, '"clientIp":"…"')
    .replaceAll(/\/downloads\/[\w.-]+/g, '/downloads/…')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+(?=\/media\/)/g, 'http://…')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/preview\/[\w.-]+/g, 'http://…/preview/…');
  return { status, code, value: JSON.parse(text) as unknown };
}
