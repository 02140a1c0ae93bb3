import { expect } from 'chai';
import superjson, { type SuperJSONResult } from 'superjson';
import { z } from 'zod';

import { transformer } from '../routers/base/transformer.ts';
import { procedures, routes } from '../server/http/procedure-routes.ts';
import { overTrpc, type Input } from './support/faces.ts';
import { cases, furnish } from './support/parity-cases.ts';
import { write } from './support/posts.ts';
import { describeVisited } from './support/visitors.ts';

/** Values that superjson supports beyond JSON, and hostile ones. */
const values: unknown[] = [
  null,
  NaN,
  10n,
  new Date(0),
  new Date(NaN),
  new Map([['a', 1]]),
  new Set(['a']),
  /a/,
  undefined,
  [undefined],
  [null],
  { a: undefined },
  '\0',
];

/** The input fields of a procedure. */
function fieldsOf(name: string): { all: string[]; optional: string[] } {
  const [schema] = (procedures[name]!._def as unknown as { inputs: z.ZodType[] }).inputs;
  if (!schema) return { all: [], optional: [] };
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const all = Object.keys(properties);
  return { all, optional: all.filter((field) => !required.includes(field)) };
}

describeVisited('native tRPC: values beyond JSON', (use) => {
  before(() => furnish(use()));

  async function inputOf(name: string): Promise<Input> {
    const { good } = cases[name]!;
    return typeof good === 'function' ? good(use()) : good;
  }

  /** The statuses of the calls, ten per batch. */
  async function statusesOf(name: string, inputs: unknown[]): Promise<number[]> {
    const statuses: number[] = [];
    for (let at = 0; at < inputs.length; at += 10) {
      const batch = inputs.slice(at, at + 10);
      const text = JSON.stringify({ ...batch.map((input) => superjson.serialize(input)) });
      const path = `/trpc/${batch.map(() => name).join(',')}?batch=1`;
      const isQuery = procedures[name]?._def.type === 'query';
      const { body } = isQuery
        ? await use().call('GET', `${path}&input=${encodeURIComponent(text)}`, { token: use().token })
        : await use().call('POST', path, { raw: text, token: use().token });
      const answers = body as { error?: SuperJSONResult }[];
      expect(answers).to.have.length(batch.length);
      statuses.push(
        ...answers.map(({ error }) =>
          error ? superjson.deserialize<{ data: { httpStatus: number } }>(error).data.httpStatus : 200,
        ),
      );
    }
    return statuses;
  }

  it('are accepted or rejected in every field of every procedure, never with 500', async () => {
    for (const { name } of routes) {
      if (fieldsOf(name).all.length === 0) continue;
      const good = await inputOf(name);
      const inputs = fieldsOf(name).all.flatMap((field) => values.map((value) => ({ ...good, [field]: value })));
      const statuses = await statusesOf(name, [...inputs, ...values]);
      const failed = [...inputs, ...values].filter((_, at) => statuses[at]! >= 500);
      expect(failed, name).to.deep.equal([]);
    }
  });

  /** An input with superjson references: to itself, shared 2^40 times, and 5,000 levels deep. */
  const references: [string, object, Record<string, string[]>][] = [
    ['a circle', { posts: [{ title: {} }] }, { 'posts.0': ['posts.0.title.again'] }],
    ['a tree of 2^40 leaves', { posts: [linked(40)] }, links(40, ['a', 'b'])],
    ['a chain', { posts: [linked(5000)] }, links(5000, ['a'])],
  ];
  for (const [title, json, referentialEqualities] of references) {
    it(`and ${title} of references cause no 500`, async () => {
      const raw = JSON.stringify({ json, meta: { values: { 'posts.0.none': ['undefined'] }, referentialEqualities } });
      for (const name of ['transfer.import', 'posts.create', 'settings.update']) {
        const { status, body } = await use().call('POST', `/trpc/${name}`, { raw, token: use().token });
        expect(status, JSON.stringify(body)).to.be.oneOf([200, 400]);
      }
    });
  }

  it('exclude sets and maps, before superjson reads them', () => {
    for (const value of [new Set(['a']), new Map([['a', new Date(0)]]), { tags: [new Set()] }]) {
      const deserialize = () => transformer.input.deserialize(superjson.serialize(value));
      expect(deserialize).to.throw(TypeError, 'a set or a map');
    }
  });

  // docs/interface.md, T7
  it('include undefined, which is absent', async () => {
    const id = await write(use(), { content: '# Text', tags: ['a'], category: 'b', excerpt: 'c', cover: '/d.png' });
    const options = { token: use().token };
    const changes: [string, string, Input][] = [
      ['settings.update', 'settings.get', {}],
      ['posts.update', 'posts.get', { id }],
    ];
    for (const [change, get, given] of changes) {
      const before = await overTrpc(use(), get, given, options);
      const absent = fieldsOf(change).optional.map((field) => [field, undefined] as const);
      const { status, value } = await overTrpc(use(), change, { ...Object.fromEntries(absent), ...given }, options);
      expect(status, JSON.stringify(value)).to.equal(200);
      expect((await overTrpc(use(), get, given, options)).value).to.deep.equal(before.value);
    }
  });
});

describeVisited('native tRPC: undefined in every optional field', (use) => {
  before(() => furnish(use()));

  it('does not change any response', async () => {
    for (const [name, { good, headers = {}, refused }] of Object.entries(cases)) {
      const { optional } = fieldsOf(name);
      if (optional.length === 0) continue;
      const given = typeof good === 'function' ? await good(use()) : good;
      const absent = Object.fromEntries(optional.map((field) => [field, undefined]));
      const outcome = await overTrpc(use(), name, { ...absent, ...given }, { token: use().token, headers });
      expect(outcome.code, `${name}: ${JSON.stringify(outcome.value)}`).to.equal(refused);
    }
  });
});

/** Sibling objects, `0` to `count`, which references link to each other. */
function linked(count: number): Record<string, object> {
  return Object.fromEntries(Array.from({ length: count + 1 }, (_, at) => [`level${at}`, {}]));
}

/** Builds from the last level: each contains the next one under these names. */
function links(count: number, names: string[]): Record<string, string[]> {
  const levels = Array.from({ length: count }, (_, at) => count - at);
  return Object.fromEntries(
    levels.map((at) => [`posts.0.level${at}`, names.map((name) => `posts.0.level${at - 1}.${name}`)]),
  );
}
