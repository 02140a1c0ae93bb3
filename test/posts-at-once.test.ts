import { expect } from 'chai';
import superjson from 'superjson';

import { read, write } from './support/posts.ts';
import { type Answer, itOnSqlite, type TestService } from './support/service.ts';
import { describeVisited, statuses } from './support/visitors.ts';

const TWENTY = Array.from({ length: 20 }, (_, number) => number);

describeVisited.onBothEngines('posts: concurrency', (use) => {
  it('gives twenty posts with the same title twenty ids and twenty versions', async () => {
    const made = await Promise.all(TWENTY.map(() => use().admin('POST', '/api/posts', { title: 'Same title' })));
    expect(made.map(({ status }) => status)).to.deep.equal(TWENTY.map(() => 201));
    const ids = made.map(({ body }) => body.id as string);
    expect(ids.toSorted()).to.deep.equal(
      ['same-title', ...TWENTY.slice(1).map((number) => `same-title-${number + 1}`)].toSorted(),
    );
    const posts = await Promise.all(ids.map((id) => read(use(), id)));
    expect(new Set(posts.map(({ version }) => version)).size).to.equal(20);
  });

  it('stores exactly one of twenty posts with the same requested id', async () => {
    const made = await Promise.all(
      TWENTY.map((number) => use().admin('POST', '/api/posts', { title: `${number}`, id: 'only-one' })),
    );
    expect(statuses(made)).to.deep.equal([201, ...Array<number>(19).fill(409)]);
    expect(made.filter(({ status }) => status === 409).every(({ body }) => body.code === 'POST_EXISTS')).to.equal(true);
  });

  it('accepts exactly one of twenty changes with the same ifVersion', async () => {
    const id = await write(use(), {});
    const { version } = await read(use(), id);
    const answers = await Promise.all(
      TWENTY.map((number) => use().admin('PUT', `/api/posts/${id}`, { title: `Title ${number}`, ifVersion: version })),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status === 412);
    expect([won.length, lost.length]).to.deep.equal([1, 19]);
    const current = await read(use(), id);
    expect(current.version).to.equal(won[0]!.body.version);
    expect(lost.every(({ body }) => body.currentVersion === current.version)).to.equal(true);
    expect(current.title).to.equal(`Title ${answers.indexOf(won[0]!)}`);
  });

  it('keeps all of twenty changes without ifVersion to different fields', async () => {
    const id = await write(use(), {});
    const fields = [
      { title: 'T' },
      { content: 'c' },
      { category: 'k' },
      { cover: '/x' },
      { tags: ['a'] },
      { pinned: 1 },
    ];
    const answers = await Promise.all(fields.map((body) => use().admin('PUT', `/api/posts/${id}`, body)));
    expect(answers.map(({ status }) => status)).to.deep.equal(fields.map(() => 200));
    expect(await read(use(), id)).to.deep.include(Object.assign({}, ...fields));
  });
});

describeVisited.onBothEngines('posts: many changes at once', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  // docs/interface.md, E8
  it('of one long post are all stored, one after the other', async () => {
    const id = await write(use(), {});
    const { version } = await read(use(), id);
    const texts = Array.from({ length: 60 }, (_, number) => `${number} ${'Some words of a long text. '.repeat(750)}`);
    const answers = await Promise.all(texts.map((content) => use().admin('PUT', `/api/posts/${id}`, { content })));
    expect(statuses(answers)).to.deep.equal(texts.map(() => 200));
    const versions = answers.map(({ body }) => body.version as number).toSorted((a, b) => a - b);
    expect(versions).to.deep.equal(texts.map((_, at) => version + at + 1));
    const last = answers.findIndex(({ body }) => body.version === versions.at(-1));
    expect((await read(use(), id)).content).to.equal(texts[last]);
  });

  itOnce('of the password of one post are all stored, one after the other', async () => {
    const id = await write(use(), { content: 'A secret.', password: 'password 0' });
    const changes = Array.from({ length: 4 }, () => ({ oldPassword: 'password 0', password: 'password 0' }));
    const answers = await Promise.all(changes.map((body) => use().admin('PUT', `/api/posts/${id}`, body)));
    expect(statuses(answers)).to.deep.equal(changes.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.version)).size).to.equal(4);
  });
});

describeVisited.onBothEngines('tRPC batches', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  itOnce('answer every call when the first one fails', async () => {
    await write(use(), { id: 'taken' });
    const inputs = ['taken', ...TWENTY.slice(0, 9).map((number) => `fresh-${number}`)].map((id) => ({
      title: 'x',
      id,
    }));
    const { status, body } = await batch(use(), 'posts.create', inputs);
    expect(status).to.equal(207);
    expect(body).to.have.length(10);
    expect(body[0].error.json.data).to.include({ reason: 'POST_EXISTS', httpStatus: 409 });
    expect(body.slice(1).map((one: Result) => one.result.data.json.id)).to.deep.equal(
      inputs.slice(1).map(({ id }) => id),
    );
  });

  it('answer every call when all fail in the database concurrently', async () => {
    await write(use(), { id: 'clash' });
    const { body } = await batch(
      use(),
      'posts.create',
      TWENTY.slice(0, 10).map(() => ({ title: 'x', id: 'clash' })),
    );
    expect(body.map((one: Result) => one.error.json.data.reason)).to.deep.equal(Array<string>(10).fill('POST_EXISTS'));
  });

  itOnce('are limited to 10 calls; with 11 nothing is executed', async () => {
    const inputs = TWENTY.slice(0, 11).map((number) => ({ title: 'x', id: `eleven-${number}` }));
    const { status, body } = await batch(use(), 'posts.create', inputs);
    expect(status).to.equal(400);
    for (const one of [body].flat()) expect(one.error.json.data.reason).to.equal('BAD_REQUEST');
    expect((await use().call('GET', '/api/posts/eleven-0')).status).to.equal(404);
  });
});

interface Result {
  result: { data: { json: { id: string } } };
  error: { json: { data: { reason: string } } };
}

function batch({ call, token }: TestService, name: string, inputs: unknown[]): Promise<Answer> {
  const body = Object.fromEntries(inputs.map((input, at) => [at, superjson.serialize(input)]));
  return call('POST', `/trpc/${inputs.map(() => name).join(',')}?batch=1`, { body, token });
}
