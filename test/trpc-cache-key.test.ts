import { expect } from 'chai';
import fc from 'fast-check';
import superjson from 'superjson';

import { EVERYTHING } from '../server/storage/changes.ts';
import { comment } from './support/comments.ts';
import { write } from './support/posts.ts';
import { runs } from './support/runs.ts';
import { statementsOf } from './support/statements.ts';
import { describeVisited } from './support/visitors.ts';

/** The queries of honest clients, whose responses must not change, whatever others send. */
const reads: Record<string, Record<string, unknown>[]> = {
  'posts.get': [{ id: 'one' }, { id: 'two' }],
  'posts.list': [{ tag: 'one' }, { tag: 'two' }, {}],
  'comments.list': [{ id: 'one' }, { id: 'two' }],
  'search.query': [{ q: 'one' }, { q: 'two' }],
};
const names = Object.keys(reads);

/** The text of an `input` and its meaning as a single call and as a batch; null if it is invalid. */
interface Written {
  text: string;
  alone: unknown;
  first: unknown;
}

/** One pair of the query string: its bytes and its meaning. */
type Pair = { bytes: string; key: 'batch'; value: string } | { bytes: string; key: 'input'; value: Written };

const json = (value: unknown) => JSON.stringify(value);

/** Two inputs of a procedure in one body, combined in ways that two parsers may interpret differently. */
function bodies(a: unknown, b: unknown): Written[] {
  const envelope = { json: a };
  return [
    { text: json(envelope), alone: a, first: undefined },
    { text: json({ 0: envelope }), alone: undefined, first: a },
    { text: json({ 0: envelope, json: b }), alone: b, first: a },
    { text: json({ json: a, 0: { json: b }, 1: envelope }), alone: a, first: b },
    { text: json({ 0: envelope, 1: { json: b } }), alone: undefined, first: a },
    { text: `{"json":${json(b)},"json":${json(a)}}`, alone: a, first: undefined },
    { text: `{"0":{"json":${json(b)}},"0":{"json":${json(a)}}}`, alone: undefined, first: a },
    { text: `{"json":${json(b)},"__proto__":{"json":${json(a)}}}`, alone: b, first: undefined },
    { text: `{"__proto__":{"0":{"json":${json(a)}}}}`, alone: undefined, first: undefined },
    { text: `{"json":{"__proto__":${json(a)}}}`, alone: {}, first: undefined },
    { text: `{"0":{"json":{"__proto__":${json(a)}}}}`, alone: undefined, first: {} },
    { text: json([envelope]), alone: undefined, first: null },
    { text: json({ 0: [envelope] }), alone: undefined, first: undefined },
    { text: json({ json: null, 0: { json: null } }), alone: null, first: null },
    { text: json({ json: a, meta: { values: { tag: ['undefined'] } } }), alone: without(a, 'tag'), first: undefined },
    {
      text: json({ 0: { json: a, meta: { values: { tag: ['undefined'] } } } }),
      alone: undefined,
      first: without(a, 'tag'),
    },
    { text: `  ${json(envelope)}`, alone: a, first: undefined },
  ];
}

function without(input: unknown, field: string): unknown {
  return typeof input === 'object' && input !== null && field in input ? { ...input, [field]: undefined } : input;
}

/** Encodes a text: percent-encoded, some letters unnecessarily, and spaces as plus signs. */
const spelled = (text: string) =>
  fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }).map((flips) =>
    [...text]
      .map((char, at) => {
        if (char === ' ' && flips[0]) return '+';
        const always = flips[at % flips.length] && char.charCodeAt(0) < 128;
        return always ? `%${char.charCodeAt(0).toString(16).padStart(2, '0')}` : encodeURIComponent(char);
      })
      .join(''),
  );

const batchPair: fc.Arbitrary<Pair> = fc
  .constantFrom('1', '1', '1', '', '0', '01', '1 ', 'true')
  .chain((value) =>
    fc.tuple(spelled('batch'), spelled(value)).map(([key, own]) => ({ bytes: `${key}=${own}`, key: 'batch', value })),
  );

const inputPair = (a: unknown, b: unknown): fc.Arbitrary<Pair> =>
  fc
    .constantFrom(...bodies(a, b))
    .chain((value) =>
      fc
        .tuple(spelled('input'), spelled(value.text))
        .map(([key, own]) => ({ bytes: `${key}=${own}`, key: 'input', value })),
    );

const stray = fc.constantFrom(
  'Batch=1',
  'BATCH=1',
  'batch[]=1',
  'input[]=x',
  'Input=null',
  'connectionParams=1',
  'x=1',
  '',
);

const attack = fc.constantFrom(...names).chain((name) =>
  fc.tuple(fc.constantFrom(...reads[name]!), fc.constantFrom(...reads[name]!)).chain(([a, b]) =>
    fc.record({
      name: fc.constant(name),
      path: spelled(name),
      batches: fc.array(batchPair, { maxLength: 2 }),
      inputs: fc.array(inputPair(a, b), { maxLength: 2 }),
      strays: fc.array(stray, { maxLength: 1 }),
      order: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    }),
  ),
);
type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never;

