import { expect } from 'chai';

import { describeService, itOnSqlite } from './support/service.ts';

describeService.onBothEngines('error reports', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  let host = 0;
  /** Uses a new client IP each time, because each may report 20 errors a minute. */
  const report = (body: unknown, headers: Record<string, string> = {}) => {
    host += 1;
    const address = `198.18.${host >> 8}.${host & 255}`;
    return use().call('POST', '/api/errors', { body, headers: { 'cf-connecting-ip': address, ...headers } });
  };
  const list = async (query = '') => (await use().admin('GET', `/api/admin/errors${query}`)).body;

  beforeEach(() => use().admin('DELETE', '/api/admin/errors'));

  // docs/interface.md, D6
  it('are counted by message and first own stack frame', async () => {
    const stack = (line: number) =>
      `Error: oops\n    at lib (https://cdn.example/x.js:1:1)\n    at run (${use().url}/assets/site.js:${line}:7)`;
    await report({ message: 'oops', stack: stack(1), url: 'https://blog.example/a' });
    use().clock.advance(1000);
    await report({ message: 'oops', stack: stack(1), url: 'https://blog.example/b' });
    await report({ message: 'oops', stack: stack(2) });
    await report({ message: 'other' });
    const { errors, total } = await list();
    expect(total).to.equal(3);
    const first = errors.find(({ hits }: { hits: number }) => hits === 2);
    expect(first).to.include({ message: 'oops', url: 'https://blog.example/b' });
    expect(Date.parse(first.lastSeen) - Date.parse(first.firstSeen)).to.equal(1000);
  });

  // docs/interface.md, D5
  itOnce('are truncated to 500, 300, 4,000 and 500 characters', async () => {
    const long = 'x'.repeat(5000);
    const answer = await report({ message: long, source: long, stack: long, url: long });
    expect(answer.body).to.deep.equal({ ok: true });
    const [error] = (await list()).errors;
    const lengths = [error.message, error.source, error.stack, error.url].map((text: string) => text.length);
    expect(lengths).to.deep.equal([500, 300, 4000, 500]);
  });

  itOnce('require a message', async () => {
    for (const body of [{}, { message: '' }, { message: ' ' }, { message: 7 }]) {
      expect((await report(body)).status).to.equal(400);
    }
  });

  // docs/interface.md, D6
  it('keep 300 fingerprints; the least recently seen is deleted', async () => {
    for (let number = 0; number < 301; number++) {
      await report({ message: `error ${number}` });
      use().clock.advance(1);
      if (number === 150) await report({ message: 'error 0' });
    }
    const { total, errors } = await list('?pageSize=100&page=3');
    expect(total).to.equal(300);
    const messages = errors.map(({ message }: { message: string }) => message);
    expect(messages.at(-1)).to.equal('error 2');
  });

  it('can be read and cleared by the administrator', async () => {
    await report({ message: 'oops' });
    expect((await use().call('GET', '/api/admin/errors')).status).to.equal(401);
    expect((await use().call('DELETE', '/api/admin/errors')).status).to.equal(401);
    expect((await use().admin('DELETE', '/api/admin/errors')).body).to.deep.equal({ ok: true });
    expect((await list()).errors).to.deep.equal([]);
  });

  itOnce('are accepted only from pages of this site', async () => {
    const { status } = await report({ message: 'oops' }, { origin: 'https://elsewhere.example' });
    expect(status).to.equal(403);
  });
});
