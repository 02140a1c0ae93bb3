import { format, inspect } from 'node:util';
import { expect } from 'chai';

import { BlogError, createBlogClient, type BlogClient, type BlogClientOptions } from '../client/index.ts';
import { describeService } from './support/service.ts';

const TOKEN = 'oct_secretToken';
const RECEIPT = 'secretReceipt';
const SETUP_KEY = 'secretSetupKey';

// docs/interface.md, K1
describeService('a client', (use) => {
  const create = (options: Partial<BlogClientOptions> = {}) =>
    createBlogClient({
      url: use().url,
      token: TOKEN,
      receipts: [RECEIPT],
      setupKey: SETUP_KEY,
      retry: false,
      ...options,
    });
  const deep = { depth: null, maxArrayLength: null, maxStringLength: null } as const;
  const expectNothing = (text: string, how: string) => expect(text, how).to.not.match(/secret/);

  const ways: Record<string, (client: BlogClient) => string> = {
    'console.log': (client) => format(client),
    '%o': (client) => format('%o %O %j %s', client, client, client, client),
    'util.inspect': (client) => inspect(client, deep),
    'util.inspect with hidden properties': (client) => inspect(client, { ...deep, showHidden: true }),
    'util.inspect with getters': (client) => inspect(client, { ...deep, showHidden: true, getters: true }),
    'util.inspect of an object around it': (client) =>
      inspect({ client }, { ...deep, showHidden: true, getters: true }),
    'JSON.stringify': (client) => JSON.stringify(client),
    String: (client) => String(client),
    'a copy of its properties': (client) => JSON.stringify({ ...client }) + inspect(Object.entries(client), deep),
    'all own properties': (client) => inspect(Object.getOwnPropertyDescriptors(client), deep),
    structuredClone: (client) => {
      try {
        return inspect(structuredClone(client), deep);
      } catch (error) {
        return inspect(error, deep);
      }
    },
  };
  for (const [how, print] of Object.entries(ways)) {
    it(`shows no token, receipt or setup key: ${how}`, () => {
      const client = create();
      expectNothing(print(client), 'as it was created');
      client.token = `${TOKEN}2`;
      client.receipts = [`${RECEIPT}2`];
      expectNothing(print(client), 'with others');
      expect([client.token, client.receipts]).to.deep.equal([`${TOKEN}2`, [`${RECEIPT}2`]]);
    });
  }

  it('shows its procedures', () => {
    expect(inspect(create())).to.include('posts').and.include('list');
  });

  it('shows none in the errors that it throws', async () => {
    const nobody = create({ url: 'http://127.0.0.1:1' });
    const split = (value: string) => `${value}\nx`;
    for (const client of [
      create(),
      nobody,
      create({ token: split(TOKEN) }),
      create({ token: '\u2026secret' }),
      create({ receipts: [split(RECEIPT)] }),
      create({ setupKey: split(SETUP_KEY) }),
      create({ timeout: 0 }),
    ]) {
      const error: unknown = await client.keys.list().then(
        () => expect.fail('It was fulfilled.'),
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(BlogError);
      expectNothing(inspect(error, { ...deep, showHidden: true, getters: true }), 'the error');
      expectNothing(`${JSON.stringify(error)} ${(error as Error).stack}`, 'the error as text');
    }
  });

  it('says that a token, a receipt or a setup key cannot be sent, once and without it', async () => {
    let calls = 0;
    const fetch: NonNullable<BlogClientOptions['fetch']> = (...request) => {
      calls += 1;
      return globalThis.fetch(...request);
    };
    const client = create({ token: `${TOKEN}\nx`, fetch, retry: {} });
    const message = 'The token, a receipt or the setup key contains characters that a header cannot contain.';
    for (const call of [
      () => client.posts.list(),
      () => client.posts.get({ id: 'x' }),
      () => client.events.stream().next(),
    ]) {
      const error: unknown = await call().catch((reason: unknown) => reason);
      expect(error).to.include({ code: 'BAD_REQUEST', message, status: 0 });
    }
    expect(calls).to.equal(0);
  });

  it('sends a token that was read with its line break', async () => {
    const client = create({ token: `${use().token}\n`, receipts: [], setupKey: undefined });
    expect((await client.keys.list()).ok).to.equal(true);
  });
});