/** The call that a request makes by docs/interface.md, T6; null where it has to be refused. */
function meaning({ batches, inputs }: Attack): { isBatch: boolean; input: unknown } | null {
  const [batch, ...more] = batches;
  const [input, ...others] = inputs;
  if (more.length > 0 || others.length > 0) return null;
  if (batch !== undefined && batch.value !== '1' && batch.value !== '') return null;
  const isBatch = batch?.value === '1';
  const written = input?.value as Written | undefined;
  return { isBatch, input: isBatch ? written?.first : written?.alone };
}

function queryOf({ batches, inputs, strays, order }: Attack): string {
  const pairs = [...batches, ...inputs].map(({ bytes }) => bytes).concat(strays);
  return pairs.toSorted((a, b) => (order[pairs.indexOf(a)] ?? 0) - (order[pairs.indexOf(b)] ?? 0)).join('&');
}

// docs/interface.md, T6
describeVisited('native tRPC: one interpretation of a query', (use) => {
  let honest: Record<string, unknown[]>;

  before(async () => {
    for (const id of ['one', 'two']) {
      await write(use(), { id, title: `Title ${id}`, content: `Text ${id}`, tags: [id] });
      await comment(use(), id);
    }
    honest = await readAll();
  });

  /** As the typed client sends it, in a batch of one, and alone. */
  async function ask(name: string, input: unknown, isBatch = true): Promise<unknown> {
    const envelope = superjson.serialize(input);
    const text = encodeURIComponent(JSON.stringify(isBatch ? { 0: envelope } : envelope));
    const { body } = await use().call('GET', `/trpc/${name}?${isBatch ? 'batch=1&' : ''}input=${text}`);
    return isBatch ? (body as unknown[])[0] : body;
  }

  async function readAll(): Promise<Record<string, unknown[]>> {
    const answers = names.map(async (name) => [name, await Promise.all(reads[name]!.map((one) => ask(name, one)))]);
    return Object.fromEntries((await Promise.all(answers)) as [string, unknown[]][]);
  }

  /** The right response: that of a plain call with the same input, which is not cached. */
  async function right(name: string, input: unknown): Promise<unknown> {
    await use().changes.hear([EVERYTHING]);
    return ask(name, input, false);
  }

  async function expectRight(one: Attack): Promise<void> {
    const { name, path } = one;
    const query = queryOf(one);
    await use().changes.hear([EVERYTHING]);
    // Concurrently with the honest client, which must not share the response, and before its next call.
    const [odd, during] = await Promise.all([use().call('GET', `/trpc/${path}?${query}`), readAll()]);
    expect(during, query).to.deep.equal(honest);
    expect(await readAll(), query).to.deep.equal(honest);

    const call = meaning(one);
    if (call === null) expect(odd.status, `${name}?${query}`).to.equal(400);
    else if (odd.status !== 400 || call.input !== null) {
      const expected = await right(name, call.input);
      const got: unknown = call.isBatch && Array.isArray(odd.body) ? odd.body[0] : odd.body;
      expect(got, `${name}?${query}`).to.deep.equal(expected);
    }
  }

  it('answers every spelling with its own response or 400, and honest clients with theirs, 400 times', async () => {
    await fc.assert(fc.asyncProperty(attack, expectRight), runs(40));
  });

  const targetsOf = (name: string, a: unknown, b: unknown) => [
    `/trpc/${name}?batch=&batch=1&input=${encodeURIComponent(json({ 0: { json: a }, json: b }))}`,
    `/trpc/${name}?batch=1&batch=&input=${encodeURIComponent(json({ 0: { json: b }, json: a }))}`,
    `/trpc/${name}?batch=0&batch=1&input=${encodeURIComponent(json({ 0: { json: a }, json: b }))}`,
    `/trpc/${name}?input=&input=${encodeURIComponent(json({ json: a }))}`,
    `/trpc/${name}?input=${encodeURIComponent(json({ json: a }))}&%69nput=`,
  ];
  for (const [name, [a, b]] of Object.entries(reads)) {
    it(`${name}: repeated keys are 400, also when one is empty`, async () => {
      for (const target of targetsOf(name, a, b)) {
        await use().changes.hear([EVERYTHING]);
        expect((await use().call('GET', target)).status, target).to.equal(400);
        expect(await readAll()).to.deep.equal(honest);
      }
    });
  }

  it('treats undefined as absent: the same query has the same cached response', async () => {
    const { posts } = use().trpc(null);
    const plain = await posts.list.query({ tag: 'one' });
    const sent = await statementsOf(use(), async () =>
      expect(await posts.list.query({ tag: 'one', category: undefined, search: undefined })).to.deep.equal(plain),
    );
    expect(sent).to.deep.equal([]);
  });
});
